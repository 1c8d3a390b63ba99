import { diffArrays } from 'diff'
import { exact } from '../../reference/game.ts'
import { type Bytes, toBytes, toReadable } from '../session/bytes.ts'
import { echoOf, exactBytes, linesOf, type Outcome, type Script } from '../session/script.ts'
import type { Failure, Turn } from './report.ts'
import { colors, printable, visible } from './text.ts'

/** How many lines of a difference are kept before the first wrong one, and how many from there on. */
const linesBefore = 6
const linesAfter = 40
/** How many characters of a line are kept. */
const charactersOfLine = 500
/** How many lines more than expected are kept. Their number varies from run to run, as the program is killed. */
const surplusLines = 3
/** How much of standard error is kept: its last lines, and at most this many bytes. */
const stderrLines = 10
const stderrBytes = 2048

/**
 * Describes a failed session.
 * @param suite the suite that chose the session
 */
export function failureOf(suite: string, script: Script, outcome: Outcome): Failure {
  const { output, at, answeredAt, stderr } = outcome
  const answers = linesOf(script)
  const lastAnswerAt = answeredAt.at(-1) ?? 0
  const expected = toBytes(exact(script.steps[answeredAt.length]?.output ?? ''))
  const actual = output.slice(lastAnswerAt)
  const kind = kindOf(outcome, expected, actual, actual.slice(0, at - lastAnswerAt))
  const line = output.slice(0, at).split('\n').length
  const before = answeredAt
    .map((at, index) => output.slice(answeredAt[index - 1] ?? 0, at) + echoOf(answers[index]))
    .join('')
  return {
    suite,
    lines: answers.map((answer) => (answer === null ? null : toReadable(answer))),
    expected: toReadable(exactBytes(script)),
    actual: toReadable(output),
    at,
    difference: {
      sentence: `${kind}, at byte ${at} (line ${line}), ${afterWhich(answers, answeredAt.length)}`,
      lines: compare(before + expected, before + actual),
    },
    turns: turnsOf(script, outcome),
    right: toReadable(wholeCharacters(actual, at - lastAnswerAt)).length,
    stderr: stderr.trimEnd().slice(-stderrBytes).split('\n').slice(-stderrLines).map(printable).filter(Boolean),
  }
}

/** The session of a script as it should go, turn by turn. */
export const rightTurns = ({ steps }: Script): Turn[] =>
  steps.map(({ output, answer }) => ({
    expected: toReadable(toBytes(exact(output ?? ''))),
    ...(answer !== undefined && { answer: answer === null ? null : toReadable(answer) }),
  }))

/** The session as it went, turn by turn, up to the end of the script. */
function turnsOf(script: Script, { output, at, answeredAt }: Outcome): Turn[] {
  const last = answeredAt.length
  return rightTurns(script).map((turn, index) => {
    if (index > last) return turn
    const from = answeredAt[index - 1] ?? 0
    const written = output.slice(from, answeredAt[index])
    const actual = index < last ? written : withoutSurplus(turn.expected, written, at - from)
    return { ...turn, actual: toReadable(actual) }
  })
}

/** As many lines as were expected or are right, and a few more. */
function withoutSurplus(expected: string, actual: Bytes, right: number): Bytes {
  const count = Math.max(splitLines(expected).length, splitLines(actual.slice(0, right)).length)
  return splitLines(actual)
    .slice(0, count + surplusLines)
    .join('')
}

/** The first `length` bytes of a text, without a character that would be cut in two. */
function wholeCharacters(bytes: Bytes, length: number): Bytes {
  let end = length
  while (/[\x80-\xbf]/.test(bytes[end] ?? '')) end--
  return bytes.slice(0, Math.max(0, end))
}

/** @param correct the part of `actual` before the first wrong byte */
function kindOf({ why = 'wrong output' }: Outcome, expected: Bytes, actual: Bytes, correct: Bytes): string {
  if (why !== 'wrong output') return why
  const withoutWhiteSpace = (text: Bytes) => text.replace(/[ \t\r\n]/g, '')
  if (withoutWhiteSpace(expected) === withoutWhiteSpace(actual)) return 'output differs in white space only'
  if (withoutWhiteSpace(expected) === withoutWhiteSpace(correct)) return 'more output than expected'
  return why
}

function afterWhich(answers: readonly (Bytes | null)[], count: number): string {
  const last = answers[count - 1]
  if (last === undefined) return 'before any answer'
  return `after answer ${count} of ${answers.length}, ${last === null ? 'the end of input' : `'${printable(last)}'`}`
}

/** The lines around the first difference, as a unified diff. Lines that differ have their white space made visible. */
function compare(expected: Bytes, actual: Bytes): string[] {
  const wanted = splitLines(expected)
  const lines = diffArrays(wanted, splitLines(actual).slice(0, wanted.length + surplusLines)).flatMap(
    ({ value, added, removed }) =>
      value.map((line) => {
        if (added) return `+ ${visible(line)}`
        return removed ? `- ${visible(line)}` : `  ${printable(line.replace(/\n$/, ''))}`
      }),
  )
  const changed = lines.findIndex((line) => !line.startsWith(' '))
  const first = changed === -1 ? lines.length : changed
  const [removed, added] = [lines.find((line) => line.startsWith('-')), lines.findIndex((line) => line.startsWith('+'))]
  if (removed !== undefined && added !== -1)
    lines.splice(added + 1, 0, `  ${' '.repeat(commonLength(removed, lines[added] ?? ''))}^`)
  return lines.slice(Math.max(0, first - linesBefore), first + linesAfter).map(withoutRest)
}

/** A program can write a hundred kilobytes without a newline. */
function withoutRest(line: string): string {
  const rest = line.length - charactersOfLine
  return rest <= 0 ? line : `${line.slice(0, charactersOfLine)}… ${rest.toLocaleString('en')} more characters`
}

/** How many characters of two lines are the same, behind their marks. */
function commonLength(one: string, other: string): number {
  const [some, more] = [[...one.slice(2)], [...other.slice(2)]]
  const length = some.findIndex((character, index) => character !== more[index])
  return length === -1 ? some.length : length
}

/** Each line with its newline, if it has one. */
const splitLines = (text: Bytes) => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/** A failure as text: what went wrong, the difference, and what the program wrote to standard error. */
export function showFailure({ difference: { sentence, lines }, stderr }: Failure): string {
  return [
    sentence,
    colors.dim('  (- expected, + actual)'),
    ...lines.map((line) => {
      if (line.startsWith('-')) return colors.green(line)
      return line.startsWith('+') ? colors.red(line) : line
    }),
    ...(stderr.length === 0 ? [] : [colors.dim('standard error:'), ...stderr.map((line) => `  ${line}`)]),
  ].join('\n')
}
