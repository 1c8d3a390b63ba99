import { diffArrays } from 'diff'
import pc from 'picocolors'
import { exact } from '../../reference/game.ts'
import { type Bytes, toBytes, toReadable } from '../bytes.ts'
import { linesOf, type Script } from '../script.ts'
import type { Outcome } from '../verdict.ts'
import { printable, visible } from './visible.ts'

/** How many lines of what went right are shown above the difference, and how many of what went wrong. */
const linesBefore = 8
const linesShown = 24

/**
 * Shows where a session first went wrong, for people: one sentence, the last lines that were right, and then what was
 * expected and what was said, beside each other where there is room, white space made visible where they differ.
 * @param columns the width of the terminal
 */
export function showDifference(script: Script, outcome: Outcome, columns: number): string {
  const before = rightBefore(script, outcome).slice(-linesBefore)
  const rows = pairs(expectedHere(script, outcome), saidHere(outcome))
  const shown = rows.slice(0, linesShown)
  const width = Math.max(
    8,
    ...[...before, ...shown.flatMap((row) => [row.expected, row.said])].map((text) => length(text)),
  )
  const beside = 2 * width + 7 <= columns
  return [
    sentence(script, outcome),
    '',
    ...(beside ? [pc.dim(`  ${'expected'.padEnd(width)} │ said`)] : [pc.dim('  - expected, + said')]),
    ...before.map((line) => pc.dim(beside ? `  ${pad(line, width)} │ ${line}` : `  ${line}`)),
    ...shown.flatMap((row) => (beside ? [side(row, width)] : stacked(row))),
    ...(rows.length > shown.length ? [pc.dim(`  … ${rows.length - shown.length} more lines`)] : []),
  ].join('\n')
}

/** What kind of difference it is, where, and what led there. */
export function sentence(script: Script, outcome: Outcome): string {
  const { at, answeredAt, said } = outcome
  const line = said.slice(0, at).split('\n').length
  const answers = linesOf(script)
  const given = answeredAt.length
  const last = answers[given - 1]
  const led =
    given === 0
      ? 'before the first answer'
      : `after answer ${given} of ${answers.length}, ${last === null ? 'the end of input' : `'${printable(last ?? '')}'`}`
  return `${kind(script, outcome)} at byte ${at} (line ${line}), ${led}`
}

function kind(script: Script, outcome: Outcome): string {
  const { why = 'differs', said, at } = outcome
  if (why !== 'said something else') return why
  const expected = expectedHere(script, outcome)
  const heard = saidHere(outcome)
  const bare = (text: Bytes) => text.replace(/\s/g, '')
  if (bare(expected) === bare(heard)) return 'differs in white space only'
  return script.ends &&
    outcome.answeredAt.length === script.steps.length - 1 &&
    bare(expected) === bare(said.slice(start(outcome), at))
    ? 'said more than it should'
    : 'said something else'
}

const start = ({ answeredAt }: Outcome) => answeredAt.at(-1) ?? 0

const saidHere = (outcome: Outcome): Bytes => outcome.said.slice(start(outcome))

const expectedHere = ({ steps }: Script, { answeredAt }: Outcome): Bytes =>
  toBytes(exact(steps[answeredAt.length]?.says ?? ''))

/** The lines of the session up to the last answer, as a terminal would have shown them. */
function rightBefore(script: Script, { said, answeredAt }: Outcome): string[] {
  const answers = linesOf(script)
  const session = answeredAt.map((at, index) => said.slice(answeredAt[index - 1] ?? 0, at) + echo(answers[index]))
  return session.join('').split('\n').slice(0, -1).map(printable)
}

const echo = (answer: Bytes | null | undefined) => (answer === null ? '^D' : `${answer}\n`)

interface Row {
  readonly expected: string
  readonly said: string
  readonly same: boolean
  /** Where the first differing character of `said` stands. */
  readonly mark?: number
}

/** Pairs the lines of two texts; lines that differ show their white space. */
function pairs(expected: Bytes, said: Bytes): Row[] {
  const rows: Row[] = []
  const removed: Bytes[] = []
  const added: Bytes[] = []
  const flush = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); i++) {
      const left = removed[i] ?? ''
      const right = added[i] ?? ''
      const common = [...left].findIndex((byte, index) => byte !== right[index])
      const mark = toReadable(right.slice(0, common === -1 ? left.length : common)).length
      rows.push({
        expected: visible(left),
        said: visible(right),
        same: false,
        ...(rows.some(({ same }) => !same) ? {} : { mark }),
      })
    }
    removed.length = added.length = 0
  }
  for (const { value, added: isNew, removed: isGone } of diffArrays(lines(expected), lines(said))) {
    if (isNew) added.push(...value)
    else if (isGone) removed.push(...value)
    else {
      flush()
      rows.push(
        ...value.map((line) => ({
          expected: printable(line.replace(/\n$/, '')),
          said: printable(line.replace(/\n$/, '')),
          same: true,
        })),
      )
    }
  }
  flush()
  return rows
}

const lines = (text: Bytes) => text.match(/[^\n]*\n|[^\n]+/g) ?? []

const length = (text: string) => [...text].length
const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - length(text)))

function side({ expected, said, same, mark }: Row, width: number): string {
  if (same) return `  ${pad(expected, width)} │ ${said}`
  const row = `${pc.bold('≠')} ${pc.green(pad(expected, width))} │ ${pc.red(said)}`
  return mark === undefined ? row : `${row}\n${' '.repeat(width + 5 + mark)}${pc.bold('^')}`
}

function stacked({ expected, said, same, mark }: Row): string[] {
  if (same) return [`  ${expected}`]
  return [
    ...(expected === '' ? [] : [pc.green(`- ${expected}`)]),
    ...(said === '' ? [] : [pc.red(`+ ${said}`)]),
    ...(mark === undefined ? [] : [`${' '.repeat(2 + mark)}${pc.bold('^')}`]),
  ]
}
