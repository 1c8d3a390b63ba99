// @module-tag slow

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execaSync } from 'execa'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../base/package-root.ts'
import { run } from '../../cli/test-helpers.ts'

/** Pairs of programs of others: the table of the page beside this, played again as the page says. */
const here = join(packageRoot, 'harness/judge/fuzz')

/** What stands in code in a cell of a table. */
const codeIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

const rows = readFileSync(join(here, 'README.md'), 'utf8')
  .split('\n')
  .map((line) => line.split(' | '))
  .filter((cells) => cells.length === 6 && codeIn(cells[0]).length === 1)
  .map(([reference, program, words, after, difference]) => ({
    reference: codeIn(reference).join(),
    program: codeIn(program).join(),
    words: codeIn(words).join(),
    after: codeIn(after).map((line) => (line === '^D' ? null : line === "''" ? '' : line)),
    // The code that quotes a report begins as a report does; other code explains it.
    told: codeIn(difference).filter((code) => /^([-+] |ended )/.test(code)),
  }))

/** The programs of another system, or of another year, may differ in something else. */
const isDebian12 =
  existsSync('/etc/os-release') && /^VERSION_CODENAME=bookworm$/m.test(readFileSync('/etc/os-release', 'utf8'))

const isMissing = (program: string) =>
  execaSync('sh', ['-c', `command -v ${program}`], { reject: false }).exitCode !== 0

test('the page has a table of pairs', () => {
  expect(rows.length).toBeGreaterThanOrEqual(6)
  for (const { told } of rows) expect(told).not.toEqual([])
})

describe('a pair of the page parts after the lines that the page tells, and as it tells', () => {
  test.for(rows)('$reference, $program', async ({ reference, program, words, after, told }, { skip }) => {
    if (!isDebian12) skip('the page tells of the programs of Debian 12')
    const missing = [reference, program].flatMap((command) => command.split(' ').slice(0, 1)).find(isMissing)
    if (missing !== undefined) skip(`${missing} is not installed`)

    const typed = ['--words', words, '--seed', '1', '--runs', '300', '--reporter', 'json']
    const { stdout } = await run(['fuzz', '--reference', reference, ...typed, '--', ...program.split(' ')], {
      cwd: join(here, 'test-data/pairs'),
      env: { ...process.env, LANG: 'C.UTF-8' },
    })
    const [{ failure }] = JSON.parse(stdout).cases
    expect(failure.lines).toEqual(after)
    const { sentence, lines } = failure.difference
    for (const quote of told) expect([sentence, ...lines].join('\n')).toContain(quote)
  })
})
