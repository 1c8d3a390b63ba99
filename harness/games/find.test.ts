import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../run/test-helpers.ts'
import { findCommandFor, findGame } from './find.ts'

const { folder, write } = testFolder()

/** A game that counts to three: `up` counts, anything else is refused. Its members can be replaced. */
const members = (changes: Record<string, string | undefined> = {}) =>
  Object.entries({
    name: `'count'`,
    prompt: '/^> /',
    open: `() => ({ output: '> ', state: { n: 0 } })`,
    answer: `({ n }, line) => {
      if (line === null) return { output: 'bye\\n' }
      if (line !== 'up') return { output: 'no\\n> ', state: { n } }
      return n === 2 ? { output: 'three\\n', status: 3 } : { output: 'yes\\n> ', state: { n: n + 1 } }
    }`,
    legal: `() => ['up']`,
    illegal: `() => ['down', '']`,
    key: `({ n }) => String(n)`,
    ...changes,
  })
    .filter(([, source]) => source !== undefined)
    .map(([member, source]) => `${member}: ${source}`)
    .join(', ')

const game = (changes?: Record<string, string | undefined>) => `{ ${members(changes)} }`
/** Its members are inherited, and one calls another. */
const inherited = `Object.create(${game({ key: 'function ({ n }) { return this.text(n) }', text: 'String' })})`
const command = `{ name: 'counting', usage: 'Usage: counting [-x]\\n', parse: (args) => args[0] === '-x' ? { error: 'no x', status: 2 } : { game } }`

test.each([
  ['default.ts', `export default ${game()} as object`],
  ['named.js', `export const anything = ${game()}, other = 5, nothing = null`],
  ['two-names.mjs', `export const count = ${game()}; export { count as game }`],
  ['cjs.cjs', `module.exports = ${game()}`],
  ['cjs-named.js', `const { sep } = require('node:path'); exports.count = ${game()}; exports.sep = sep`],
  ['two-one-default.ts', `export const other = ${game()}; export default ${game()}`],
  ['command.ts', `const game = ${game()}; export { game }; export const counting = ${command}`],
  ['default-command.js', `const game = ${game()}; export default ${command}`],
  ['imports.ts', `import { count } from './lib/count.ts'; import { sep } from 'node:path'; export { count, sep }`],
  [
    'creates-require.mjs',
    `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); require('node:fs'); export default ${game()}`,
  ],
  ['inherited.ts', `export const count = ${inherited}`],
  ['frozen.js', `export const count = Object.freeze(${game()})`],
  ['place.mjs', `if (!import.meta.filename.startsWith(import.meta.dirname)) throw 0; export const count = ${game()}`],
  ['place.cjs', `if (!__filename.startsWith(__dirname)) throw 0; exports.count = ${game()}`],
])('the game of %s is loaded', async (name, source) => {
  write('lib/count.ts', `export const count = ${game()}`)
  const found = await findGame(write(name, source))
  expect(found.name).toBe('count')
  const { state } = found.answer(found.answer(found.open().state, 'up').state, 'up')
  expect(found.answer(state, 'up')).toEqual({ output: 'three\n', status: 3 })
})

test('the game of reference/README.md conforms to the type of ninehole/game, and can be loaded', {
  tags: 'slow',
}, async () => {
  const readme = readFileSync(join(packageRoot, 'reference/README.md'), 'utf8')
  const [, source = ''] = /```ts\n(import type \{ Game \} from 'ninehole\/game'\n.*?)```/s.exec(readme) ?? []
  const path = write('project/my-game.ts', source)
  mkdirSync(join(folder, 'project/node_modules'))
  symlinkSync(packageRoot, join(folder, 'project/node_modules/ninehole'))
  write('project/exact.mjs', `import { exact } from 'ninehole/game'; console.log(exact(['a', 'b']))`)
  const cwd = join(folder, 'project')

  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', '']
  const tsc = join(packageRoot, 'node_modules/typescript/bin/tsc')
  expect((await execa('node', [tsc, ...options, 'my-game.ts'], { cwd, reject: false })).stdout).toBe('')
  expect((await execa('node', ['exact.mjs'], { cwd })).stdout).toBe('ab')
  expect((await findGame(path)).name).toBe('count')
})

