// @module-tag slow

import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../run/test-helpers.ts'
import { filesIn, page } from './test-data/pages.ts'

// The installation in the README, step by step.

const { folder, write } = testFolder()
const clone = join(folder, 'clone')
const mine = join(folder, 'mine')
const text = page('README.md')
const [, withoutEsbuild] = /, takes (\d+) MB/.exec(text) ?? []
const [, addEsbuild = '', more] = /`(npm install -D esbuild)`, (\d+) MB/.exec(text) ?? []
const entries = ['node-args/exact.ts', 'perl-stdin/record.pl'].map((entry) => `solutions/tic-tac-toe/${entry}`)

beforeAll(async () => {
  // What npm runs before it packs would delete dist/, which other tests use.
  const isCopied = (path: string) => !/\/(node_modules|dist|\.git)$/.test(path)
  cpSync(packageRoot, clone, { recursive: true, filter: isCopied })
  symlinkSync(join(packageRoot, 'node_modules'), join(clone, 'node_modules'))
  const commands = [...text.matchAll(/^ {4}(\S.*? npm (?:pack|install) .*?) {2}/gm)].map(([, line]) => line)
  expect(commands).toHaveLength(2)
  await execa('sh', ['-ec', commands.join('\n')], { cwd: clone, env: { npm_config_ignore_scripts: 'false' } })
  for (const { name, content } of filesIn('README.md')) write(`mine/${name}`, content)
  for (const path of entries) write(`mine/${path}`, page(path))
}, 300_000)

const spaceTaken = async () => Number.parseInt((await execa('du', ['-sm', join(mine, 'node_modules')])).stdout, 10)

async function ninehole(...words: readonly string[]) {
  const { stdout, stderr, exitCode } = await execa('npx', ['ninehole', ...words], { cwd: mine, reject: false })
  const errors = stderr.split('\n').filter((line) => !/^(npm warn.*)?$/.test(line))
  return { stdout, errors, exitCode }
}

test('what is installed needs no script, takes as much space as the page says, and judges what is not JavaScript', async () => {
  expect(await ninehole('verify')).toEqual({ stdout: '2 of 2 sessions as recorded', errors: [], exitCode: 0 })
  expect(Math.abs((await spaceTaken()) - Number(withoutEsbuild))).toBeLessThanOrEqual(1)
  const { stdout } = await ninehole('judge', '--suite', 'fixtures', 'solutions/tic-tac-toe/perl-stdin')
  expect(stdout).toContain('1 of 1 entries accepted')
})

test('without esbuild, what TypeScript needs is one line, and the other entries are judged', async () => {
  const [entry = ''] = entries
  const needs = (path: string) => `ninehole: ${path}: needs esbuild: '${addEsbuild}'`
  const { stdout, errors, exitCode } = await ninehole('judge', '--suite', 'fixtures')
  expect(stdout).toContain('1 of 1 entries accepted, 1 file could not be run')
  const missing = `ninehole: esbuild is not installed: 1 entry needs it ('${addEsbuild}')`
  expect({ errors, exitCode }).toEqual({ errors: [missing, needs(entry)], exitCode: 2 })
  expect(await ninehole('golf', entry)).toEqual({ stdout: '', errors: [needs(entry)], exitCode: 2 })
  write('mine/my-game.ts', page('reference/tic-tac-toe.ts'))
  expect(await ninehole('play', './my-game.ts')).toMatchObject({ errors: [needs('./my-game.ts')], exitCode: 2 })
  const sizes = await ninehole('sizes', '--reporter', 'json')
  expect(sizes).toMatchObject({ errors: [], exitCode: 0 })
  expect(JSON.parse(sizes.stdout)).toMatchObject({ entries: [{ path: entry, terser: 0 }, {}] })
  expect(sizes.stdout).not.toContain('"esbuild"')
})

test('entries in TypeScript are judged with what the page adds', async () => {
  await execa(addEsbuild, { cwd: mine, shell: true })
  expect((await ninehole('judge', '--suite', 'fixtures')).stdout).toContain('2 of 2 entries accepted')
  expect(Math.abs((await spaceTaken()) - Number(withoutEsbuild) - Number(more))).toBeLessThanOrEqual(1)
})
