import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as shlex from 'shlex'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type Report, reportSchema } from '../report/report.ts'
import { testFolder } from '../run/test-helpers.ts'
import { page } from './test-data/pages.ts'
import { run } from './test-helpers.ts'

const { folder, write } = testFolder()

const ninehole = (words: readonly string[]) => run(words, { cwd: folder })
const contentsOf = (name: string) => readFileSync(join(folder, name), 'utf8')

const wrong = 'x/tic-tac-toe/perl-stdin/wrong one.pl'
write(wrong, 'print "no"')
write('tie.transcript', page('fixtures/tic-tac-toe/challenge-tie.transcript'))

test.each([
  [
    'verify tie.transcript --sandbox auto --timeout 3',
    `-- sh -c 'echo "no game"'`,
    ' --sandbox auto --timeout 3 -- sh ',
  ],
  ['fuzz ortho -n 2 -m 2 --runs 3 --seed 5', `-- echo 'no game'`, ' --seed 5 '],
  [`judge '${wrong}' --suite fixtures --seed 7 --timeout 3`, '', ' --seed 7 --timeout 3 '],
])('the command in a report of %s fails again; its JSON yields the same HTML', async (options, command, expected) => {
  const words = [...shlex.split(options), ...reporters('html=a.html', 'json=a.json'), ...shlex.split(command)]
  const { status, stdout } = await ninehole(words)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })

  const report = JSON.parse(contentsOf('a.json')) as Report
  // The schema describes all that is written.
  expect(v.parse(reportSchema, report)).toEqual(report)
  const [{ failure = null, reproduce = '' } = {}] = report.cases
  expect(failure?.turns.length).toBeGreaterThan(0)
  expect(reproduce).toContain(expected)
  const again = await ninehole(shlex.split(reproduce).slice(2))
  expect(again.status).toBe(1)
  expect(again.stdout).toContain(`${failure?.sentence}\n`)

  await ninehole(['merge', 'a.json', ...reporters('html=merged.html')])
  expect(contentsOf('merged.html')).toBe(contentsOf('a.html'))
})

const reporters = (...names: readonly string[]) => names.flatMap((name) => ['--reporter', name])

test('a report that cannot be written to its file leaves the report on standard output intact', async () => {
  mkdirSync(join(folder, 'gone'))
  const typed = ['fuzz', '--reference', 'cat', '--words', '1', '--runs', '1', '--seed', '1']
  const words = [...typed, ...reporters('json', 'html=gone/report.html'), '--', 'sh', '-c', 'rm -rf gone; cat']
  const { stdout, stderr, status } = await ninehole(words)
  expect(JSON.parse(stdout)).toMatchObject({ cases: [{ verdict: 'AC' }] })
  expect({ stderr, status }).toEqual({ stderr: 'ninehole: gone: no such folder\n', status: 2 })
})
