import { manyGames, type WrongEntry } from './entry.ts'
import { reading } from './programs.ts'

const sometimes = (name: string, when: string): WrongEntry => ({
  name,
  source: reading({ turn: `if (${when}) say('\\r')` }),
  verdict: 'WA',
  breaks: 'turn',
  fails: manyGames,
})

/** Results that hang on the clock or on chance. */
export const chance: WrongEntry[] = [
  sometimes('Math.random in every turn', 'Math.random() < 0.9'),
  sometimes('an even microsecond', '(process.hrtime.bigint() / 1000n) % 2n'),
  {
    name: 'a turn that took longer than 50 ms, and one does',
    source: reading({
      first: 'let last = Date.now()',
      moved: 'if (moves.length === 3) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 70)',
      turn: `if (moves.length === 3 && Date.now() - last > 50) say('\\r')\nlast = Date.now()`,
    }),
    verdict: 'WA',
    breaks: 'turn',
    passes: ['0 1'],
    fails: ['0 1 2'],
  },
]
