import { games, inBoth, manyGames, type WrongEntry } from './entry.ts'
import { reading } from './programs.ts'

const sometimes = (name: string, when: string): WrongEntry => ({
  name,
  source: reading({ turn: `if (${when}) say('\\r')` }),
  verdict: 'WA',
  fails: manyGames,
})

const never = (name: string, when: string) =>
  inBoth({
    name,
    source: reading({ turn: `if (${when}) say('\\r')` }),
    verdict: 'AC',
    passes: Object.values(games),
  })

/** Results that hang on the clock or on chance. */
export const chance: WrongEntry[] = [
  sometimes('Math.random in every turn', 'Math.random() < 0.5'),
  sometimes('randomness of the crypto module', `require('node:crypto').randomInt(2)`),
  sometimes('random values of the web', 'crypto.getRandomValues(new Uint8Array(1))[0] % 2'),
  sometimes('an even millisecond', 'Date.now() % 2'),
  sometimes('an even microsecond', '(process.hrtime.bigint() / 1000n) % 2n'),
  sometimes('an even microsecond since the start', 'Math.floor(performance.now() * 1000) % 2'),
  sometimes('any year but 1999', 'new Date().getFullYear() !== 1999'),
  {
    name: 'a turn that took longer than 50 ms, and one does',
    source: reading({
      first: 'let last = Date.now()',
      moved: 'if (moves.length === 3) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 70)',
      turn: `if (moves.length === 3 && Date.now() - last > 50) say('\\r')\nlast = Date.now()`,
    }),
    verdict: 'WA',
    passes: ['0 1'],
    fails: ['0 1 2'],
  },
  ...never('a process older than a minute', 'process.uptime() > 60'),
  ...never('a clock that has run for a minute', 'performance.now() > 60_000'),
  ...never('a clock that was started a minute ago', 'Date.now() - performance.timeOrigin > 60_000'),
  ...never('anywhere but in Greenwich', 'new Date().getTimezoneOffset() !== 0'),
]
