import { type Fault, games, type WrongEntry } from './entry.ts'
import { listening, reading } from './programs.ts'

const sleep = (milliseconds: number) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds})`
const loop = 'for (;;);'

const slow = (name: string, source: string, fault: Fault): WrongEntry => ({ name, source, verdict: 'TLE', ...fault })
const inTime = (name: string, source: string, passes: readonly string[]): WrongEntry => ({
  name,
  source,
  verdict: 'AC',
  milliseconds: 5000,
  passes,
})
const atFirst: Fault = { breaks: 'turn', fails: ['0'] }
const atEnd: Fault = { breaks: 'ends', passes: ['0 1'], fails: [games.tie] }

/** Programs that take their time. */
export const slowness: WrongEntry[] = [
  slow('a loop before the first prompt', reading({ first: loop }), atFirst),
  slow('a loop before the first prompt (stdin)', reading({ first: loop }), { ...atFirst, input: 'stdin' }),
  slow('a loop before invalid.', reading({ refused: loop }), {
    breaks: 'no-number',
    passes: [games.xWins],
    fails: ['x', '0 9'],
  }),
  slow('a loop after the closing message', reading({ over: loop }), atEnd),
  slow('a timer after the closing message', listening({ over: 'setInterval(() => {}, 10)' }), atEnd),
  slow('sleep before the first prompt', reading({ first: sleep(5000) }), atFirst),
  slow('sleep after the closing message', reading({ over: sleep(5000) }), atEnd),
  slow('newlines one by one, and never a board', reading({ turn: `for (;;) { say('\\n'); ${sleep(40)} }` }), atFirst),
  inTime('every prompt late, but in time', reading({ turn: sleep(60) }), [games.xWins]),
  inTime(
    'prompts in two parts',
    reading({ say: `writeSync(1, text.slice(0, -2)); ${sleep(60)}; writeSync(1, text.slice(-2))` }),
    [games.xWins],
  ),
  inTime(
    'every byte by itself',
    reading({ say: 'for (const byte of Buffer.from(text)) writeSync(1, Buffer.of(byte))' }),
    Object.values(games),
  ),
]
