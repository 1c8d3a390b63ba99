import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { readJson } from '../base/json.ts'
import { testHost } from '../base/test-helpers.ts'
import { testFolder } from '../run/test-helpers.ts'
import { compare } from '../session/compare.ts'
import { exactly, scriptOf } from '../session/script.ts'
import { outputOf, type Script } from '../session/session.ts'
import { failureOf } from './difference.ts'
import { asGithub } from './github.ts'
import { asHtml } from './html.tsx'
import { asJunit } from './junit.ts'
import { asMarkdown } from './markdown.ts'
import { type Case, type EntryReport, type Report, reportSchema } from './report.ts'
import { Reports, reporterNames, thisMachine } from './reporters.ts'
import { showCase, tableReporter } from './table.ts'
import { entry as accepted, cases, failing, failureFor, profiled } from './test-data/reports.ts'
import { leftoverOf, provenFor } from './words.ts'

/** The outcome of a program that writes this, in lock-step, and ends. */
function outcomeOf(script: Script, output: string, status = 0, stderr = '') {
  const outputs = exactly(script).turns.slice(0, -1)
  const rest = output.slice(outputOf({ turns: outputs }).length)
  const session = { turns: [...outputs, { output: rest }], end: { how: 'exit', status }, stderr } as const
  return compare(script, session, { lockStep: true })
}

/** Everything that the table reporter shows, without colours. */
function asTable(report: Report, columns?: number): string {
  const { add, fail, profile, end } = tableReporter(columns)
  const { cases } = report
  const failures = cases.flatMap((one) => [fail?.(one), profile?.(one)])
  return stripVTControlCharacters([...cases.map((one) => add?.(one)), ...failures, end(report)].join(''))
}

const script = scriptOf(ticTacToe, ['4'])
const failure = failureOf('', script, outcomeOf(script, '...\n...\n...\nX> ...\n.O.\n...\nO> '))

const base = { ok: true, failure: null, milliseconds: 0 }
const wrong: Case = {
  ...{ ...base, kind: 'transcript', path: 'fixtures/a,b.transcript', line: 4, input: 'stdin' },
  ...{ ok: false, verdict: 'WA', failure },
}
const right: Case = { ...wrong, path: 'fixtures/fine.transcript', ok: true, verdict: 'AC', failure: null }
const report: Report = { version: 2, ok: false, cases: [wrong, right] }

/** An entry that was not judged. */
function entry(change: Partial<EntryReport> = {}): EntryReport {
  const { verdict: _, ...one } = accepted({ path: 'x/tic-tac-toe/ruby-stdin/a.rb', bytes: 1, chars: 1 })
  return { ...one, runtime: 'ruby', input: 'stdin', variations: [], plan: [], milliseconds: 0, ...change }
}
const skipped: Report = { version: 2, ok: true, cases: [entry({ skipped: 'no ruby & no "rubies"' })] }

test.each([
  ['...\n...\n...\nX> ...\n.X.\n...\nO>\n', 'differs in white space only'],
  ['...\n...\n...\nX> ...\n.X.\n...\nX> ', 'wrong output'],
  ['...\n...\n...\nX> ...\n.X.\n...\nO> oh', 'more output than expected'],
  ['...\n...\n...\nX> ...\n.X.\n...\nO>hm', 'wrong output'],
])('%j: %s', (output, kind) => {
  expect(failureOf('', script, outcomeOf(script, output)).difference.sentence).toContain(kind)
})

const suiteIn = (xml: string) =>
  new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(xml).testsuites.testsuite

test('junit has the folder and the seconds of each case, and the sum of these', () => {
  const cases = [12, 30].map((milliseconds) => ({ ...right, path: './games/a/one.transcript', milliseconds }))
  expect(suiteIn(asJunit({ version: 2, ok: true, cases }))).toMatchObject({
    time: '0.042',
    testcase: ['0.012', '0.030'].map((time) => ({ classname: 'games.a', time })),
  })
})

test('junit escapes what XML cannot contain', () => {
  const xml = asJunit(skipped)
  expect(XMLValidator.validate(xml)).toBe(true)
  expect(suiteIn(xml)).toMatchObject({
    failures: '0',
    skipped: '1',
    testcase: { skipped: { message: 'no ruby & no "rubies"' } },
  })
  expect(xml).not.toMatch(/& |[^\t\n -~\u0080-\uffff]/)
})

