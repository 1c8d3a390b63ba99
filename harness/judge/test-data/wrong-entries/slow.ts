import { games, inBoth, type WrongEntry } from './entry.ts'
import { listening, reading } from './programs.ts'

const sleep = (milliseconds: number) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds})`
const long = sleep(5000)
const short = sleep(60)
const loop = 'for (;;);'

const slow = (
  name: string,
  source: string,
  shown: Pick<WrongEntry, 'fails' | 'passes' | 'runtime' | 'input'>,
): WrongEntry => ({
  name,
  source,
  verdict: shown.fails === undefined ? 'AC' : 'TLE',
  ...(shown.fails === undefined ? { milliseconds: 5000 } : {}),
  ...shown,
})

/** Programs that take their time. */
export const slowness: WrongEntry[] = [
  ...inBoth(slow('a loop before the first prompt', reading({ first: loop }), { fails: ['0'] })),
  slow('a loop before the first prompt (stdin)', reading({ first: loop }), {
    input: 'stdin',
    fails: ['0'],
  }),
  slow('a loop in place of reading', reading({ asked: loop }), { fails: ['0'] }),
  slow('a loop before invalid.', reading({ refused: loop }), { passes: [games.xWins], fails: ['x', '0 9'] }),
  slow('a loop before the closing message', reading({ closing: loop }), { passes: ['0 1'], fails: [games.tie] }),
  ...inBoth(slow('a loop after the closing message', reading({ over: loop }), { passes: ['0 1'], fails: [games.tie] })),
  slow('a loop in a timer', listening({ moved: `setTimeout(() => { ${loop} }, 1); return` }), { fails: ['0'] }),
  slow('a loop in a timer, after the closing message', listening({ over: `setTimeout(() => { ${loop} }, 1)` }), {
    passes: ['0 1'],
    fails: [games.xWins],
  }),
  slow('a loop when it exits', reading({ first: `process.on('exit', () => { ${loop} })` }), {
    passes: ['0 1'],
    fails: [games.xWins],
  }),
  ...inBoth(
    slow('a loop of promises', listening({ moved: '(async () => { for (;;) await 0 })(); return' }), { fails: ['0'] }),
  ),
  slow('a loop of ticks (node)', listening({ moved: 'const again = () => process.nextTick(again); again(); return' }), {
    runtime: 'node',
    fails: ['0'],
  }),
  slow('a loop in a regular expression (node)', reading({ refused: `/^(a+)+$/.test('a'.repeat(60) + 'b')` }), {
    runtime: 'node',
    passes: ['0 1'],
    fails: ['x'],
  }),
  slow('a loop in a getter', reading({ moved: `({ get value() { ${loop} } }).value` }), { fails: ['0'] }),
  slow('a timer that goes on after the closing message', listening({ over: 'setInterval(() => {}, 10)' }), {
    passes: ['0 1'],
    fails: [games.xWins],
  }),
  slow(
    'a server that goes on after the closing message (node)',
    listening({ over: `require('node:net').createServer().listen(0, '127.0.0.1')` }),
    {
      runtime: 'node',
      fails: [games.xWins],
    },
  ),
  slow('sleep before the first prompt', reading({ first: long }), { fails: ['0'] }),
  slow('sleep between the prompt and reading', reading({ asked: long }), { fails: ['0'] }),
  slow('sleep before the closing message', reading({ closing: long }), { passes: ['0 1'], fails: [games.tie] }),
  slow('sleep after the closing message', reading({ over: long }), { passes: ['0 1'], fails: [games.tie] }),
  slow('newlines one by one, and never a board', reading({ turn: `for (;;) { say('\\n'); ${sleep(40)} }` }), {
    fails: ['0'],
  }),
  slow('every prompt late, but in time', reading({ turn: short }), { passes: [games.xWins] }),
  slow(
    'prompts in two parts',
    reading({ say: `writeSync(1, text.slice(0, -2)); ${short}; writeSync(1, text.slice(-2))` }),
    {
      passes: [games.xWins],
    },
  ),
  slow(
    'every byte by itself',
    reading({ say: 'for (const byte of Buffer.from(text)) writeSync(1, Buffer.of(byte))' }),
    {
      passes: Object.values(games),
    },
  ),
]
