import { games, manyGames, type WrongEntry } from './entry.ts'
import { reading } from './programs.ts'

const builtin = (module: string) => `require('node:${module}')`

/** The command of children that have left us, as no other run of the tests has it. */
export const escaped = `sleep 60.${process.pid}`

/** Starts a process that has left our group and shows no mark of ours, with a child of the same kind. */
const leave = `${builtin('child_process')}
  .spawn('/bin/sh', ['-c', 'setsid ${escaped} & ${escaped}'], { stdio: 'ignore', detached: true, env: {} }).unref()`

/** Entries whose children have neither our process group nor our environment variable. */
export const escaping: WrongEntry[] = [
  { name: 'children without a mark', source: reading({ first: leave }), verdict: 'AC', passes: [games.xWins] },
  {
    name: 'children without a mark, and a crash',
    source: reading({ first: leave, moved: 'process.exit(3)' }),
    verdict: 'RTE',
    breaks: 'turn',
    fails: ['0'],
  },
]

/** Entries that leave something behind for the next session, or for those who clean up after them. */
export const leftBehind: WrongEntry[] = [
  {
    // More than are under way at a time on a busy machine: the failure must show again when it is played alone.
    name: 'a fault in the fourth process, and the many after it',
    source: reading({
      first: `const fs = ${builtin('fs')}
const played = fs.existsSync('played') ? fs.readFileSync('played').length : 0
fs.appendFileSync('played', 'x')
if (played > 2 && played < 40) fs.writeSync(1, '?')`,
    }),
    verdict: 'WA',
    breaks: 'turn',
    fails: manyGames,
  },
  {
    name: 'its own folder, deleted',
    source: reading({ over: `${builtin('fs')}.rmSync(__dirname, { recursive: true, force: true })` }),
    verdict: 'RTE',
    fails: manyGames,
  },
  {
    name: 'folders one in the other, deeper than a path can be long',
    source: reading({
      over: `for (let depth = 0; depth < 40; depth++) {
  ${builtin('fs')}.mkdirSync('x'.repeat(200))
  process.chdir('x'.repeat(200))
}`,
    }),
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
    name: 'a child in a session of its own that holds the output open, and a crash',
    source: reading({
      first: `${builtin('child_process')}.spawn('sleep', ['77'], { stdio: 'inherit', detached: true }).unref()`,
      moved: 'process.exit(3)',
    }),
    verdict: 'RTE',
    breaks: 'turn',
    fails: ['0'],
  },
]
