import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeLines, codeReports, readLines, readReports } from './front-coding.ts'
import { ends, type InProcessReport } from './report.ts'

/** Few letters, so that much is shared; long enough that texts share more than is looked at once. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('X', '\n'), maxLength: 3 }),
  fc
    .array(fc.constantFrom('...\n...\n...\nX> ', 'X..\n...\n...\nO> '), { maxLength: 40 })
    .map((parts) => parts.join('')),
)

const report: fc.Arbitrary<InProcessReport> = fc
  .record({
    output: text,
    readAt: fc.array(fc.nat({ max: 2 }), { maxLength: 4 }),
    stderr: fc.boolean(),
    end: fc.constantFrom(...ends),
    status: fc.nat({ max: 1 }),
    why: fc.option(text, { nil: undefined }),
  })
  .map(({ status, why, ...rest }) => ({
    ...rest,
    ...(rest.end === 'ended' ? { status } : {}),
    ...(why === undefined ? {} : { why }),
  }))

const sent = (value: unknown) => JSON.parse(JSON.stringify(value))

test('lines come back as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.array(text)), (sessions) => {
      expect(readLines(sent(codeLines(sessions)))).toEqual(sessions)
    }),
  )
})

test('reports come back as they were', () => {
  fc.assert(
    fc.property(fc.array(report), (reports) => {
      expect(readReports(sent(codeReports(reports)))).toEqual(reports)
    }),
  )
})

test('what two sessions begin with is told once', () => {
  expect(codeLines([['1', '2', '3'], ['1', '2', '4'], ['1']])).toEqual([0, '1', '2', '3', 2, '4', 1])
  const end = { stderr: false, end: 'waiting' } as const
  const output = 'X..\n'.repeat(50)
  const reports = [
    { output: `${output}X won.\n`, readAt: [15, 31], ...end },
    { output: `${output}O won.\n`, readAt: [15, 30], ...end },
  ]
  expect(codeReports(reports)).toEqual([
    `${output}X won.\n`,
    0,
    0,
    15,
    31,
    end,
    `${output.slice(143)}O won.\n`,
    143,
    1,
    30,
  ])
})

test.each([
  [[1, 0, 0, { stderr: false, end: 'waiting' }]],
  [['', '', 0, { stderr: false, end: 'waiting' }]],
  [['', 0, null, { stderr: false, end: 'waiting' }]],
  [['', 0, 0]],
  [['', 0]],
  [['', 0, 0, null]],
  [['', 0, 0, { stderr: false, end: 'ended' }]],
  [['', 0, 0, { stderr: false, end: 'well' }]],
  [['', 0, 0, { stderr: false, end: 'waiting' }, { stderr: false, end: 'waiting' }]],
  [['', 0, 0, { stderr: false, end: 'waiting' }, '', 0, 0, null]],
])('%j is no report', (coded) => {
  expect(readReports(coded)).toBeUndefined()
})
