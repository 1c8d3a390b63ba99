import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as shlex from 'shlex'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { type Report, reportSchema } from '../report/report.ts'
import { testFolder } from '../run/test-helpers.ts'
import { run } from './test-helpers.ts'

const { folder } = testFolder()

const ninehole = (...words: string[]) => run(words, { cwd: folder })
const written = (name: string) => readFileSync(join(folder, name), 'utf8')

/** A wrong entry, where it must be right. */
function copy(source: string, target: string) {
  mkdirSync(dirname(join(folder, target)), { recursive: true })
  copyFileSync(join(packageRoot, source), join(folder, target))
  return target
}
const wrong = copy(
  'solutions/tic-tac-toe/rejected/WA/diagonal/bun-args/one-diagonal-missing.ts',
  'x/tic-tac-toe/bun-args/wrong one.ts',
)
const transcript = copy('fixtures/tic-tac-toe/challenge-tie.transcript', 'tie.transcript')

type Row = [verb: string, args: string[], options: string]

async function failsAgain(...[verb, args, options]: Row) {
  const [command = [], more = []] = [args.slice(0, args.indexOf('--') >>> 0), args.slice(args.indexOf('--') >>> 0)]
  const reporters = ['--reporter', `html=${verb}.html`, '--reporter', `json=${verb}.json`]
  const { status, stdout, stderr } = await ninehole(...command, ...reporters, ...more)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  // A machine without a sandbox is told so.
  const isQuiet = /^(ninehole: 'sh' runs without a sandbox, with all your permissions\n)?$/
  expect(stderr).toMatch(verb === 'fuzz' ? /^WA echo .* being shortened/s : isQuiet)

  const report = JSON.parse(written(`${verb}.json`)) as Report
  // The schema has all that is written, and nothing that is not.
  expect(v.parse(reportSchema, report)).toEqual(report)
  const { cases } = report
  const [one] = cases
  expect(one?.failure?.turns?.length).toBeGreaterThan(0)
  expect(one?.reproduce).toContain(options)
  const [, , ...words] = shlex.split(one?.reproduce ?? '')
  const again = await ninehole(...words)
  expect(again.status).toBe(1)
  expect(again.stdout).toContain(`${one?.failure?.sentence}\n`)

  await ninehole('merge', `${verb}.json`, '--reporter', 'html=merged.html')
  expect(written('merged.html')).toBe(written(`${verb}.html`))
  expect(written(`${verb}.html`)).toContain(basename(one?.path ?? '').replaceAll('"', '&quot;'))
}

test.each<Row>([
  [
    'verify',
    ['verify', transcript, '--sandbox', 'auto', '--timeout', '3', '--', 'sh', '-c', 'echo "no game"'],
    " --sandbox auto --timeout 3 -- sh -c 'echo ",
  ],
])('%s: the command in a report fails in the same way, and its HTML can be made from the JSON', failsAgain)

test.each<Row>([
  [
    'fuzz',
    ['fuzz', 'ortho', '-n', '2', '-m', '2', '--runs', '3', '--seed', '5', '--', 'echo', 'no game'],
    ' --seed 5 ',
  ],
  ['judge', ['judge', wrong, '--suite', 'transitions', '--seed', '7', '--timeout', '3'], ' --seed 7 --timeout 3 '],
])(
  '%s: the command in a report fails in the same way, and its HTML can be made from the JSON',
  {
    tags: 'slow',
  },
  failsAgain,
)

test('a report that cannot be written to its file follows the one on standard output, which stays one report', {
  tags: 'slow',
}, async () => {
  mkdirSync(join(folder, 'gone'))
  const reporters = ['--reporter', 'json', '--reporter', 'html=gone/report.html']
  const typed = ['--reference', 'cat', '--words', '1', '--runs', '1', '--seed', '1']
  const { stdout, stderr, status } = await ninehole(
    'fuzz',
    ...typed,
    ...reporters,
    '--',
    'sh',
    '-c',
    'rm -rf gone; cat',
  )
  expect(JSON.parse(stdout)).toMatchObject({ cases: [{ verdict: 'AC' }] })
  expect(stderr).toBe('ninehole: gone: no such folder\n')
  expect(status).toBe(2)
})
