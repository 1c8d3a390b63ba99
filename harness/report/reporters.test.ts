import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { follower } from '../session/follower.ts'
import { type Script, scriptOf } from '../session/script.ts'
import { asGithub } from './github.ts'
import { asJunit } from './junit.ts'
import { failureOf, mergeReports, type Report } from './report.ts'
import { asTable } from './table.ts'

/** What comes of a program that says this, all at once. */
function outcomeOf(script: Script, said: string, why: string) {
  const follow = follower(script, false)
  follow.hear(said)
  return {
    verdict: 'WA',
    why,
    said,
    at: follow.right,
    answeredAt: follow.answeredAt,
    freedoms: [],
    stderr: '',
  } as const
}

const script = scriptOf(ticTacToe, ['4'])
const failure = failureOf('', script, outcomeOf(script, '...\n...\n...\nX> ...\n.O.\n...\nO> ', 'said something else'))

const report: Report = {
  ok: false,
  transcripts: [
    { path: 'fixtures/a,b.transcript', line: 4, input: 'stdin', ok: false, verdict: 'WA', milliseconds: 12, failure },
    {
      path: 'fixtures/fine.transcript',
      line: 2,
      input: 'stdin',
      ok: true,
      verdict: 'AC',
      milliseconds: 30,
      failure: null,
    },
  ],
}
const skipped: Report = {
  ok: true,
  entries: [
    {
      ...{
        path: 'x/tic-tac-toe/ruby-stdin/a.rb',
        game: 'tic-tac-toe',
        runtime: 'ruby',
        input: 'stdin',
        bytes: 1,
        chars: 1,
      },
      ...{
        skipped: 'no ruby & no "rubies"',
        expected: ['AC'],
        ok: true,
        exact: false,
        freedoms: [],
        suites: [],
        failure: null,
      },
    },
  ],
}

test('a difference tells what kind it is, where, and what led there', () => {
  expect(failure.difference).toEqual({
    sentence: "said something else, at byte 20 (line 5), after answer 1 of 1, '4'",
    before: ['...', '...', '...', 'X> 4'],
    rows: [
      { expected: '...', said: '...', same: true },
      { expected: '.X.␊', said: '.O.␊', same: false, mark: 1 },
      { expected: '...', said: '...', same: true },
      { expected: 'O> ', said: 'O> ', same: true },
    ],
  })
})

test.each([
  ['...\n...\n...\nX> ...\n.X.\n...\nO>\n', 'differs in white space only'],
  ['...\n...\n...\nX> ...\n.X.\n...\nX> ', 'said something else'],
])('%j: %s', (said, kind) => {
  expect(failureOf('', script, outcomeOf(script, said, 'said something else')).difference.sentence).toContain(kind)
})

describe('junit', () => {
  const read = (report: Report) => {
    const xml = asJunit(report)
    expect(XMLValidator.validate(xml)).toBe(true)
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '',
      isArray: (name) => name === 'testcase',
    })
    return { xml, ...parser.parse(xml).testsuites }
  }

  test('has a case for each session, counted, and what failed with its difference', () => {
    const { testsuite } = read(report)
    const counts = { tests: '2', failures: '1', errors: '0', skipped: '0' }
    expect(testsuite).toMatchObject({ name: 'ninehole', ...counts, time: '0.042' })
    expect(testsuite.testcase[0]).toMatchObject({
      name: 'fixtures/a,b.transcript (stdin)',
      classname: 'fixtures',
      time: '0.012',
      failure: { type: 'WA', message: failure.difference.sentence },
    })
    expect(testsuite.testcase[0].failure['#text']).toContain('≠ .X.␊')
    expect(testsuite.testcase[1]).not.toHaveProperty('failure')
  })

  test('says what XML can say, and nothing else', () => {
    const { xml, testsuite } = read(skipped)
    expect(testsuite).toMatchObject({
      skipped: '1',
      testcase: [{ skipped: { message: expect.stringContaining('rubies') } }],
    })
    expect(xml).not.toMatch(/& |[^\t\n -~\u0080-\uffff]/)
  })
})

test('github: an annotation at file and line, on one line', () => {
  const text = asGithub(report)
  expect(text).toMatch(
    /^::error file=fixtures\/a%2Cb\.transcript,line=4,title=WA stdin::said something else, at byte 20[^\n]*%0A[^\n]*\n$/,
  )
  expect(asGithub(skipped)).toBe('')
})

test('merged reports are one report and one status', () => {
  const merged = mergeReports([report, skipped])
  expect(merged.ok).toBe(false)
  expect(merged.entries).toHaveLength(1)
  expect(merged.transcripts).toHaveLength(2)
  expect(mergeReports([skipped, skipped])).toMatchObject({ ok: true, entries: [{}, {}] })
})

test('table: what is wrong first, then how many are not', async () => {
  const text = await asTable(report)
  expect(text).toMatch(/^WA fixtures\/a,b\.transcript\nstdin: 4\nsaid something else/)
  expect(text).toMatch(/\n1 of 2 sessions as recorded\n$/)
  expect(await asTable(skipped)).toContain('skipped: no ruby')
})

test('a program that goes on in another way is shown as far as it matters, however much was heard of it', () => {
  // A board and a prompt were expected, four lines, and three more are shown.
  const rows = [6, 7, 80].map((lines) => {
    const said = `...\n...\n...\nX> ${'no\n'.repeat(lines)}`
    return failureOf('', script, outcomeOf(script, said, 'said something else')).difference.rows
  })
  expect(rows.map(({ length }) => length)).toEqual([6, 7, 7])
  expect(rows[2]).toEqual(rows[1])
})