test('github has an annotation at file and line, on one line', () => {
  expect(asGithub(report)).toMatch(
    /^::error file=fixtures\/a%2Cb\.transcript,line=4,title=WA stdin::wrong output, at byte 20[^\n]*%0A[^\n]*\n$/,
  )
  const fuzz = { ...base, kind: 'fuzz', path: 'sh f.sh', game: 'x', seed: 1, sessions: 1, input: 'pty' } as const
  expect(asGithub({ ...report, cases: [{ ...fuzz, ok: false, failure }] })).toMatch(
    /^::error title=pty::wrong output, /,
  )
})

test('every report says what an accepted entry was proven for', () => {
  const plan = [
    { suite: 'games', runner: 'worker', sessions: 255_168, covers: 'all 255,168 games' },
    { suite: 'terminal', runner: 'terminal', sessions: 5 },
  ] as const
  const report: Report = { version: 2, ok: true, cases: [entry({ verdict: 'AC', plan: [...plan] })] }
  const proof = /a\.rb: proven for all 255,168 games; games \(worker\), terminal \(terminal\)/
  expect(asJunit(report)).toMatch(proof)
  expect(asGithub(report)).toMatch(proof)
  expect(asTable(report)).toMatch(/all 255,168 games/)
})

test('of the suites that an entry passed, the strongest says what it was proven for', () => {
  const step = { runner: 'processes', sessions: 1 } as const
  const plan = [
    { ...step, suite: 'a', covers: 'little' },
    { ...step, suite: 'b', covers: 'much', strength: 3 },
    { ...step, suite: 'c', covers: 'less', strength: 2 },
    { ...step, suite: 'd', strength: 4 },
  ]
  expect(provenFor(entry({ plan, verdict: 'AC' }))).toBe('much')
})

test('surplus output is shown up to three lines, so that reports do not depend on how much was read', () => {
  // A board and a prompt were expected: four lines.
  const differences = [6, 7, 80].map((count) => {
    const output = `...\n...\n...\nX> ${'no\n'.repeat(count)}`
    return failureOf('', script, outcomeOf(script, output)).difference.lines
  })
  expect(differences.map((lines) => lines.filter((line) => line.startsWith('+')).length)).toEqual([6, 7, 7])
  expect(differences[2]).toEqual(differences[1])
})

test('standard error is kept up to its last lines, with control characters made visible', () => {
  const crash = (stderr: string) => failureOf('', script, outcomeOf(script, '...\n...\n...\nX> ', 101, stderr))
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
  expect(crash(`${lines.join('\n')}\n`).stderr).toEqual(lines.slice(10))
  expect(crash('\x1b[31moh\r\n').stderr).toEqual(['␛[31moh'])
  expect(crash(`${'x'.repeat(5000)}`).stderr).toEqual([`${'x'.repeat(500)}… 4,500 more characters`])
  expect(crash('').stderr).toEqual([])
})

test('lines that were sent after the end are shown by every reporter', () => {
  const game = ['0', '3', '1', '4', '2']
  const failure = failureFor([...game, '5 5', 'x'], 'no')
  expect([failure.lines, failure.leftover]).toEqual([game, ['5 5', 'x']])
  const report: Report = { version: 2, ok: false, cases: [failing(failure)] }
  const text = "sent after the end: '5 5' x"
  for (const shown of [asTable, asGithub, asMarkdown]) expect(shown(report)).toContain(text)
  expect(asJunit(report)).toContain(text.replaceAll("'", '&apos;'))
  expect(asHtml(report)).toContain(text)
  const many = Array.from({ length: 100 }, () => 'x')
  expect(leftoverOf(failureFor([...game, ...many], 'no'))).toBe('sent after the end: x x x x x x x x x x … and 90 more')
})

