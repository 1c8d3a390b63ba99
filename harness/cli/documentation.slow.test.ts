// @module-tag slow

import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../run/test-helpers.ts'
import {
  type Example,
  examplesIn,
  filesIn,
  folderFor,
  isSlow,
  outputLike,
  page,
  pages,
  shell,
} from './test-data/pages.ts'

/** Recordings, and commands that are none of ours, make the files that others read. */
const isNeeded = (example: Example) =>
  // What watches has no end: watch.test.ts.
  !example.command.includes(' --watch') && (isSlow(example) || !/^ninehole (?!record sessions)/.test(example.command))

/** The command of an example whose output the page does not show, with fewer sessions. */
const withFewSessions = (command: string) =>
  command
    .replace(/^ninehole judge (?!.*--(?:suite|reference|game))/, '$&--suite fixtures ')
    .replace(/^ninehole judge (?=--(?:reference|game))/, '$&--quick ')
    .replace(/^ninehole fuzz .*?(?= -- )/, '$& --runs 5')
    .replace(/^ninehole verify node_modules.*?(?= -- )/, '$& --shard 1/10')

/** A command uses what those before it have left. */
const inOrder = { concurrent: false, timeout: 600_000 }

/** The commands of the pages that judge, search, or play with a command as the reference. */
describe.each(pages.filter((path) => examplesIn(path).some(isSlow)))('%s', { concurrent: true }, (path) => {
  const folder = folderFor(path)

  test.each(examplesIn(path).filter(isNeeded))('$command', inOrder, async ({ command, output }) => {
    const short = (output === undefined ? withFewSessions(command) : command).replace(/--seconds \d+/, '--seconds 1')
    const { all, exitCode } = await shell(folder, short)
    // Progress is written in lines of its own if there is no terminal.
    const shown = all?.replaceAll(/^.* sessions · .*\n/gm, '')
    // One second may be too short for golf to judge an entry.
    const expected = / not judged within 1 s: /.test(all ?? '') ? 1 : 0
    if (output === undefined) expect({ all, exitCode }).toEqual({ all, exitCode: expected })
    else {
      expect(shown).toMatch(outputLike(output))
      expect(exitCode).toBeLessThan(2)
    }
  })
})

describe('the installation in the README', { concurrent: true }, () => {
  const { folder, write } = testFolder()
  const clone = join(folder, 'clone')
  const mine = join(folder, 'mine')
  const text = page('README.md')
  const [, withoutEsbuild] = /, takes (\d+) MB/.exec(text) ?? []
  const [, addEsbuild = '', more] = /`(npm install -D esbuild)`, (\d+) MB/.exec(text) ?? []

  beforeAll(async () => {
    // What npm runs before it packs would delete dist/, which other tests use.
    const isCopied = (path: string) => !/\/(node_modules|dist|\.git)$/.test(path)
    cpSync(packageRoot, clone, { recursive: true, filter: isCopied })
    symlinkSync(join(packageRoot, 'node_modules'), join(clone, 'node_modules'))
    const commands = [...text.matchAll(/^ {4}(\S.*? npm (?:pack|install) .*?) {2}/gm)].map(([, line]) => line)
    expect(commands).toHaveLength(2)
    await execa('sh', ['-ec', commands.join('\n')], { cwd: clone, env: { npm_config_ignore_scripts: 'false' } })

    for (const { name, content } of filesIn('README.md')) write(`mine/${name}`, content)
    for (const entry of ['node-args/exact.ts', 'perl-stdin/record.pl']) {
      const path = `solutions/tic-tac-toe/${entry}`
      write(`mine/${path}`, page(path))
    }
  }, 300_000)

  const spaceTaken = async () => Number.parseInt((await execa('du', ['-sm', join(mine, 'node_modules')])).stdout, 10)

  async function npx(...words: readonly string[]) {
    const { stdout, stderr, exitCode } = await execa('npx', words, { cwd: mine, reject: false })
    const errors = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm warn'))
    return { stdout, errors, exitCode }
  }

  test('it needs no install script, and takes as much space as the page says', inOrder, async () => {
    expect(await npx('ninehole', 'verify')).toEqual({ stdout: '2 of 2 sessions as recorded', errors: [], exitCode: 0 })
    expect(Math.abs((await spaceTaken()) - Number(withoutEsbuild))).toBeLessThanOrEqual(1)
  })

  test('it is enough to begin, and to judge what is not JavaScript', inOrder, async () => {
    const help = await npx('ninehole')
    expect(help.errors[0]).toBe('Usage: ninehole [options] [command]')
    expect(help.exitCode).toBe(2)
    const judged = await npx('ninehole', 'judge', '--suite', 'fixtures', 'solutions/tic-tac-toe/perl-stdin')
    expect(judged).toMatchObject({ stdout: expect.stringContaining('1 of 1 entries accepted'), exitCode: 0 })
  })

  test('what TypeScript needs beside it is one line, and the other entries are judged', inOrder, async () => {
    const entry = 'solutions/tic-tac-toe/node-args/exact.ts'
    const needs = (path: string) => [`ninehole: ${path}: needs esbuild: '${addEsbuild}'`]
    const judged = await npx('ninehole', 'judge', '--suite', 'fixtures')
    expect(judged.stdout).toContain('1 of 1 entries accepted, 1 could not be run')
    expect(judged).toMatchObject({
      errors: [
        expect.stringMatching(/^judging 2 entries/),
        `ninehole: esbuild is not installed: 1 entry needs it ('${addEsbuild}')`,
        ...needs(entry),
      ],
      exitCode: 2,
    })
    expect(await npx('ninehole', 'golf', entry)).toEqual({ stdout: '', errors: needs(entry), exitCode: 2 })
    write('mine/my-game.ts', page('reference/tic-tac-toe.ts'))
    const play = await npx('ninehole', 'play', './my-game.ts')
    expect(play).toEqual({ stdout: '', errors: needs('./my-game.ts'), exitCode: 2 })

    const sizes = await npx('ninehole', 'sizes', '--reporter', 'json')
    expect(sizes).toMatchObject({ errors: [], exitCode: 0 })
    const { entries } = JSON.parse(sizes.stdout)
    expect(entries[0]).toMatchObject({ path: entry, terser: 0 })
    expect(entries[0]).not.toHaveProperty('esbuild')
  })

  test('entries in TypeScript are judged with what the page adds', inOrder, async () => {
    await execa(addEsbuild, { cwd: mine, shell: true })
    expect((await npx('ninehole', 'judge', '--suite', 'fixtures')).stdout).toContain('2 of 2 entries accepted')
    expect(Math.abs((await spaceTaken()) - Number(withoutEsbuild) - Number(more))).toBeLessThanOrEqual(1)
  })
})
