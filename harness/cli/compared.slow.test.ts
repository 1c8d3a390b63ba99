// @module-tag slow

import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { needsTerminal, skippedFor } from '../run/test-helpers.ts'
import { filesIn, folderFor, page } from './test-data/pages.ts'
import { run } from './test-helpers.ts'

// The page compares us with other tools: those that are installed run here, with the scripts that stand in the page.

const path = 'fixtures/COMPARED.md'
const folder = folderFor(path)
const programs = 'harness/cli/test-data/compared'

const verdict = '(passes|fails)'
const rowPattern = new RegExp(`^\\| (.+) ${`\\| ${verdict} `.repeat(4)}\\|$`, 'gm')
/** The table of the page: what each tool says of each program. */
const rows = [...page(path).matchAll(rowPattern)].map(([, name = '', ...verdicts]) => {
  return { name, file: `${name.replaceAll(' ', '-')}.sh`, verdicts }
})

const installed = (...commands: readonly (readonly [string, ...string[]])[]) =>
  commands.find(([name, ...words]) => spawnSync(name, words).status === 0)?.[0]

const expectCommand = installed(['expect', '-v'])
/** The scripts of the page: the column of each, and the command that runs it, if it is installed. */
const tools = [
  { name: 'cram', column: 0, command: installed(['cram', '--version'], ['cram3', '--version']), script: 'greet.t' },
  { name: 'expect', column: 1, command: expectCommand, script: 'greet.exp' },
  {
    name: 'pexpect',
    column: 1,
    command: installed(['python3', '-c', 'import pexpect'], ['/usr/bin/python3', '-c', 'import pexpect']),
    script: 'greet.py',
  },
  { name: 'expect', column: 2, command: expectCommand, script: 'greet-all.exp' },
]

test('the table has a row for each program, and the page the right one', () => {
  expect(rows.map(({ file }) => file).sort()).toEqual(readdirSync(join(packageRoot, programs)))
  const greet = filesIn(path).find(({ name }) => name === 'greet.sh')
  expect(greet?.content).toBe(page(`${programs}/is-right.sh`))
})

for (const { name, file, verdicts } of rows) {
  describe(`a program that ${name}`, () => {
    const put = () => copyFileSync(join(packageRoot, programs, file), join(folder, 'greet.sh'))
    const ours = async (...options: readonly string[]) => {
      put()
      const { status } = await run(['verify', 'greet.transcript', '--timeout', '0.5', ...options], { cwd: folder })
      return status === 0 ? 'passes' : 'fails'
    }

    for (const { name, column, command = '', script } of tools) {
      const why = command === '' ? `${name} is not installed` : undefined
      test(`it ${verdicts[column]} in ${name}: ${script}`, skippedFor(why), () => {
        put()
        const { status } = spawnSync(command, [script], { cwd: folder, stdio: 'ignore' })
        expect(status === 0 ? 'passes' : 'fails').toBe(verdicts[column])
      })
    }

    test(`it ${verdicts[3]} in ninehole`, async () => expect(await ours()).toBe(verdicts[3]))

    if (file.includes('terminal'))
      test('--pty makes it fail', needsTerminal(), async () => expect(await ours('--pty')).toBe('fails'))
  })
}
