import { describe, expect, test } from 'vitest'
import { type Example, examplesIn, folderFor, isSlow, outputLike, pages, shell } from './test-data/pages.ts'

/** Commands that are no command of ours make the files that others read. */
const isNeeded = (example: Example) => isSlow(example) || !example.command.startsWith('ninehole ')

/** The commands of the pages that judge by all suites, or search. */
describe.each(pages.filter((path) => examplesIn(path).some(isSlow)))('%s', (path) => {
  const folder = folderFor(path)

  test.each(examplesIn(path).filter(isNeeded))('$command', { timeout: 600_000 }, async ({ command, output }) => {
    const { all, exitCode } = await shell(folder, command.replace(/--seconds \d+/, '--seconds 1'))
    expect({ all, exitCode }).toEqual({ all, exitCode: 0 })
    // Progress is written in lines of its own if there is no terminal.
    const shown = all?.replaceAll(/^.* sessions · .*\n/gm, '')
    if (output !== undefined) expect(shown).toMatch(outputLike(output))
  })
})
