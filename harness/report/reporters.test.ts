import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { testHost } from '../base/test-helpers.ts'
import { testFolder } from '../run/test-helpers.ts'
import { verdicts } from '../session/compare.ts'
import { asGithub } from './github.ts'
import { asHtml } from './html.ts'
import { asJunit } from './junit.ts'
import { asMarkdown } from './markdown.ts'
import { type Case, type EntryReport, type Report, reportSchema } from './report.ts'
import { openReports, reporterNames } from './reporters.ts'
import { showCase, tableReporter } from './table.ts'
import { entry as accepted, breaking, cases, failing, failureFor } from './test-data/reports.ts'

const { folder } = testFolder()
const host = testHost()

/** Everything that the table reporter shows, without colours. */
function asTable(report: Report): string {
  const { add, end } = tableReporter(host)
  return stripVTControlCharacters(report.cases.map(add).join('') + end(report))
}
const githubOf = (report: Report, env = {}) => asGithub(report, { cwd: '/repo/sub', env })
const all = [asTable, githubOf, asMarkdown, asJunit, asHtml]
const of = (...cases: Case[]): Report => ({ version: 2, ok: cases.every(({ ok }) => ok), cases })

const opening = '...\n...\n...\nX> '
const base = { ok: true, failure: null, milliseconds: 0 }
const wrong: Case = {
  ...{ ...base, kind: 'transcript', path: 'fixtures/a,b.transcript', line: 4, input: 'stdin' },
  ...{ ok: false, verdict: 'WA', failure: failureFor(['4'], `${opening}...\n.O.\n...\nO> `) },
}
const right: Case = { ...wrong, path: 'fixtures/fine.transcript', ok: true, verdict: 'AC', failure: null }

/** An entry that was not judged. */
function entry(change: Partial<EntryReport> = {}): EntryReport {
  const { verdict: _, ...one } = accepted({ path: 'x/tic-tac-toe/ruby-stdin/a.rb', bytes: 1, chars: 1 })
  return { ...one, runtime: 'ruby', input: 'stdin', variations: [], plan: [], milliseconds: 0, ...change }
}

const suiteIn = (xml: string) =>
  new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(xml).testsuites.testsuite

test('JUnit has the folder and the seconds of each case, the sum of these, and a name for each way where there are several', () => {
  const two = (path: string) =>
    (['interactive', 'stdin'] as const).map((input) => ({ ...right, path, input, milliseconds: 12 }))
  const skipped = entry({ path: 'c', skipped: 'no ruby' })
  const suite = suiteIn(asJunit(of(...two('./games/a/one'), { ...right, path: 'b', milliseconds: 6 }, skipped)))
  expect(suite).toMatchObject({
    ...{ time: '0.030', failures: '0', skipped: '1' },
    testcase: [
      { name: './games/a/one (interactive)', classname: 'games.a', time: '0.012' },
      { name: './games/a/one (stdin)', classname: 'games.a', time: '0.012' },
      { name: 'b', classname: 'ninehole', time: '0.006' },
      { name: 'c', skipped: { message: 'no ruby' } },
    ],
  })
})

test('an annotation names the file from the folder of the repository', () => {
  expect(githubOf(of(wrong))).toMatch(/^::error file=fixtures\/a%2Cb\.transcript,line=4,title=WA stdin::/)
  expect(githubOf(of(wrong), { GITHUB_WORKSPACE: '/repo' })).toMatch(/^::error file=sub\/fixtures\/a%2Cb/)
})

