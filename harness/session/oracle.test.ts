import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { oracle, type SessionReport } from './oracle.ts'
import type { Input } from './script.ts'
import { playedOn, recordingOf, scriptOf } from './script.ts'

const terms = (input: Input, exact = false) => ({
  game: ticTacToe,
  input,
  exact,
  limits: { milliseconds: 1000 },
  onSession() {},
})

/** The report of a right program for these lines. */
function rightReport(lines: readonly string[], input: Input): SessionReport {
  const { steps, ends } = scriptOf(ticTacToe, lines)
  const readAt: number[] = []
  let output = ''
  for (const step of steps) {
    output += recordingOf({ steps: [{ output: step.output }], ends: true, status: 0, leftover: [] })
    if (step.answer !== undefined && input === 'interactive') readAt.push(output.length)
  }
  return { output, readAt, stderr: false, ...(ends ? { end: 'ended', status: 0 } : { end: 'waiting' }) }
}

const line = fc.constantFrom(...'012345678', 'foo', '')
const session = fc.array(line, { maxLength: 14 })

/** A fault in a report, at a place between the beginning of the session (0) and its end (1). */
const fault = fc.record({
  kind: fc.constantFrom('none', 'byte', 'cut', 'more', 'newline', 'readAt', 'stderr', 'status', 'end'),
  place: fc.double({ min: 0, max: 1, noNaN: true }),
})

function spoiled(report: SessionReport, { kind, place }: { kind: string; place: number }): SessionReport {
  const { output, readAt } = report
  const at = Math.floor(place * output.length)
  switch (kind) {
    case 'byte':
      return { ...report, output: `${output.slice(0, at)}?${output.slice(at + 1)}` }
    case 'cut':
      return { ...report, output: output.slice(0, at) }
    case 'more':
      return { ...report, output: `${output}${output.slice(at)}` }
    case 'newline':
      return { ...report, output: `${output.slice(0, at)}\n${output.slice(at)}` }
    case 'readAt':
      return { ...report, readAt: readAt.map((end, i) => (i === Math.floor(place * readAt.length) ? end - 1 : end)) }
    case 'stderr':
      return { ...report, stderr: true }
    case 'status':
      return { ...report, end: 'ended', status: 1 }
    case 'end':
      return { output, readAt, stderr: false, end: 'looping' }
    default:
      return report
  }
}

test.each<[Input, boolean]>([
  ['interactive', false],
  ['stdin', false],
  ['interactive', true],
  ['args', true],
])('the check of a session does not depend on those before it: %s, exact %s', (input, exact) => {
  const one = fc.tuple(session, fault)
  fc.assert(
    fc.property(fc.array(one, { maxLength: 12 }), (sessions) => {
      const long = oracle(terms(input, exact))
      // Sessions that begin alike stand side by side, as they do in the suites.
      for (const [lines, fault] of sessions.sort(([a], [b]) => (`${a}` < `${b}` ? -1 : 1))) {
        const sent = input === 'interactive' ? lines : playedOn(ticTacToe, lines)
        expect(long.sent(lines)).toEqual(sent)
        const report = spoiled(rightReport(sent, input), fault)
        const fresh = oracle(terms(input, exact)).check(sent, report)
        expect(long.check(sent, report)).toEqual(fresh)
        if (fault.kind === 'none') expect(fresh).toEqual([])
        if (fault.kind === 'byte' && report.output !== '') expect(fresh).toBeUndefined()
      }
    }),
    { numRuns: 300 },
  )
})