const noPrompt = 'must end with a prompt, unless the game is over'
const [a, b] = ['a', 'b'].map((name) => game({ name: `'${name}'` }))
test.each<[wrong: string | Record<string, string | undefined>, message: string]>([
  [{ key: undefined }, "not a game yet: 'key' is missing"],
  [{ prompt: '/> /g' }, "not a game yet: 'prompt' must not have the flags g and y"],
  [
    { nonsense: "['x\\ny']", rules: "[{ id: 1, sentence: 'x' }, { id: 'x' }]" },
    "not a game yet: 'nonsense.0' must be one line, 'rules.0.id' must be a string, 'rules.1.sentence' is missing",
  ],
  [{ name: "'my game'" }, "not a game yet: 'name' must be one word, such as tic-tac-toe"],
  [
    { prompt: "'> '", legal: "['up']", illegal: undefined, count: '3' },
    "not a game yet: 'prompt' must be a regular expression, 'legal' must be a function, 'illegal' is missing, 'count' must be a function",
  ],
  [{ legal: '() => { throw new Error("oh") }' }, 'legal() throws: oh'],
  [{ legal: "() => 'up'" }, 'legal() must return an array of lines'],
  [{ open: "() => '> '" }, 'open() must return { output, state }'],
  [{ answer: '() => ({ output: "", status: 256 })' }, 'answer() must return { output, state }'],
  [{ key: '({ n }) => n' }, 'key() must return a string'],
  [
    { answer: `(state) => { state.n++; return { output: '> ', state } }` },
    'answer() changes the state that it is given, at "up": return a new one',
  ],
  [
    { legal: "() => ['up', 'sideways']" },
    'legal() lists "sideways", but answer() does not move on: the key stays the same',
  ],
  [{ open: `() => ({ output: 'count!\\n', state: { n: 0 } })` }, `the output of open() ${noPrompt}`],
  [
    { answer: `({ n }, line) => line === null ? { output: '' } : { output: '> well?', state: { n: n + 1 } }` },
    `the output of answer() at "up" ${noPrompt}`,
  ],
  [
    { answer: `({ n }) => ({ output: '> ', state: { n: n + 1 } })`, illegal: '() => []' },
    'answer() goes on at the end of input: return no state',
  ],
  ['throw new Error("oh\\nno")', 'cannot be loaded: oh'],
  [`export const a = ${a}; export const b = ${b}`, 'exports 2 games (a, b): make one of them the default export'],
  [`module.exports = { a: ${a}, b: ${b} }`, 'exports 2 games (a, b): make one of them the default export'],
  [`export default { name: 'count', usage: '', parse() { throw new TypeError('oh') } }`, 'parse() throws: oh'],
  [
    `export default { name: 'count', usage: '', parse: () => ({}) }`,
    'parse() must return { game } or { error, status }',
  ],
  [`const game = ${game({ key: undefined })}; export default ${command}`, "not a game yet: 'key' is missing"],
])('an error in a game names its file: %j', async (wrong, message) => {
  const path = write('wrong.js', typeof wrong === 'string' ? wrong : `export default ${game(wrong)}`)
  await expect(findGame(path)).rejects.toMatchObject({ name: 'UsageError', message: `${path}: ${message}` })
})

test('a syntax error in an imported file has its line', async () => {
  write('lib/broken.ts', 'x = 1\nx = = 2')
  await expect(findGame(write('imports-broken.ts', `import './lib/broken.ts'`))).rejects.toThrow(
    /lib\/broken\.ts:2: Unexpected "="$/,
  )
})

test('a file of another language is neither a game nor recorded sessions', async () => {
  const path = write('atm.py', 'print("PIN: ")')
  const why = 'no game, which is a .ts or .js file, and no recorded sessions, which are a folder or a .transcript'
  await expect(findGame(path)).rejects.toMatchObject({ name: 'UsageError', message: `${path}: ${why}` })
})

test('the game that only the path of an entry names may be the only file of this name in the current folder', async () => {
  write('near/nim.js', `export default ${game()}`)
  write('near/ortho.js', 'throw 1')
  const cwd = join(folder, 'near')
  expect(await findCommandFor('nim', 'nim/a.pl', cwd)).toMatchObject({ file: './nim.js' })
  expect((await findCommandFor('ortho', 'ortho/a.pl', cwd)).file).toBeUndefined()
  await expect(findCommandFor('nim', 'nim/a.pl', cwd, false)).rejects.toThrow("nim/a.pl: 'nim' is not")
  write('near/nim.ts', '')
  const why = "nim/a.pl: 'nim' is not one of our games: use --game ./nim.ts or --game ./nim.js"
  await expect(findCommandFor('nim', 'nim/a.pl', cwd)).rejects.toThrow(why)
})

test('an error that occurs later names the file, too', async () => {
  // Correct in its first position, but not in its second.
  const legal = `({ n }) => { if (n > 0) throw new Error('oh'); return ['up'] }`
  const path = write('later.js', `export default ${game({ legal })}`)
  const found = await findGame(path)
  const { state } = found.answer(found.open().state, 'up')
  const message = `${path}: legal() throws: oh`
  expect(() => found.legal(state)).toThrow(expect.objectContaining({ name: 'UsageError', message }))
})
