import { type Fault, games, type WrongEntry } from './entry.ts'
import { reading } from './programs.ts'

const flood = (text: string, kilobytes: number, fd = 1) =>
  `{ const much = Buffer.alloc(65536, '${text}')
for (let written = 0; written < ${kilobytes}; written += 64) require('node:fs').writeSync(${fd}, much) }`
const gigabyte = 1024 * 1024
const atEnd: Fault = { breaks: 'ends', passes: ['0 1'], fails: [games.tie] }

/** Programs that want more than their share. */
export const appetite: WrongEntry[] = [
  {
    name: 'a gigabyte of garbage before the first prompt',
    source: reading({ first: flood('x', gigabyte) }),
    verdict: 'WA',
    breaks: 'turn',
    fails: ['0'],
  },
  {
    name: 'a gigabyte of garbage after the closing message',
    source: reading({ over: flood('x', gigabyte) }),
    verdict: 'WA',
    ...atEnd,
  },
  {
    name: 'a gigabyte of newlines before the first board',
    source: reading({ first: flood('\\n', gigabyte) }),
    verdict: 'OLE',
    breaks: 'turn',
    fails: ['0'],
  },
  {
    name: '192 kilobytes of newlines, and the end',
    source: reading({ over: flood('\\n', 192) }),
    verdict: 'OLE',
    ...atEnd,
  },
  {
    name: '64 kilobytes of newlines, and the end',
    source: reading({ over: flood('\\n', 64) }),
    verdict: 'AC',
    passes: [games.tie],
  },
  {
    name: 'endless standard error',
    source: reading({ turn: `for (;;) writeSync(2, 'x'.repeat(65536))` }),
    verdict: 'TLE',
    breaks: 'turn',
    fails: ['0'],
  },
  {
    name: 'four megabytes of standard error',
    source: reading({ first: flood('x', 4096, 2) }),
    verdict: 'AC',
    passes: [games.xWins, games.tie],
  },
  {
    name: 'a gigabyte of memory',
    // It keeps them: memory is looked at now and then, and a fast machine can fill and free so much between two looks.
    source: reading({ moved: 'if (moves.length === 9) for (const all = Buffer.alloc(2 ** 30, 1); ; ) all[0]++' }),
    verdict: 'MLE',
    fails: [games.tie],
    milliseconds: 20_000,
  },
  {
    name: 'memory without end',
    source: reading({ turn: 'for (const all = []; ; ) all.push(Buffer.alloc(2 ** 22, 1))' }),
    verdict: 'MLE',
    fails: ['0'],
    // A busy machine may look at its memory or at its time first.
    milliseconds: 20_000,
  },
  {
    name: 'a thread that never ends',
    source: reading({ first: `new (require('node:worker_threads').Worker)('for (;;);', { eval: true })` }),
    verdict: 'TLE',
    breaks: 'ends',
    runtime: 'node',
    fails: [games.xWins],
  },
]
