import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { execa } from 'execa'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../entries/test-helpers.ts'
import { type Report, reportSchema } from '../report/report.ts'

const { folder } = testFolder()

const bin = join(packageRoot, 'dist/ninehole.js')
const ninehole = (...args: string[]) => execa(process.execPath, [bin, ...args], { cwd: folder, reject: false })
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
  const { exitCode, stdout, stderr } = await ninehole(...command, ...reporters, ...more)
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
  expect(stderr).toMatch(verb === 'fuzz' ? /^WA echo .* being shortened/s : /^$/)

  const { cases } = JSON.parse(written(`${verb}.json`)) as Report
  const [one] = cases
  expect(one?.failure?.turns?.length).toBeGreaterThan(0)
  expect(one?.reproduce).toContain(options)
  const reproduce = one?.reproduce?.replace('npx ninehole', `"${process.execPath}" "${bin}"`) ?? ''
  const again = await execa('sh', ['-c', reproduce], { cwd: folder, reject: false })
  expect(again.exitCode).toBe(1)
  expect(again.stdout).toContain(`${one?.failure?.difference.sentence}\n`)

  await ninehole('merge', `${verb}.json`, '--reporter', 'html=merged.html')
  expect(written('merged.html')).toBe(written(`${verb}.html`))
  expect(written(`${verb}.html`)).toContain(basename(one?.path ?? '').replaceAll('"', '&quot;'))
}

test.each<Row>([
  [
    'verify',
    ['verify', transcript, '--timeout', '3', '--', 'sh', '-c', 'echo "no game"'],
    " --timeout 3 -- sh -c 'echo ",
  ],
])('%s: the command in a report fails in the same way, and its HTML can be made from the JSON', failsAgain)

test.each<Row>([
  [
    'fuzz',
    ['fuzz', 'ortho', '-n', '2', '-m', '2', '--runs', '3', '--seed', '5', '--', 'echo', 'no game'],
    ' --seed 5 ',
  ],
  ['judge', ['judge', wrong, '--suite', 'positions', '--seed', '7', '--timeout', '3'], ' --seed 7 --timeout 3 '],
])(
  '%s: the command in a report fails in the same way, and its HTML can be made from the JSON',
  {
    tags: 'slow',
  },
  failsAgain,
)

test('the page of recorded sessions is small, and shows each as its terminal did', { tags: 'slow' }, async () => {
  const args = ['verify', join(packageRoot, 'fixtures/ordo'), '--input', 'stdin', '--reporter', 'html=all.html']
  expect((await ninehole(...args)).exitCode).toBe(0)
  expect(statSync(join(folder, 'all.html')).size).toBeLessThan(300_000)
  expect(written('all.html')).toMatch(/\$ ordo.*\n<\/span>=== Ordo ===/)
  expect(written('all.html')).toMatch(/White - Choose a move > <kbd>b3:f3xd8<\/kbd>\n/)
})

describe('a command that cannot do its work', () => {
  const json = ['--reporter', 'json']
  const none = ['--reference', './none', '--words', '1']

  async function reportsError(args: readonly string[], place: string, why: string) {
    const { stdout, stderr, exitCode } = await ninehole(...args)
    expect({ exitCode, lines: stderr.split('\n').length }).toEqual({ exitCode: 2, lines: 1 })
    const { ok, errors, cases } = v.parse(reportSchema, JSON.parse(stdout))
    expect({ ok, errors, cases }).toEqual({
      ok: false,
      errors: [{ place, why: expect.stringContaining(why) }],
      cases: [],
    })
  }
  test.each<[string[], string, string]>([
    [['fuzz', ...none, ...json, '--', 'true'], '--reference ./none', 'is it there, and is it executable?'],
    [['verify', 'none.transcript', ...json], 'none.transcript', 'no such file'],
    [['fuzz', '--runs', 'x', ...json, '--', 'true'], 'fuzz', 'It must be a whole number from 1 to'],
  ])('%j: the JSON has its error', reportsError)

  test.each<[string[], string, string]>([
    [['judge', ...none, '--reporter=json', wrong], '--reference ./none', 'is it there, and is it executable?'],
    [
      ['fuzz', '--reference', 'cat', '--prompt', '^> ', '--timeout', '0.2', '--words', '1', ...json, '--', 'true'],
      '--reference cat',
      'say what its prompts look like with --prompt',
    ],
    [['fuzz', '--reference', 'cat', ...json, '--', 'true'], '--reference', 'what is typed? Give words'],
    [['merge', 'none.json', ...json], 'none.json', 'no such file'],
    [['verify', '--frob', ...json], 'verify', "unknown option '--frob'"],
    [['verify', transcript, ...json, '--reporter', 'table'], '--reporter table', 'name a file'],
  ])('%j: the JSON has its error', { tags: 'slow' }, reportsError)

  test('writes no JSON where none was asked for, or not to standard output, or by a verb without such reports', async () => {
    for (const asked of [[], ['--reporter', 'junit'], ['--reporter', 'json=none.json']])
      expect(await ninehole('verify', 'none.transcript', ...asked)).toMatchObject({ exitCode: 2, stdout: '' })
    expect(await ninehole('sizes', 'none', ...json)).toMatchObject({ exitCode: 2, stdout: '' })
  })

  test('merge has its error, too', { tags: 'slow' }, async () => {
    const { stdout } = await ninehole('verify', 'none.transcript', ...json)
    writeFileSync(join(folder, 'failed.json'), stdout)
    const merged = await ninehole('merge', 'failed.json', ...json)
    expect(JSON.parse(merged.stdout)).toEqual(JSON.parse(stdout))
    expect(merged).toMatchObject({ exitCode: 2, stderr: 'ninehole: none.transcript: no such file or folder' })
  })
})

test('a report that cannot be written to its file follows the one on standard output, which stays one report', {
  tags: 'slow',
}, async () => {
  mkdirSync(join(folder, 'gone'))
  const reporters = ['--reporter', 'json', '--reporter', 'html=gone/report.html']
  const typed = ['--reference', 'cat', '--words', '1', '--runs', '1', '--seed', '1']
  const { stdout, stderr, exitCode } = await ninehole(
    'fuzz',
    ...typed,
    ...reporters,
    '--',
    'sh',
    '-c',
    'rm -rf gone; cat',
  )
  expect(JSON.parse(stdout)).toMatchObject({ cases: [{ verdict: 'AC' }] })
  expect(stderr).toBe('ninehole: gone: no such folder')
  expect(exitCode).toBe(2)
})
