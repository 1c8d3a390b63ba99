import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../games/package-root.ts'

/** What the pages say is what the commands do: console examples are run, tables are made anew. */
const folder = mkdtempSync(join(tmpdir(), 'ninehole-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const bin = join(folder, 'bin')
mkdirSync(bin)
for (const file of readdirSync(join(packageRoot, 'dist'))) {
  if (/^(ninehole|tic-tac-toe|ortho|ordo)\.js$/.test(file)) {
    symlinkSync(join(packageRoot, 'dist', file), join(bin, file.replace('.js', '')))
  }
}

const shell = (line: string) =>
  execa('sh', ['-c', line], {
    cwd: folder,
    env: { PATH: `${bin}:${process.env.PATH}`, COLUMNS: '80' },
    reject: false,
    all: true,
    stripFinalNewline: false,
  })

const page = (path: string) => readFileSync(join(packageRoot, path), 'utf8')

/** The commands of a page's console examples, each with what it prints. */
const examples = (path: string) =>
  [...page(path).matchAll(/^```console\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    [...block.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)].map(([, command = '', output = '']) => ({ command, output })),
  )

describe('fixtures/README.md', () => {
  mkdirSync(join(folder, 'fixtures/ortho'), { recursive: true })

  test.each(examples('fixtures/README.md'))('$ $command', async ({ command, output }) => {
    const { all } = await shell(command)
    if (!command.includes(' record ')) expect(all).toBe(output)
  })

  test('has examples', () => {
    expect(examples('fixtures/README.md').length).toBeGreaterThan(5)
  })
})

test("README.md's table of sizes is what the command says", async () => {
  const { stdout } = await execa(
    process.execPath,
    [join(packageRoot, 'dist/ninehole.js'), 'sizes', '--reporter', 'markdown'],
    {
      cwd: packageRoot,
    },
  )
  const [, table] = /<!-- sizes -->\n(.*?)\n<!-- \/sizes -->/s.exec(page('README.md')) ?? []
  expect(table, "run 'npm run leaderboard'").toBe(stdout)
})

test('no minifier takes a byte off a golfed entry', async () => {
  const { stdout } = await execa(
    process.execPath,
    [join(packageRoot, 'dist/ninehole.js'), 'sizes', '--reporter', 'json'],
    {
      cwd: packageRoot,
    },
  )
  const { entries } = JSON.parse(stdout) as { entries: { path: string; terser?: number; esbuild?: number }[] }
  expect(entries.length).toBeGreaterThan(10)
  for (const { path, terser = 0, esbuild = 0 } of entries)
    expect({ path, terser, esbuild }).toEqual({ path, terser: 0, esbuild: 0 })
})
