import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../entries/test-helpers.ts'
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

/** Commands that are no command of ours make the files that others read. */
const isNeeded = (example: Example) => isSlow(example) || !example.command.startsWith('ninehole ')

/** The commands of the pages that judge by all suites, search, or play with a command as the reference. */
describe.each(pages.filter((path) => examplesIn(path).some(isSlow)))('%s', (path) => {
  const folder = folderFor(path)

  test.each(examplesIn(path).filter(isNeeded))('$command', { timeout: 600_000 }, async ({ command, output }) => {
    const { all, exitCode } = await shell(folder, command.replace(/--seconds \d+/, '--seconds 1'))
    // Progress is written in lines of its own if there is no terminal.
    const shown = all?.replaceAll(/^.* sessions · .*\n/gm, '')
    if (output === undefined) expect({ all, exitCode }).toEqual({ all, exitCode: 0 })
    else {
      expect(shown).toMatch(outputLike(output))
      expect(exitCode).toBeLessThan(2)
    }
  })
})

describe('the installation in the README', () => {
  const { folder, write } = testFolder()
  const clone = join(folder, 'clone')
  const mine = join(folder, 'mine')
  const commands = [...page('README.md').matchAll(/^ {4}(\S.*? npm (?:pack|install) .*?) {2}/gm)].map(
    ([, line]) => line,
  )

  test('needs no install script, and takes as much space as the page says', { timeout: 300_000 }, async () => {
    // What npm runs before it packs would delete dist/, which other tests use.
    const isCopied = (path: string) => !/\/(node_modules|dist|\.git)$/.test(path)
    cpSync(packageRoot, clone, { recursive: true, filter: isCopied })
    symlinkSync(join(packageRoot, 'node_modules'), join(clone, 'node_modules'))
    expect(commands).toHaveLength(2)
    await execa('sh', ['-ec', commands.join('\n')], { cwd: clone, env: { npm_config_ignore_scripts: 'false' } })

    for (const { name, content } of filesIn('README.md')) write(`mine/${name}`, content)
    const { stdout } = await execa('npx', ['ninehole', 'verify'], { cwd: mine })
    expect(stdout).toBe('2 of 2 sessions as recorded')

    const [, size] = /It takes (\d+) MB/.exec(page('README.md')) ?? []
    const used = Number.parseInt((await execa('du', ['-sm', join(mine, 'node_modules')])).stdout, 10)
    expect(Math.abs(used - Number(size))).toBeLessThanOrEqual(1)
  })
})
