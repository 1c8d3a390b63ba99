import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa, execaSync } from 'execa'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../entries/test-helpers.ts'

const isDeep = process.env.DEEP !== undefined

/** The pages say what the commands do: console examples are run, tables are made anew. */
const { folder } = testFolder()

const bin = join(folder, 'bin')
mkdirSync(bin)
for (const file of readdirSync(join(packageRoot, 'dist'))) {
  if (/^(ninehole|tic-tac-toe|ortho|ordo)\.js$/.test(file)) {
    symlinkSync(join(packageRoot, 'dist', file), join(bin, file.replace('.js', '')))
  }
}

const shell = (line: string, options: { cwd?: string; input?: string } = {}) =>
  execa('sh', ['-c', line], {
    cwd: folder,
    ...options,
    // No example may change the home of who runs the tests.
    env: { PATH: `${bin}:${process.env.PATH}`, COLUMNS: '80', HOME: folder },
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

describe('README.md', () => {
  const readme = join(folder, 'readme')
  const text = page('README.md')
  const quickly = (command: string) =>
    command
      .replace(/--seconds \d+/, '--seconds 1')
      .replace('ninehole fuzz ', 'ninehole fuzz --runs 5 ')
      .replace(/ninehole judge (?=some|--watch)/, isDeep ? '$&' : '$&--suite fixtures ')
      .replace(/ninehole judge (?=--game)/, isDeep ? '$&' : '$&--suite random ')
  /** Lines of code blocks, fenced or indented, up to the description behind two spaces; YAML and `npm` are not run. */
  const commands = [...text.matchAll(/^(?: {4})?(?:\$ )?npx ((?:(?! {2}).)+)/gm)].map(([, command = '']) =>
    quickly(command.replace(/ \[[^\]]*\]| \p{Lu}+…/gu, '').trim()),
  )

  mkdirSync(readme)
  const program = (name: string, command: string) =>
    writeFileSync(join(readme, name), `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 })
  program('my-ortho', 'ortho')
  program('another-implementation', 'ninehole play ./my-game.ts')
  const game = /^```ts\n(import type \{ Game \}.*?)^```$/ms.exec(text)?.[1] ?? ''
  writeFileSync(join(readme, 'my-game.ts'), game)
  const golfed =
    'print"> ";while(<>){chomp;if($_ eq"up"&&$n==2){last}if($_ eq"up"){$n++;print"yes\\n> "}else{print"no\\n> "}}print"bye\\n"'
  writeFileSync(join(readme, 'golfed.pl'), golfed)
  const entry = 'tic-tac-toe/node-args/record.ts'
  mkdirSync(join(readme, 'some/tic-tac-toe/node-args'), { recursive: true })
  copyFileSync(join(packageRoot, 'solutions', entry), join(readme, 'some/tic-tac-toe/node-args/mine.ts'))
  mkdirSync(join(readme, 'fixtures/ortho'), { recursive: true })
  copyFileSync(join(packageRoot, 'fixtures/ortho/quit-q.transcript'), join(readme, 'fixtures/ortho/q.transcript'))

  // golf judges what it has found by all suites.
  test.each(commands.filter((command) => isDeep || !command.startsWith('ninehole golf')))('npx %s', async (command) => {
    const { all, exitCode } = await shell(command, { cwd: readme, input: 'q\n' })
    expect({ all, exitCode }).toEqual({ all: expect.any(String), exitCode: 0 })
  })

  test('has commands', () => {
    expect(commands.length).toBeGreaterThan(10)
  })

  // The examples of the help need the same files. Those that stand in the README, too, are run once.
  const help = (...words: string[]) => execaSync(join(bin, 'ninehole'), [...words, '--help']).stdout
  const verbs = [...help().matchAll(/^ {2}([a-z]+) .*[\]>] {2}/gm)].map(([, verb = '']) => verb)
  mkdirSync(join(readme, 'reports'))
  writeFileSync(join(readme, 'reports/1.json'), '{ "version": 1, "ok": true, "machines": [], "cases": [] }')

  test.each(verbs)('the example of %s --help', async (verb) => {
    const [, command = ''] = /\nExample:\n {2}npx (.*)$/.exec(help(verb)) ?? []
    expect(command).toMatch(new RegExp(`^ninehole ${verb} `))
    if (commands.includes(quickly(command))) return
    const { all, exitCode } = await shell(quickly(command), { cwd: readme, input: 'q\n' })
    expect({ all, exitCode }).toEqual({ all: expect.any(String), exitCode: 0 })
  })

  test('every verb has an example', () => {
    expect(verbs.length).toBeGreaterThanOrEqual(10)
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

test('the picture of the leaderboard is what the command draws', async () => {
  const { stdout } = await execa(
    process.execPath,
    [join(packageRoot, 'dist/ninehole.js'), 'sizes', '--reporter', 'svg'],
    {
      cwd: packageRoot,
      stripFinalNewline: false,
    },
  )
  expect(page('README.md')).toContain('](solutions/leaderboard.svg)')
  expect(page('solutions/leaderboard.svg'), "run 'npm run leaderboard'").toBe(stdout)
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
