import { diffArrays } from 'diff'
import { exact } from '../../reference/game.ts'
import { type Bytes, toBytes, toReadable } from '../session/bytes.ts'
import { exactBytes, linesOf, type Script } from '../session/script.ts'
import type { Outcome } from '../session/verdict.ts'
import { colors as pc } from './colors.ts'
import type { Difference, Failure, Row } from './report.ts'
import { printable, visible } from './visible.ts'

/** How many lines are kept that were right, and how many from the first wrong one on. */
const linesBefore = 6
const linesSince = 40
/** How many surplus lines are kept: how much a program writes before it is ended differs from run to run. */
const linesMore = 3
/** How much is kept of standard error: its last lines, and at most so many bytes of them. */
const stderrLines = 10
const stderrBytes = 2048

/**
 * @param suite the suite that chose the session
 * @param outcome of a session that did not go as the script demands
 */
export function failureOf(suite: string, script: Script, outcome: Outcome): Failure {
  return {
    suite,
    lines: linesOf(script).map((line) => (line === null ? null : toReadable(line))),
    expected: toReadable(exactBytes(script)),
    actual: toReadable(outcome.output),
    at: outcome.at,
    difference: differenceOf(script, outcome),
    stderr: lastLines(outcome.stderr),
  }
}

const lastLines = (stderr: Bytes): string[] =>
  stderr.trimEnd().slice(-stderrBytes).split('\n').slice(-stderrLines).map(printable).filter(Boolean)

function differenceOf(script: Script, outcome: Outcome): Difference {
  return {
    sentence: sentenceOf(script, outcome),
    before: rightBefore(script, outcome).slice(-linesBefore),
    rows: pair(expectedSince(script, outcome), actualSince(outcome)),
  }
}

/** Every sentence about a failed session: what went wrong, where, and after which answer. */
function sentenceOf(script: Script, outcome: Outcome): string {
  const { at, answeredAt, output } = outcome
  const answers = linesOf(script)
  const last = answers[answeredAt.length - 1]
  const answer = last === null ? 'the end of input' : `'${printable(last ?? '')}'`
  const after =
    answeredAt.length === 0 ? 'before any answer' : `after answer ${answeredAt.length} of ${answers.length}, ${answer}`
  return `${kindOf(script, outcome)}, at byte ${at} (line ${output.slice(0, at).split('\n').length}), ${after}`
}

function kindOf(script: Script, outcome: Outcome): string {
  const { why = 'wrong output', output, at } = outcome
  if (why !== 'wrong output') return why
  const withoutWhiteSpace = (text: Bytes) => text.replace(/[ \t\r\n]/g, '')
  const expected = withoutWhiteSpace(expectedSince(script, outcome))
  if (expected === withoutWhiteSpace(actualSince(outcome))) return 'output differs in white space only'
  if (expected === withoutWhiteSpace(output.slice(sinceAnswer(outcome), at))) return 'more output than expected'
  return 'wrong output'
}

const sinceAnswer = ({ answeredAt }: Outcome) => answeredAt.at(-1) ?? 0

const actualSince = (outcome: Outcome): Bytes => outcome.output.slice(sinceAnswer(outcome))

const expectedSince = ({ steps }: Script, { answeredAt }: Outcome): Bytes =>
  toBytes(exact(steps[answeredAt.length]?.output ?? ''))

function rightBefore(script: Script, { output, answeredAt }: Outcome): string[] {
  const echo = (answer: Bytes | null | undefined) => (answer === null ? '^D' : `${answer}\n`)
  const answers = linesOf(script)
  const session = answeredAt.map((at, index) => output.slice(answeredAt[index - 1] ?? 0, at) + echo(answers[index]))
  return session.join('').split('\n').slice(0, -1).map(printable)
}

/** Pairs the lines of two texts; those that differ show their white space. */
function pair(expected: Bytes, actual: Bytes): Row[] {
  const rows: Row[] = []
  const removed: Bytes[] = []
  const added: Bytes[] = []
  const flush = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); i++) {
      const isFirst = rows.every(({ same }) => same)
      const [left = '', right = ''] = [removed[i], added[i]]
      const mark = isFirst ? { mark: markOf(left, right) } : {}
      rows.push({ expected: visible(left), actual: visible(right), same: false, ...mark })
    }
    removed.length = added.length = 0
  }
  const wanted = linesWithEnds(expected)
  for (const part of diffArrays(wanted, linesWithEnds(actual).slice(0, wanted.length + linesMore))) {
    if (part.added) added.push(...part.value)
    else if (part.removed) removed.push(...part.value)
    else {
      flush()
      const lines = part.value.map((line) => printable(line.replace(/\n$/, '')))
      rows.push(...lines.map((line) => ({ expected: line, actual: line, same: true })))
    }
  }
  flush()
  const first = Math.max(0, rows.findIndex(({ same }) => !same) - linesBefore)
  return rows.slice(first, first + linesSince)
}

const linesWithEnds = (text: Bytes) => text.match(/[^\n]*\n|[^\n]+/g) ?? []

function markOf(expected: Bytes, actual: Bytes): number {
  let same = 0
  while (same < actual.length && expected[same] === actual[same]) same++
  return [...toReadable(actual.slice(0, same))].length
}

/**
 * Shows a failure: both texts beside each other where there is room, else one above the other, then standard error.
 * @param columns the width of the terminal
 */
export function showFailure({ difference, stderr }: Failure, columns: number): string {
  const { sentence, before, rows } = difference
  const width = Math.max(8, ...[...before, ...rows.flatMap(({ expected, actual }) => [expected, actual])].map(length))
  const beside = 2 * width + 5 <= columns
  return [
    sentence,
    pc.dim(beside ? `  ${pad('expected', width)} │ actual` : '  (- expected, + actual)'),
    ...before.map((line) => pc.dim(beside ? `  ${pad(line, width)} │ ${line}` : `  ${line}`)),
    ...rows.flatMap((row) => (beside ? showBeside(row, width) : showStacked(row))),
    ...(stderr.length === 0 ? [] : [pc.dim('standard error:'), ...stderr.map((line) => `  ${line}`)]),
  ].join('\n')
}

const length = (text: string) => [...text].length
const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - length(text)))

function showBeside({ expected, actual, same, mark }: Row, width: number): string[] {
  if (same) return [`  ${pad(expected, width)} │ ${actual}`]
  const row = `${pc.bold('≠')} ${pc.green(pad(expected, width))} │ ${pc.red(actual)}`
  return mark === undefined ? [row] : [row, ' '.repeat(width + 5 + mark) + pc.bold('^')]
}

function showStacked({ expected, actual, same, mark }: Row): string[] {
  if (same) return [`  ${expected}`]
  return [
    ...(expected === '' ? [] : [pc.green(`- ${expected}`)]),
    ...(actual === '' ? [] : [pc.red(`+ ${actual}`)]),
    ...(mark === undefined ? [] : [' '.repeat(2 + mark) + pc.bold('^')]),
  ]
}
