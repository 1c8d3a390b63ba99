import { games, type WrongEntry } from './entry.ts'
import { reading } from './programs.ts'

const builtin = (module: string) => `require('node:${module}')`

/** Entries with which the judge does not do yet what it ought to: another verdict, or something is left behind. */
export const notYet: WrongEntry[] = [
  {
    name: 'a newline of its own, 60 ms after the prompt: said before a line was read',
    source: reading({ asked: `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60); say('\\n')` }),
    verdict: 'WA',
    fails: ['0 1'],
  },
  {
    name: 'a file written outside its own folder',
    source: reading({ first: `${builtin('fs')}.writeFileSync(__dirname + '/../ninehole-was-here', '')` }),
    verdict: 'AC',
    passes: [games.xWins],
  },
  {
    name: 'a child in a session of its own, without our mark',
    source: reading({
      first: `${builtin('child_process')}.spawn('/bin/sleep', ['3.9471'], { stdio: 'ignore', detached: true, env: {} }).unref()`,
      moved: `say('?')`,
    }),
    verdict: 'WA',
    fails: ['0'],
  },
]
