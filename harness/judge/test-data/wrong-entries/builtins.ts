import { games, inBoth, type WrongEntry } from './entry.ts'
import { listening, reading } from './programs.ts'

const wins = [games.xWins, games.oWins, games.ninthWins]

const wrong = (
  name: string,
  first: string,
  shown: Pick<WrongEntry, 'fails' | 'passes'> = { fails: ['0 1 2 3'] },
): WrongEntry => ({
  name,
  source: reading({ first }),
  verdict: 'WA',
  ...shown,
})

const harmless = (name: string, first: string): WrongEntry => ({
  name,
  source: reading({ first }),
  verdict: 'AC',
  passes: Object.values(games),
})

/** A program that is wrong from its first prompt on, and tries to look right to code that runs in its process. */
const forged = (name: string, first: string): WrongEntry => ({
  name,
  source: reading({ first, say: `writeSync(1, text.replace('>', '?'))` }),
  verdict: 'WA',
  fails: ['0'],
})

/** Changes to what Node itself is written in, or that only Node has. */
const inNodeOnly = [
  harmless('Function.prototype.call that does nothing', 'Function.prototype.call = () => {}'),
  harmless('JSON.stringify that throws', 'JSON.stringify = () => { throw 1 }'),
  harmless('setTimeout that throws', 'globalThis.setTimeout = globalThis.setImmediate = () => { throw 1 }'),
  forged(
    'Object.prototype with setters for everything',
    `for (const name of ['verdict', 'ok', 'why', 'said', 'wrong', 'state', 'data'])
  Object.defineProperty(Object.prototype, name, { get: () => 'AC', set() {}, configurable: true })`,
  ),
  forged('a message to its parent', `process.send?.({ verdict: 'AC' })`),
  forged('a message to its parent thread', `require('node:worker_threads').parentPort?.postMessage({ verdict: 'AC' })`),
  forged(
    'String.prototype methods that agree with everything',
    `String.prototype.startsWith = String.prototype.includes = String.prototype.endsWith = () => true`,
  ),
].map((entry): WrongEntry => ({ ...entry, runtime: 'node' }))

/** Entries that change what the language and the runtime offer. */
export const builtins: WrongEntry[] = [
  wrong(
    'Array.prototype.join that reverses',
    'Array.prototype.join = function () { return this.reduceRight((all, one) => all + one, "") }',
    {
      fails: ['0'],
    },
  ),
  wrong(
    'Array.prototype.map changed, and relied on',
    `Array.prototype.map = () => []\nvar marks = [1].map((one) => one)\nif (marks.length === 0) require('node:fs').writeSync(1, '?')`,
  ),
  wrong('String.prototype.replace that returns nothing', `String.prototype.replace = () => ''`),
  wrong('Array.prototype.some that is always false', 'Array.prototype.some = () => false', {
    passes: [games.tie],
    fails: wins,
  }),
  wrong('Array.prototype.every that is always true', 'Array.prototype.every = () => true', {
    passes: ['x'],
    fails: ['0'],
  }),
  wrong('Array.prototype.includes that is always true', 'Array.prototype.includes = () => true', {
    passes: wins,
    fails: [games.tie],
  }),
  wrong('texts that cannot be iterated', 'String.prototype[Symbol.iterator] = function* () {}', { fails: ['0'] }),
  wrong(
    'String.prototype.replace that is right twice',
    `const { replace } = String.prototype
let times = 0
String.prototype.replace = function (...all) { return ++times > 2 ? '' : replace.apply(this, all) }`,
    {
      passes: ['0'],
      fails: ['0 1'],
    },
  ),
  {
    name: 'Buffer gone',
    source: reading({ first: 'globalThis.Buffer = undefined' }),
    verdict: 'RTE',
    fails: ['0'],
  },
  {
    name: 'process.stdout.write that writes nothing (interactive)',
    source: listening({ first: 'process.stdout.write = () => true' }),
    verdict: 'TLE',
    fails: ['0'],
  },
  {
    name: 'process.stdout.write that writes nothing (stdin)',
    source: listening({ first: 'process.stdout.write = () => true' }),
    verdict: 'WA',
    input: 'stdin',
    fails: ['0'],
  },
  {
    name: 'console.log that writes everything twice',
    source: reading({
      first: 'const { log } = console\nconsole.log = (text) => { log(text); log(text) }',
      closing: 'console.log(message); message = ""',
    }),
    verdict: 'WA',
    passes: ['0 1'],
    fails: [games.xWins],
  },
  {
    name: 'console.log that throws undefined, after the end',
    source: reading({ first: 'console.log = () => { throw undefined }', over: 'console.log()' }),
    verdict: 'AC',
    passes: [games.xWins],
  },
  {
    name: 'a crash whose stack is never shown, as Error.prepareStackTrace loops',
    source: reading({ first: 'Error.prepareStackTrace = () => { for (;;); }', moved: 'new Error().stack' }),
    verdict: 'TLE',
    runtime: 'node',
    fails: ['0'],
  },
  ...[
    harmless('Array.prototype.push that does nothing', 'Array.prototype.push = () => 0'),
    harmless('Array.prototype.map that throws', 'Array.prototype.map = () => { throw 1 }'),
    harmless('Promise.prototype.then that does nothing', 'Promise.prototype.then = () => {}'),
    harmless('arrays that cannot be iterated, and need not', 'Array.prototype[Symbol.iterator] = function* () {}'),
    forged('JSON.stringify that always returns AC', `JSON.stringify = () => '{"verdict":"AC","ok":true}'`),
    forged(
      'Object.prototype.verdict',
      `Object.defineProperty(Object.prototype, 'verdict', { get: () => 'AC', set() {} })`,
    ),
  ].flatMap(inBoth),
  harmless('RegExp.prototype.test that is always true, and not needed', 'RegExp.prototype.test = () => true'),
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
  harmless('Date.now that throws', 'Date.now = performance.now = () => { throw 1 }'),
  ...inNodeOnly,
]
