import { diffArrays } from 'diff'
import { exact } from '../../reference/game.ts'
import { type Bytes, toBytes, toReadable } from '../session/bytes.ts'
import { linesOf, type Script } from '../session/script.ts'
import type { Outcome } from '../session/verdict.ts'
import { colors as pc } from './colors.ts'
import { printable, visible } from './visible.ts'

/** Where a session first went wrong, for people to read: plain data, so that a report can be kept and shown later. */
export interface Difference {
  /** What kind of difference it is, where, and what led there. */
  readonly sentence: string
  /** The last lines that were right, as a terminal would have shown them. */
  readonly before: readonly string[]
  /** What should have been said since, and what was: line by line. */
  readonly rows: readonly Row[]
}

interface Row {
  readonly expected: string
  readonly said: string
  readonly same: boolean
  /** Where the first differing character of `said` stands. */
  readonly mark?: number
}

/** How many lines of what went right are kept, and how many of what went wrong. */
const linesBefore = 6
const linesSince = 40
/** How many more lines than expected are kept: how much a program says before it is stopped is another matter each time. */
const linesMore = 3

/** @param outcome of a session that did not go as the script says */
export function differenceOf(script: Script, outcome: Outcome): Difference {
  return {
    sentence: sentenceOf(script, outcome),
    before: rightBefore(script, outcome).slice(-linesBefore),
    rows: pair(expectedSince(script, outcome), saidSince(outcome)),
  }
}

function sentenceOf(script: Script, outcome: Outcome): string {
  const { at, answeredAt, said } = outcome
  const answers = linesOf(script)
  const last = answers[answeredAt.length - 1]
  const answer = last === null ? 'the end of input' : `'${printable(last ?? '')}'`
  const led =
    answeredAt.length === 0 ? 'before any answer' : `after answer ${answeredAt.length} of ${answers.length}, ${answer}`
  return `${kindOf(script, outcome)}, at byte ${at} (line ${said.slice(0, at).split('\n').length}), ${led}`
}

function kindOf(script: Script, outcome: Outcome): string {
  const { why = 'differs', said, at } = outcome
  if (why !== 'said something else') return why
  const withoutWhiteSpace = (text: Bytes) => text.replace(/[ \t\r\n]/g, '')
  const expected = withoutWhiteSpace(expectedSince(script, outcome))
  if (expected === withoutWhiteSpace(saidSince(outcome))) return 'differs in white space only'
  if (expected === withoutWhiteSpace(said.slice(sinceAnswer(outcome), at))) return 'said more than it should'
  return 'said something else'
}

const sinceAnswer = ({ answeredAt }: Outcome) => answeredAt.at(-1) ?? 0

const saidSince = (outcome: Outcome): Bytes => outcome.said.slice(sinceAnswer(outcome))

const expectedSince = ({ steps }: Script, { answeredAt }: Outcome): Bytes =>
  toBytes(exact(steps[answeredAt.length]?.says ?? ''))

function rightBefore(script: Script, { said, answeredAt }: Outcome): string[] {
  const echo = (answer: Bytes | null | undefined) => (answer === null ? '^D' : `${answer}\n`)
  const answers = linesOf(script)
  const session = answeredAt.map((at, index) => said.slice(answeredAt[index - 1] ?? 0, at) + echo(answers[index]))
  return session.join('').split('\n').slice(0, -1).map(printable)
}

/** Pairs the lines of two texts; those that differ show their white space. */
function pair(expected: Bytes, said: Bytes): Row[] {
  const rows: Row[] = []
  const gone: Bytes[] = []
  const come: Bytes[] = []
  const flush = () => {
    for (let i = 0; i < Math.max(gone.length, come.length); i++) {
      const isFirst = rows.every(({ same }) => same)
      const [left = '', right = ''] = [gone[i], come[i]]
      rows.push({
        expected: visible(left),
        said: visible(right),
        same: false,
        ...(isFirst ? { mark: markOf(left, right) } : {}),
      })
    }
    gone.length = come.length = 0
  }
  const wanted = linesWithEnds(expected)
  const heard = linesWithEnds(said).slice(0, wanted.length + linesMore)
  for (const { value, added, removed } of diffArrays(wanted, heard)) {
    if (added) come.push(...value)
    else if (removed) gone.push(...value)
    else {
      flush()
      for (const line of value.map((line) => printable(line.replace(/\n$/, '')))) {
        rows.push({ expected: line, said: line, same: true })
      }
    }
  }
  flush()
  const first = Math.max(0, rows.findIndex(({ same }) => !same) - linesBefore)
  return rows.slice(first, first + linesSince)
}

const linesWithEnds = (text: Bytes) => text.match(/[^\n]*\n|[^\n]+/g) ?? []

function markOf(expected: Bytes, said: Bytes): number {
  let same = 0
  while (same < said.length && expected[same] === said[same]) same++
  return [...toReadable(said.slice(0, same))].length
}

/**
 * Shows a difference: both texts beside each other where there is room, else one above the other.
 * @param columns the width of the terminal
 */
export function showDifference({ sentence, before, rows }: Difference, columns: number): string {
  const width = Math.max(8, ...[...before, ...rows.flatMap(({ expected, said }) => [expected, said])].map(length))
  const beside = 2 * width + 5 <= columns
  return [
    sentence,
    pc.dim(beside ? `  ${pad('expected', width)} │ said` : '  (- expected, + said)'),
    ...before.map((line) => pc.dim(beside ? `  ${pad(line, width)} │ ${line}` : `  ${line}`)),
    ...rows.flatMap((row) => (beside ? showBeside(row, width) : showStacked(row))),
  ].join('\n')
}

const length = (text: string) => [...text].length
const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - length(text)))

function showBeside({ expected, said, same, mark }: Row, width: number): string[] {
  if (same) return [`  ${pad(expected, width)} │ ${said}`]
  const row = `${pc.bold('≠')} ${pc.green(pad(expected, width))} │ ${pc.red(said)}`
  return mark === undefined ? [row] : [row, ' '.repeat(width + 5 + mark) + pc.bold('^')]
}

function showStacked({ expected, said, same, mark }: Row): string[] {
  if (same) return [`  ${expected}`]
  return [
    ...(expected === '' ? [] : [pc.green(`- ${expected}`)]),
    ...(said === '' ? [] : [pc.red(`+ ${said}`)]),
    ...(mark === undefined ? [] : [' '.repeat(2 + mark) + pc.bold('^')]),
  ]
}
