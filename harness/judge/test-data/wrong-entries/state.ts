import { manyGames, type WrongEntry } from './entry.ts'
import { reading } from './programs.ts'

/** Makes a program wrong if `seen`, which `keep` brings about, is true: in a fresh process it is not. */
const onlyOnce = (seen: string, keep: string) => `if (${seen}) require('node:fs').writeSync(1, 'again ')\n;${keep}`

const accepted = (name: string, seen: string, keep: string): WrongEntry => ({
  name,
  source: reading({ first: onlyOnce(seen, keep) }),
  verdict: 'AC',
  passes: manyGames.slice(0, 4),
})

const kept = (name: string, file: string): WrongEntry => ({
  name,
  source: reading({
    first: `const fs = require('node:fs'), os = require('node:os'), path = require('node:path')
${onlyOnce(`fs.existsSync(${file})`, `fs.writeFileSync(${file}, '')`)}`,
  }),
  verdict: 'WA',
  breaks: 'turn',
  fails: manyGames,
})

/**
 * State that ends with the process is right, because every session is a process of its own. State that outlives it is not: who
 * plays twice has it, too.
 */
export const state: WrongEntry[] = [
  accepted('a global', 'globalThis.played', 'globalThis.played = true'),
  accepted('an environment variable', 'process.env.PLAYED', `process.env.PLAYED = '1'`),
  accepted('a method of its prototype', `''.trim.played`, 'String.prototype.trim.played = true'),
  accepted(
    'the world outside, if there is one, by way of console.log',
    `console.log.constructor('return globalThis')().played`,
    `console.log.constructor('return globalThis')().played = true`,
  ),
  accepted('the mask of new files', 'process.umask() === 0o123', 'process.umask(0o123)'),
  accepted('the folder', `process.cwd() === '/'`, `process.chdir('/')`),
  { ...accepted('a global by assignment', `typeof played !== 'undefined'`, 'played = 1'), runtime: 'node' },
  kept('a file beside it', `path.join(__dirname, 'played')`),
  kept('a file among the temporary ones', `path.join(os.tmpdir(), 'played')`),
  kept('a file at home', `path.join(process.env.HOME, 'played')`),
  {
    name: 'its own source, written to',
    source: reading({
      first: `require('node:fs').appendFileSync(__filename, "\\nrequire('node:fs').writeSync(1, 'again')")`,
    }),
    verdict: 'RTE',
    fails: manyGames,
  },
  {
    name: 'its own source, deleted',
    source: reading({ first: `require('node:fs').rmSync(__filename, { force: true })` }),
    verdict: 'RTE',
    fails: manyGames,
  },
]