test('the summary of a job grows up to 1 MiB, whatever characters it has; one that cannot be written costs no annotation', () => {
  const summary = join(folder, 'summary.md')
  writeFileSync(summary, 'x'.repeat(1024 * 1024 - 3000))
  const failed = failing(failureFor(['4'], `${opening}${'é'.repeat(200)}`))
  githubOf(of(...Array<Case>(10).fill(failed)), { GITHUB_STEP_SUMMARY: summary })
  const text = readFileSync(summary, 'utf8')
  expect(text).toMatch(/x\n## ✗ ninehole: 0 of 10 entries accepted\n.*more that failed/s)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024)
  expect(githubOf(of(accepted()), { GITHUB_STEP_SUMMARY: join(folder, 'missing/summary.md') })).toMatch(
    /^::notice .*\n::warning title=The summary was not written::.*missing\/summary\.md: no such file or folder\n$/,
  )
})

test('in Markdown, the leaderboard is a table, in which the verdict of a failed entry is bold', () => {
  expect(asMarkdown(of(accepted(), breaking()))).toMatch(
    /^## ✗ .*\n\ntic-tac-toe\n\n\| league .*\n\| --- \| .* ---: .*\n\| node-args .* AC .*\n.*\*\*WA\*\*/,
  )
})

test('in Markdown, what programs write stays in its code block, and paths are no markup', () => {
  const failure = failureFor(['4'], `${opening}\`\`\`\`\n</details><img>`)
  const text = asMarkdown(of(failing(failure, { path: 'a|`<b>*@me.ts' })))
  expect(text).toMatch(/\n`{5}diff\n.*\n`{5}\n/s)
  expect(text).toContain('<b>WA</b> a&#124;&#96;&lt;b>&#42;&#64;me.ts: ')
})

const uncompiled = entry({ verdict: 'CE', ok: false, compiler: ['a.c:3:5: error: expected ;', '    3 | }'] })
const leftover = ['0', '3', '1', '4', '2', '5 5', ...Array<string>(20).fill('x')]

test.each<[string, Case, RegExp]>([
  ['lines that were sent after the end', failing(failureFor(leftover, 'no')), /end: (.)5 5\1( x){9} … and 11/],
  ['what a compiler says', uncompiled, /a\.c:3:5: error: expected ;(?:\n|%0A) {4,6}3 \| }/],
  ['standard error', failing(failureFor([], 'no', { stderr: 'oh\nno' })), /error:.*(?:\n|%0A|>) {0,2}oh(?:\n|%0A)/s],
  ['the rule that is broken', breaking(), /breaks: (?:"|&quot;)In every turn .*\(reference\/sentences\/README\.md/],
])('%s: every reporter shows it', (_, one, text) => {
  for (const shown of all) expect(shown(of(one)).replaceAll('&apos;', "'")).toMatch(text)
})

test('a case that could not be run is an error, not a failure', () => {
  const error = "fixtures/a.transcript:2: 'compare' must be one of exact, whitespace"
  const one: Case = { ...base, kind: 'transcript', path: 'fixtures/a.transcript', line: 2, input: '', ok: false, error }
  expect(asTable(of(one))).toBe('')
  expect(stripVTControlCharacters(showCase(one))).toBe(
    "error fixtures/a.transcript\nline 2: 'compare' must be one of exact, whitespace",
  )
  expect(asJunit(of(one))).toMatch(/failures="0" errors="1".* <error message="fixtures.* type="unreadable"\/>/s)
})

test('the table has a leaderboard for each game; of entries that are held to recorded sessions, the paths', () => {
  const one = accepted({ path: 'x/tic-tac-toe/node-args/b.ts', bytes: 1234, chars: 1230 })
  expect(asTable(of(one, breaking(), { ...one, game: 'guess', sessions: [] }))).toMatch(`tic-tac-toe
league              entry               bytes  verdict  proven for                variations
node-args           b.ts                1,234  AC       all 16,167 moves          extra-newlines; 1230 characters
node-args           a.ts                  100  WA                                 extra-newlines

guess
entry                           bytes  verdict   proven for   variations
x/tic-tac-toe/node-args/b.ts    1,234  AC        all 16,167 moves  extra-newlines; 1230 characters

WA `)
})

test('a failure that both ways to give input show is shown once', () => {
  const { add } = tableReporter({ stdout: testHost().stdout })
  expect(add({ ...wrong, input: 'interactive' })).toContain('interactive: 4\n')
  expect(add(wrong)).toBe('stdin: the same\n')
  expect(add({ ...wrong, verdict: 'RTE' })).toContain('stdin: 4\n')
})

test('a row of the table is broken only where it does not fit into the terminal, before its last cell', () => {
  const one = accepted({ path: 'x/tic-tac-toe/node-args/a-name-of-18-chars', bytes: 1234, chars: 1234 })
  const rowsOf = (variations: string[]) => {
    const { add } = tableReporter(testHost({ columns: 80 }))
    return stripVTControlCharacters(add({ ...one, variations }))
      .split('\n')
      .slice(2, -1)
  }
  const start = 'node-args           a-name-of-18-chars  1,234  AC'
  expect(rowsOf(['stderr'])).toEqual([`${start}       all 16,167 moves  stderr`])
  expect(rowsOf(['endless', 'extra-newlines'])).toEqual([
    `${start}       all 16,167 moves`,
    '    endless extra-newlines',
  ])
})

test('reports are written at the end, with the cases in their order, and give the exit status', () => {
  const reports = openReports(host, [{ name: 'json', file: join(folder, 'report.json') }], [{}])
  for (const [index, one] of [wrong, right].entries()) reports.add(1 - index, [one])
  expect(reports.end()).toBe(1)
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  expect(report).toMatchObject({ ok: false, cases: [right, wrong], machines: [{ runtimes: {} }] })
  expect(v.parse(reportSchema, report)).toEqual(report)
  expect(openReports(testHost(), [], []).end({ stopped: 'stopped' })).toBe(1)
})

test('rows are shown in their order, each as soon as it is known, and the failures behind them', () => {
  const host = testHost()
  const [bad, good] = [entry({ ok: false, verdict: 'WA', path: 'bad.ts' }), entry({ verdict: 'AC', path: 'good.ts' })]
  const reports = openReports(host, [{ name: 'table' }], [])
  reports.add(2, [bad])
  expect(host.stdout.text()).toBe('')
  reports.add(0, [good])
  expect(host.stdout.text()).toMatch(/^tic-tac-toe\nleague .*\n.* good\.ts .*\n$/)
  // The second entry was not judged.
  expect(reports.end({ stopped: 'stopped after 2 of 3 entries' })).toBe(1)
  expect(host.stdout.text()).toMatch(
    /^ruby-stdin +bad\.ts .*WA\n\nWA bad\.ts\n\n1 of 2 entries accepted\n\nstopped after 2 of 3 entries\n$/,
  )
})

test('a report replaces a file only if that is a report', () => {
  const file = join(folder, 'greet.sh')
  for (const name of reporterNames) {
    writeFileSync(file, '#!/bin/sh\necho hello\n')
    expect(() => openReports(host, [{ name, file }], [])).toThrow(`${file}: exists, and is no report`)
    writeFileSync(file, '')
    for (const cases of [[wrong, right], [breaking()], [right]])
      for (const _ of ['written', 'replaced']) {
        const reports = openReports(testHost(), [{ name, file }], [])
        reports.add(0, cases)
        reports.end()
      }
  }
})

describe('hostile text', () => {
  const hostile = '\x1b]0;x\x07\n::error::a\n  ::stop-commands::b\nc ##[error]d ##vso[e]\x9b2J\u202e<img>'
  const failure = failureFor(['4'], `${opening}${hostile}`, { stderr: hostile })
  const troubles = [{ why: '', lines: [''] }]
  const fuzz = { ...base, kind: 'fuzz', path: 'x', game: 'x', seed: 1, sessions: 1, input: '' } as const
  const written: Case[] = [
    ...cases,
    { ...failing({ ...failure, leftover: [''] }), note: '' },
    { ...breaking(), path: 'x/rejected/WA/', expected: 'WA', breaks: 'x' },
    entry({ skipped: '' }),
    entry({ verdict: 'AC', note: '' }),
    entry({ verdict: 'CE', ok: false, compiler: [''] }),
    { ...wrong, failure: null, replaced: '' },
    { ...fuzz, lines: { median: 1, max: 1 }, unused: [''], troubles },
  ]
  /** Any text in a report may be hostile, if somebody else has written it. */
  const kept = new Set<unknown>(['entry', 'transcript', 'fuzz', 'worker', ...verdicts])
  const withHostile = (one: Case): Case =>
    JSON.parse(JSON.stringify(one), (_, value) => (typeof value === 'string' && !kept.has(value) ? hostile : value))
  const machines = [{ ninehole: hostile, sandbox: hostile, runtimes: { [hostile]: hostile } }]

  test.each(reporterNames)('what a program or a name says is text in a report: %s', (name) => {
    const host = testHost()
    const reports = openReports(host, [{ name }], machines)
    reports.add(0, written.map(withHostile))
    reports.end({ stopped: hostile })
    const out = host.stdout.text()
    const text = out + host.stderr.text()
    expect(text).toContain('stop-commands')
    // A runner of GitHub looks for commands after white space, too.
    const commands = text.split('\n').filter((line) => line.trim().startsWith('::') || /##\w*\[/.test(line))
    const ours = name === 'github' ? /^::(error (file|title)|notice title)=/ : /^$/
    expect(commands.filter((line) => !ours.test(line))).toEqual([])
    expect(text.match(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/gu)).toBe(null)
    if (name === 'html') expect(out).not.toContain('<img')
    if (name === 'junit') expect(XMLValidator.validate(out)).toBe(true)
    if (name === 'json') expect(JSON.parse(out).cases).toEqual(written.map(withHostile))
  })
})
