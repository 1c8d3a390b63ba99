import { inBoth, manyGames, type WrongEntry } from './entry.ts'
import { reading } from './programs.ts'

/** Makes a program wrong if `seen`, which `keep` brings about, is true: in a fresh process it is not. */
const onlyOnce = (seen: string, keep: string) => `if (${seen}) require('node:fs').writeSync(1, 'again ')\n;${keep}`

const accepted = (name: string, seen: string, keep: string): WrongEntry => ({
  name,
  source: reading({ first: onlyOnce(seen, keep) }),
  verdict: 'AC',
  passes: manyGames.slice(0, 4),
})

/** State that ends with the process: right, because every session is a process of its own. */
const inProcess: WrongEntry[] = [
  accepted('a global', 'globalThis.played', 'globalThis.played = true'),
  accepted('a counter that the module exports', 'module.exports.played', 'module.exports.played = 1'),
  accepted('a property of a module of the runtime', `require('node:fs').played`, `require('node:fs').played = 1`),
  accepted('an environment variable', 'process.env.PLAYED', `process.env.PLAYED = '1'`),
  accepted('an argument', `process.argv.includes('played')`, `process.argv.push('played')`),
  accepted('a prototype', '[].played', 'Array.prototype.played = true'),
  accepted('the prototype of all', '({}).played', 'Object.prototype.played = true'),
  accepted('a method of its prototype', `''.trim.played`, 'String.prototype.trim.played = true'),
  accepted('a property of console', 'console.played', 'console.played = true'),
  accepted('a property of Math', 'Math.played', 'Math.played = true'),
  accepted('the last match', `RegExp.$1 === 'played'`, `/(played)/.exec('played')`),
  accepted(
    'the world outside, if there is one, by way of console.log',
    `console.log.constructor('return globalThis')().played`,
    `console.log.constructor('return globalThis')().played = true`,
  ),
  accepted(
    'the world outside, if there is one, by way of process',
    `process.constructor.constructor('return globalThis')().played`,
    `process.constructor.constructor('return globalThis')().played = true`,
  ),
  accepted('the prototype of buffers', 'Buffer.prototype.played', 'Buffer.prototype.played = true'),
  accepted('a listener', `process.listenerCount('played')`, `process.on('played', () => {})`),
  accepted('a mark in the timeline', `performance.getEntriesByName('played').length`, `performance.mark('played')`),
  accepted('the exit status', 'process.exitCode', 'process.exitCode = 5'),
  accepted('the mask of new files', 'process.umask() === 0o123', 'process.umask(0o123)'),
  accepted('the folder', `process.cwd() === '/'`, `process.chdir('/')`),
  accepted('how long stack traces are', 'Error.stackTraceLimit === 3', 'Error.stackTraceLimit = 3'),
].flatMap(inBoth)

/** Entries that use what only a CommonJS script in sloppy mode has. */
const inScript: WrongEntry[] = [
  accepted('a global by assignment', `typeof played !== 'undefined'`, 'played = 1'),
  accepted('the cache of modules', 'require.cache.played', 'require.cache.played = { exports: 1 }'),
].map((entry) => ({ ...entry, runtime: 'node' }))

const kept = (name: string, file: string): WrongEntry => ({
  name,
  source: reading({
    first: `const fs = require('node:fs'), os = require('node:os'), path = require('node:path')
${onlyOnce(`fs.existsSync(${file})`, `fs.writeFileSync(${file}, '')`)}`,
  }),
  verdict: 'WA',
  fails: manyGames,
})

/** State that outlives the process by right: who plays twice has it too, so it is the program that is wrong. */
const onDisk: WrongEntry[] = [
  kept('a file beside it', `path.join(__dirname, 'played')`),
  kept('a file in the current folder', `'played'`),
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

export const state = [...inProcess, ...inScript, ...onDisk]