test('what a flaky program wrote when it passed is shown by every reporter', () => {
  const outcome = outcomeOf(script, '...\n...\n...\nX> no\n')
  const reports = [asTable, asGithub, asMarkdown, asJunit, asHtml]
  /** The reports on a program that writes this when it passes. */
  const shownWith = (output: string) => {
    const again = { turns: [{ output }], end: { how: 'cut' } } as const
    const failure = failureOf('', script, { ...outcome, verdict: 'FLAKY', again })
    const one = entry({ ok: false, verdict: 'FLAKY', failure })
    expect(v.parse(reportSchema, { version: 2, ok: false, cases: [one] }).cases[0]?.failure?.again).toBe(output)
    return reports.map((shown) => shown({ version: 2, ok: false, cases: [one] }))
  }
  for (const shown of shownWith(outputOf(exactly(script)))) {
    expect(shown).toContain('played again, it passed, and wrote what is expected')
    expect(shown).not.toContain('in another form')
  }
  const newlines = '\n...\n...\n...\nX> ...\n.X.\n...\n\nO> '
  for (const shown of shownWith(newlines)) {
    expect(shown).toContain('played again, it passed, and wrote, in another form that is allowed:')
    expect(shown).toMatch(/\.X\.(\n|%0A) *\.\.\.(\n|%0A) *(\n|%0A) *O(>|&gt;) /)
  }
  const others = reports.map((shown) => shown({ version: 2, ok: false, cases: [failing(failure)] }))
  for (const shown of others) expect(shown).not.toContain('played again')
})

