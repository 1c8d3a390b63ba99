import { type Fault, games, type WrongEntry } from './entry.ts'
import { listening, reading } from './programs.ts'

const wrong = (verdict: 'WA' | 'TLE', name: string, source: string, fault: Fault): WrongEntry => ({
  name,
  source,
  verdict,
  ...fault,
})

const harmless = (name: string, first: string): WrongEntry => ({
  name,
  source: reading({ first }),
  verdict: 'AC',
  passes: Object.values(games),
})

/** A program that is wrong from its first prompt on, and tries to look right to code that runs in its process. */
const forged = (name: string, first: string) =>
  wrong('WA', name, reading({ first, say: `writeSync(1, text.replace('>', '?'))` }), {
    breaks: 'prompt',
    fails: ['0'],
    runtime: 'node',
  })

/** Entries that change what the language and the runtime offer. */
export const builtins: WrongEntry[] = [
  wrong('WA', 'Array.prototype.some that is always false', reading({ first: 'Array.prototype.some = () => false' }), {
    breaks: 'row',
    passes: [games.tie],
    fails: [games.xWins, games.oWins, games.ninthWins],
  }),
  wrong(
    'TLE',
    'process.stdout.write that writes nothing (interactive)',
    listening({ first: 'process.stdout.write = () => true' }),
    { breaks: 'turn', fails: ['0'] },
  ),
  wrong(
    'WA',
    'process.stdout.write that writes nothing (stdin)',
    listening({ first: 'process.stdout.write = () => true' }),
    { breaks: 'turn', input: 'stdin', fails: ['0'] },
  ),
  wrong(
    'WA',
    'console.log that writes everything twice',
    reading({
      first: 'const { log } = console\nconsole.log = (text) => { log(text); log(text) }',
      closing: 'console.log(message); message = ""',
    }),
    { breaks: 'ends', passes: ['0 1'], fails: [games.xWins] },
  ),
  wrong(
    'TLE',
    'a crash whose stack is never shown, as Error.prepareStackTrace loops',
    reading({ first: 'Error.prepareStackTrace = () => { for (;;); }', moved: 'new Error().stack' }),
    { breaks: 'turn', runtime: 'node', fails: ['0'] },
  ),
  forged('JSON.stringify that always returns AC', `JSON.stringify = () => '{"verdict":"AC","ok":true}'`),
  forged(
    'Object.prototype with setters for everything',
    `for (const name of ['verdict', 'ok', 'why', 'said', 'wrong', 'state', 'data'])
  Object.defineProperty(Object.prototype, name, { get: () => 'AC', set() {}, configurable: true })`,
  ),
  forged('a message to its parent thread', `require('node:worker_threads').parentPort?.postMessage({ verdict: 'AC' })`),
  forged(
    'String.prototype methods that agree with everything',
    `String.prototype.startsWith = String.prototype.includes = String.prototype.endsWith = () => true`,
  ),
  harmless('Array.prototype.push that does nothing', 'Array.prototype.push = () => 0'),
  harmless(
    'Object.prototype with accessors that throw',
    `for (const name of ['said', 'line', 'status', 'then', 'message', 'id', 'session', 'verdict'])
  Object.defineProperty(Object.prototype, name, { get() { throw 1 }, set() { throw 2 } })`,
  ),
  harmless('a program without process', 'globalThis.process = { exit() { throw 1 } }'),
  harmless(
    'frozen prototypes',
    'for (const one of [Object, Array, String, Function, RegExp, Promise]) Object.freeze(one.prototype)',
  ),
  { ...harmless('process.exit that does nothing', 'process.exit = () => {}'), milliseconds: 500 },
  {
    ...harmless('Function.prototype.call that does nothing', 'Function.prototype.call = () => {}'),
    runtime: 'node',
  },
]
