import { games, manyGames, type WrongEntry } from './entry.ts'
import { given, reading } from './programs.ts'

const ends = [games.xWins, games.tie]
const builtin = (module: string) => `require('node:${module}')`

/** Entries with which the judge does not do yet what it ought to: another verdict, or something is left behind. */
export const notYet: WrongEntry[] = [
  {
    name: 'a fault in the fourth process: what failed once is held again, and accepted if that goes well',
    source: reading({
      first: `const fs = ${builtin('fs')}
const played = fs.existsSync('played') ? fs.readFileSync('played').length : 0
fs.appendFileSync('played', 'x')
if (played === 3) fs.writeSync(1, '?')`,
    }),
    verdict: 'WA',
    fails: manyGames,
  },
  {
    name: 'a newline of its own, 60 ms after the prompt: said before a line was read',
    source: reading({ asked: `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60); say('\\n')` }),
    verdict: 'WA',
    fails: ['0 1'],
  },
  ...(['bun', 'node'] as const).map(
    (runtime): WrongEntry => ({
      name: `input by readFileSync('/dev/stdin') (${runtime}): a socket cannot be opened, a pipe can`,
      source: given(`play(${builtin('fs')}.readFileSync('/dev/stdin', 'latin1').split('\\n'))`),
      verdict: 'AC',
      runtime,
      input: 'stdin',
      passes: ends,
    }),
  ),
  {
    name: "output by writeFileSync('/dev/stdout')",
    source: reading({ say: `${builtin('fs')}.writeFileSync('/dev/stdout', text)` }),
    verdict: 'AC',
    passes: ends,
  },
  {
    name: 'its own folder, deleted: the judge cannot start the next session',
    source: reading({ over: `${builtin('fs')}.rmSync(__dirname, { recursive: true, force: true })` }),
    verdict: 'RTE',
    fails: [games.xWins, games.xWins, games.xWins],
  },
  {
    name: 'folders one in the other, deeper than a path can be long: the judge cannot remove them',
    source: reading({
      over: `for (let depth = 0; depth < 40; depth++) {
  ${builtin('fs')}.mkdirSync('x'.repeat(200))
  process.chdir('x'.repeat(200))
}`,
    }),
    verdict: 'AC',
    passes: [games.xWins],
  },
  {
    name: 'a file written outside its own folder',
    source: reading({ first: `${builtin('fs')}.writeFileSync(__dirname + '/../ninehole-was-here', '')` }),
    verdict: 'AC',
    passes: [games.xWins],
  },
  ...[games.xWins, '0 1'].map(
    (lines): WrongEntry => ({
      name: `a child in a session of its own that holds nothing, and ${lines}`,
      source: reading({
        first: `${builtin('child_process')}.spawn('sleep', ['77'], { stdio: 'ignore', detached: true }).unref()`,
      }),
      verdict: 'AC',
      passes: [lines],
    }),
  ),
  {
    name: 'a child in a session of its own that holds nothing, and a fault',
    source: reading({
      first: `${builtin('child_process')}.spawn('sleep', ['77'], { stdio: 'ignore', detached: true }).unref()`,
      moved: `say('?')`,
    }),
    verdict: 'WA',
    fails: ['0'],
  },
  {
    name: 'a child in a session of its own that holds the output open, and a crash',
    source: reading({
      first: `${builtin('child_process')}.spawn('sleep', ['77'], { stdio: 'inherit', detached: true }).unref()`,
      moved: 'process.exit(3)',
    }),
    verdict: 'RTE',
    fails: ['0'],
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