test('what a compiler says is shown by every reporter', () => {
  const compiler = ['x/a.c:3:5: error: expected ;', '    3 | }']
  const rejected = entry({ path: 'x/a.c', runtime: 'c', verdict: 'CE', ok: false, compiler })
  const broken: Report = { version: 2, ok: false, cases: [rejected] }
  expect(asTable(broken)).toContain('\nCE x/a.c\nx/a.c:3:5: error: expected ;\n    3 | }\n')
  expect(asGithub(broken)).toContain('title=CE stdin::x/a.c:3:5: error: expected ;%0A    3 | }\n')
  expect(asJunit(broken)).toMatch(/message="x\/a.c:3:5: error: expected ;" type="CE">x.*error: expected ;\n {4}3 \| }</)
  expect(asMarkdown(broken)).toMatch(
    /<b>CE<\/b> x\/a.c: line 3: error.*The compiler says:\n\n```text\nx\/a.c:3:5: error/s,
  )
  expect(asHtml(broken)).toMatch(/<p class="summary">line 3: error: expected ;<.*<h3>The compiler<\/h3><pre>x\/a.c:3/s)
})

test('a case that could not be run is an error in every reporter, not a failure', () => {
  const error = "fixtures/a.transcript:2: 'compare' must be one of exact, whitespace"
  const one: Case = { ...base, kind: 'transcript', path: 'fixtures/a.transcript', line: 2, input: '', ok: false, error }
  const broken: Report = { version: 2, ok: false, cases: [one] }
  expect(asTable(broken)).toBe('')
  expect(stripVTControlCharacters(showCase(one))).toBe(
    "error fixtures/a.transcript\nline 2: 'compare' must be one of exact, whitespace",
  )
  expect(asGithub(broken)).toBe(`::error file=fixtures/a.transcript,line=2,title=::${error}\n`)
  expect(asJunit(broken)).toMatch(/name="fixtures\/a\.transcript" .*<error message="fixtures.* type="unreadable"\/>/s)
  expect(asJunit(broken)).toContain('failures="0" errors="1"')
  expect(v.parse(reportSchema, broken)).toEqual(broken)
})

describe('a report file', () => {
  const { folder } = testFolder()
  const file = join(folder, 'report.json')
  const read = (value: unknown) => {
    writeFileSync(file, JSON.stringify(value))
    return readJson(file, 'a report', reportSchema)
  }

  const whole: Report = {
    ...report,
    cases: [
      ...report.cases,
      entry({ verdict: 'AC', plan: [{ suite: 'games', runner: 'worker', sessions: 255168, covers: 'all games' }] }),
      { ...base, kind: 'fuzz', input: 'interactive', path: './my-ortho', game: 'ortho -n 3', seed: 1, sessions: 100 },
    ],
  }

  test('is read as it was written', () => {
    expect(read(whole)).toEqual(whole)
  })

  const wrongFailure = { ...failure, lines: [1] }
  test.each<[value: unknown, message: string]>([
    [{ ...report, version: 1 }, 'version: it must be 2, not 1'],
    [{ ...report, cases: [{ ...wrong, ok: 'false' }] }, 'cases.0.ok: it must be boolean, not "false"'],
    [
      { ...report, cases: [{ ...wrong, kind: 'x' }] },
      'cases.0.kind: it must be ("entry" | "transcript" | "fuzz"), not "x"',
    ],
    [{ ...report, cases: [{ ...wrong, failure: wrongFailure }] }, 'cases.0.failure.lines.0: it must be string, not 1'],
  ])('is an error of one line: %#', (value, message) => {
    expect(() => read(value)).toThrow(`${file}:1: not a report: ${message}`)
  })
})

describe('the leaderboard', () => {
  const plan = [
    { suite: 'transitions', runner: 'worker', sessions: 9, covers: '16,167 moves, 74,233 refusals' },
  ] as const
  const variations = ['endless', 'extra-newlines']
  const one = accepted({ path: 'x/tic-tac-toe/node-args/b.ts', bytes: 1234, chars: 1230, variations, plan: [...plan] })

  const lines = [
    'tic-tac-toe',
    'league              entry       bytes  verdict  proven for                        variations',
    'node-args           b.ts        1,234  AC       16,167 moves, 74,233 refusals     endless extra-newlines; 1230 characters',
  ]

  test('has a row as soon as its entry is judged, and a table for each game', () => {
    const { add } = tableReporter()
    const added = (one: Case) => stripVTControlCharacters(add?.(one) ?? '')
    expect(added(one)).toBe(`${lines.join('\n')}\n`)
    expect(added(one)).toBe(`${lines.at(-1)}\n`)
    expect(added({ ...one, game: 'ortho' })).toMatch(/^\northo\nleague /)
  })

  test('fits 80 columns, and a long name moves no column', () => {
    const long = { ...one, path: 'x/a-name-of-no-less-than-40-characters-in-all.ts' }
    const lines = asTable({ version: 2, ok: true, cases: [one, long] }, 80).split('\n')
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
    const at = lines[1]?.indexOf('verdict')
    expect(lines.filter((line) => line.indexOf('AC') === at)).toHaveLength(2)
    expect(lines.join('\n')).toContain('node-args           a-name-of-no-less-than-40-characters-in-all.ts\n')
  })

  test('ends with the counts', () => {
    const text = asTable({ version: 2, ok: true, cases: [one, one, ...skipped.cases] })
    expect(text).toMatch(
      /\n\n2 of 3 entries accepted, 1 in ruby skipped: not installed\n'proven for' names what each entry got right; .*\n$/,
    )
  })
})

describe('reports of a run', () => {
  const { folder } = testFolder()
  const written = (name: string) => readFileSync(join(folder, name), 'utf8')

  test('are written at the end, and give the exit status', () => {
    const reports = new Reports(testHost(), [{ name: 'json', file: join(folder, 'report.json') }], [thisMachine({})])
    // Cases are in their order, in whichever order they are added.
    for (const [index, one] of [...report.cases.entries()].reverse()) reports.add(index, [one])
    expect(reports.end()).toBe(1)
    expect(JSON.parse(written('report.json'))).toMatchObject({ ...report, machines: [{ runtimes: {} }] })
  })

  test('a failure is shown as soon as it is known, rows in their order, each once', () => {
    const host = testHost()
    const written = host.stdout.text
    const [bad, good] = [entry({ ok: false, verdict: 'WA', path: 'bad.ts' }), entry({ verdict: 'AC', path: 'good.ts' })]
    const reports = new Reports(host, [{ name: 'table' }], [])
    reports.add(2, [bad])
    expect(written()).toBe('WA bad.ts\n')
    reports.add(0, [good])
    expect(written()).toMatch(/^\ntic-tac-toe\nleague .*\n.* good\.ts .*\n$/)
    // The second entry was not judged.
    expect(reports.end({ stopped: 'stopped after 2 of 3 entries' })).toBe(1)
    expect(written()).toMatch(
      /^ruby-stdin +bad\.ts .*WA\n\n1 of 2 entries accepted\n\nstopped after 2 of 3 entries\n$/s,
    )
  })

  test('a failure is shown before it is known which rules the entry keeps; those stand below it, or have its path', () => {
    const host = testHost()
    const marked = (text: string) => text.match(/^(tic-tac-toe|WA .*|.*rules hold; breaks x-marks|.*accepted)/gm)
    const written = () => marked(host.stdout.text())
    const { profile = [], ...failed } = profiled()
    const [a, b, c] = ['a.ts', 'b.ts', 'c.ts'].map((path) => ({ ...failed, path })) as [Case, Case, Case]
    const reports = new Reports(host, [{ name: 'table' }, { name: 'table', file: join(folder, 'table') }], [])
    reports.showEarly(0, a)
    expect(written()).toEqual(['tic-tac-toe', 'WA a.ts'])
    reports.add(0, [{ ...a, profile } as Case])
    expect(written()).toEqual([expect.stringMatching(/^\d+ of/)])
    reports.showEarly(1, b)
    expect(written()).toEqual(['tic-tac-toe', 'WA b.ts'])
    reports.add(2, [c])
    expect(written()).toEqual(['tic-tac-toe', 'WA c.ts'])
    reports.add(1, [{ ...b, profile } as Case])
    expect(written()).toEqual([expect.stringMatching(/^b\.ts: \d+ of/)])
    reports.end()
    expect(written()).toEqual(['0 of 3 entries accepted'])
    const [rules] = [expect.stringMatching(/^\d+ of/)]
    const inFile = ['tic-tac-toe', 'WA a.ts', rules, 'WA b.ts', rules, 'WA c.ts', '0 of 3 entries accepted']
    expect(marked(readFileSync(join(folder, 'table'), 'utf8'))).toEqual(inFile)
  })

  test('two on standard output are an error', () => {
    expect(() => new Reports(testHost(), [{ name: 'table' }, { name: 'json' }], [])).toThrow(
      '--reporter json: table is on standard output already: name a file',
    )
  })

  test('a file that cannot be written is an error before anything is run', () => {
    const file = join(folder, 'missing/report.xml')
    expect(() => new Reports(testHost(), [{ name: 'junit', file }], [])).toThrow(
      `${join(folder, 'missing')}: no such folder`,
    )
  })
})

describe('what a program or a name says is text in every report', () => {
  const hostile = '\x1b]0;x\x07\n::error::a\n  ::stop-commands::b\nc ##[error]d ##vso[e]\x9b2J\u202e'
  const failure = failureFor(['4'], `...\n...\n...\nX> ${hostile}`, { stderr: hostile })
  const { turns } = failure
  const troubles = [{ why: '', lines: [''] }]
  const fuzz = { ...base, kind: 'fuzz', path: 'x', game: 'x', seed: 1, sessions: 1, input: '' } as const
  const written: Case[] = [
    ...cases,
    { ...failing({ ...failure, leftover: [''], again: '' }), note: '' },
    { ...profiled(), path: 'x/rejected/WA/', expected: 'WA', breaks: 'x' },
    entry({ skipped: '' }),
    entry({ verdict: 'AC', troubles, note: '' }),
    entry({ verdict: 'CE', ok: false, compiler: [''] }),
    { ...wrong, failure: null, recorded: { command: '', turns } },
    { ...fuzz, lines: { median: 1, most: 1 }, unused: [''], troubles },
  ]
  /** Any text in a report may be hostile, if somebody else has written it. */
  const withHostile = <Part>(part: Part): Part => {
    if (typeof part === 'string') return hostile as Part
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map(withHostile) as Part
    const words = new Set(['kind', 'verdict', 'expected', 'result', 'runner'])
    const fields = Object.entries(part).map(([key, value]) => [key, words.has(key) ? value : withHostile(value)])
    return Object.fromEntries(fields)
  }
  const machines = [{ ninehole: hostile, sandbox: hostile, runtimes: { [hostile]: hostile } }]
  const report: Report = { version: 2, ok: false, stopped: hostile, machines, cases: written.map(withHostile) }

  test.each(reporterNames)('%s', (name) => {
    const host = testHost()
    const reports = new Reports(host, [{ name }], machines)
    reports.add(0, report.cases)
    reports.end({ stopped: hostile })
    const out = host.stdout.text()
    const text = out + host.stderr.text()
    expect(text).toContain('stop-commands')
    // A runner of GitHub looks for commands after white space, too.
    const commands = text.split('\n').filter((line) => line.trim().startsWith('::') || /##\w*\[/.test(line))
    expect(commands.filter((line) => name !== 'github' || !/^::(error (file|title)|notice title)=/.test(line))).toEqual(
      [],
    )
    expect(text.match(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/gu)).toBe(null)
    if (name === 'json') expect(JSON.parse(out).cases).toEqual(report.cases)
  })
})
