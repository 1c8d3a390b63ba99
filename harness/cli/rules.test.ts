import { existsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { commands } from '../../reference/games.ts'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../entries/test-helpers.ts'

const { folder } = testFolder()

/** A game that ends at the third `up`. */
const game = (rules: string) => `export const count = {
  name: 'count', prompt: /^> /, open: () => ({ output: '> ', state: 0 }),
  answer(state, line) {
    if (line === null) return { output: 'bye\\n' }
    if (line === 'up' && state === 2) return { output: 'bye\\n', rules: ['third'] }
    return line === 'up' ? { output: 'yes\\n> ', state: state + 1 } : { output: 'no\\n> ', state, rules: ['refused'] }
  },
  legal: () => ['up'], illegal: () => ['down', ''], key: String,
  ${rules}
}`

const third =
  "{ id: 'third', sentence: 'The third up ends the game, as it is said in a long sentence of more than seventy letters.' }"
const others =
  "{ id: 'refused', sentence: 'Other lines change nothing.' }, { id: 'fun', sentence: 'Have fun.', cannotBeTested: 'it is a wish' }"

async function rules(text: string, ...args: readonly string[]) {
  writeFileSync(join(folder, 'count.ts'), game(text))
  const words = [join(packageRoot, 'dist/ninehole.js'), 'rules', './count.ts', ...args]
  const { stdout, stderr, exitCode } = await execa(process.execPath, words, { cwd: folder, reject: false })
  return { stdout, stderr, exitCode }
}

test('a game from a file has its table, in 80 columns', async () => {
  const { stdout, exitCode } = await rules(`rules: [${third}, ${others}]`)
  expect(exitCode).toBe(0)
  expect(stdout).toBe(`rule     class             replies  suites  fixtures
third    tested                  1       6         0
    The third up ends the game, as it is said in a long sentence of more than
    seventy letters.
    suites: random, repetition, leftover, positions, transitions, fuzz
refused  tested                  6       6         0
    Other lines change nothing.
    suites: random, repetition, leftover, positions, transitions, fuzz
fun      cannot be tested        0       0         0
    Have fun.
    cannot be tested: it is a wish

2 of 3 sentences are tested; replies are counted in 3 positions`)
})

test('without a game, each of ours with the page of its rules, as it can be opened here', async () => {
  const words = [join(packageRoot, 'dist/ninehole.js'), 'rules']
  const { stdout } = await execa(process.execPath, words, { cwd: folder })
  const [head = '', ...rows] = stdout.split('\n')
  expect(head).toMatch(/^game +rules +sentences$/)
  expect(rows.map((row) => row.split(/ {2,}/))).toEqual(
    commands.map(({ name }) => [name, expect.any(String), `npx ninehole rules ${name}`]),
  )
  const pages = rows.map((row) => row.split(/ {2,}/)[1] ?? '')
  expect(pages.filter((page) => !existsSync(join(folder, page)))).toEqual([])

  const [page] = (await execa(process.execPath, [...words, 'tic-tac-toe'], { cwd: folder })).stdout.split('\n')
  expect(page).toBe(relative(folder, join(packageRoot, 'reference/tic-tac-toe.md')))
  const data = await execa(process.execPath, [...words, '--reporter', 'json'], { cwd: folder })
  expect(JSON.parse(data.stdout)).toMatchObject([{ game: 'tic-tac-toe', page }, {}, {}, {}])
})

test('the same as data and in Markdown', async () => {
  const { stdout } = await rules(`rules: [${others}]`, '--reporter', 'json')
  expect(JSON.parse(stdout)).toMatchObject({
    positions: 3,
    rules: [{ id: 'refused', class: 'tested', replies: 6 }, { id: 'fun' }],
  })
  const markdown = await rules(`rules: [${others}]`, '--reporter', 'markdown')
  expect(markdown.stdout.split('\n').at(-1)).toBe('| Have fun. | cannot be tested: it is a wish | 0 |  |  |')
})

test.each([
  ['', 'the game has no rules'],
  ['rules: [{ id: 3 }]', "not a game yet: 'rules.0.id'"],
])('bad rules are a usage error: %s', async (text, message) => {
  const { stderr, exitCode } = await rules(text)
  expect(stderr).toContain(`ninehole: ./count.ts: ${message}`)
  expect(stderr.split('\n')).toHaveLength(1)
  expect(exitCode).toBe(2)
})
