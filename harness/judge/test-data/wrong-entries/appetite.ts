import { games, inBoth, type WrongEntry } from './entry.ts'
import { listening, reading } from './programs.ts'

const flood = (text: string, kilobytes: number, fd = 1) =>
  `{ const much = Buffer.alloc(65536, '${text}')
for (let written = 0; written < ${kilobytes}; written += 64) require('node:fs').writeSync(${fd}, much) }`
const gigabyte = 1024 * 1024

/** Programs that want more than their share. */
export const appetite: WrongEntry[] = [
  {
    name: 'a gigabyte of garbage before the first prompt',
    source: reading({ first: flood('x', gigabyte) }),
    verdict: 'WA',
    fails: ['0'],
  },
  {
    name: 'a gigabyte of garbage after the closing message',
    source: reading({ over: flood('x', gigabyte) }),
    verdict: 'WA',
    passes: ['0 1'],
    fails: [games.xWins],
  },
  ...inBoth({
    name: 'a gigabyte of newlines before the first board',
    source: reading({ first: flood('\\n', gigabyte) }),
    verdict: 'OLE',
    fails: ['0'],
  }),
  {
    name: 'a gigabyte of newlines after the closing message',
    source: reading({ over: flood('\\n', gigabyte) }),
    verdict: 'OLE',
    passes: ['0 1'],
    fails: [games.tie],
  },
  {
    name: 'a gigabyte of newlines in a timer, after the closing message',
    source: listening({ over: `setInterval(() => process.stdout.write('\\n'.repeat(65536)), 0)` }),
    verdict: 'OLE',
    passes: ['0 1'],
    fails: [games.tie],
  },
  {
    name: '192 kilobytes of newlines, and the end',
    source: reading({ over: flood('\\n', 192) }),
    verdict: 'OLE',
    passes: ['0 1'],
    fails: [games.tie],
  },
  {
    name: '64 kilobytes of newlines, and the end',
    source: reading({ over: flood('\\n', 64) }),
    verdict: 'AC',
    passes: [games.tie],
  },
  {
    name: 'newlines without end (interactive)',
    source: `for (;;) require('node:fs').writeSync(1, '\\n')`,
    verdict: 'OLE',
    fails: ['0'],
  },
  {
    name: 'endless standard error',
    source: reading({ turn: `for (;;) writeSync(2, 'x'.repeat(65536))` }),
    verdict: 'TLE',
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
    verdict: 'TLE',
    fails: ['0'],
  },
  {
    name: 'objects without end (node)',
    source: reading({ turn: 'for (const all = []; ; ) all.push([all.length, {}])' }),
    verdict: 'TLE',
    runtime: 'node',
    fails: ['0'],
  },
  ...inBoth({
    name: 'a text that is too long',
    source: reading({ moved: `if (moves.length === 3) 'x'.repeat(2 ** 31)` }),
    verdict: 'RTE',
    passes: ['0 1'],
    fails: ['0 1 2'],
  }),
  {
    name: 'an array that is too long',
    source: reading({ moved: 'if (moves.length === 3) new Array(2 ** 32)' }),
    verdict: 'RTE',
    passes: ['0 1'],
    fails: ['0 1 2'],
  },
  {
    name: 'more memory than there is',
    source: reading({ moved: 'if (moves.length === 3) new ArrayBuffer(2 ** 52)' }),
    verdict: 'RTE',
    passes: ['0 1'],
    fails: ['0 1 2'],
  },
  {
    name: 'all the files that may be open',
    source: reading({ moved: `if (moves.length === 3) for (;;) require('node:fs').openSync(__filename)` }),
    verdict: 'RTE',
    milliseconds: 10_000,
    passes: ['0 1'],
    fails: ['0 1 2'],
  },
  {
    name: 'a thread that never ends',
    source: reading({ first: `new (require('node:worker_threads').Worker)('for (;;);', { eval: true })` }),
    verdict: 'TLE',
    runtime: 'node',
    fails: [games.xWins],
  },
]
