import { games, type WrongEntry } from './entry.ts'
import { reading } from './programs.ts'

/** Entries with which the judge does not do yet what it ought to: another verdict, or something is written. */
export const notYet: WrongEntry[] = [
  {
    name: 'a newline of its own, 60 ms after the prompt: written before a line was read',
    source: reading({ asked: `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60); say('\\n')` }),
    verdict: 'WA',
    breaks: 'turn',
    fails: ['0 1'],
  },
  {
    name: 'a file written outside its own folder',
    source: reading({ first: `require('node:fs').writeFileSync(__dirname + '/../../ninehole-was-here', '')` }),
    verdict: 'AC',
    passes: [games.xWins],
  },
]
