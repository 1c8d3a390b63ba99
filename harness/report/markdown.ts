import { max } from '../base/collections.ts'
import { detailsOf } from './difference.ts'
import { type Case, isInLeague, type Report } from './report.ts'
import { markdown, withoutCommands, withSymbols } from './text.ts'
import {
  countsOf,
  describeMachine,
  leaderboardHead,
  leaderboardRow,
  partsOf,
  remarksIn,
  verdictOf,
  whyBesidePath,
} from './words.ts'

/**
 * A report in Markdown, for a pull request or the summary of a GitHub job: the leaderboard, then each failed session,
 * folded, with the command that runs it again.
 * @param maxBytes the most bytes; failed sessions that do not fit are left out
 */
export function asMarkdown(report: Report, maxBytes = Number.POSITIVE_INFINITY): string {
  const { ok, stopped, cases, machines = [] } = report
  const failed = cases.filter((one) => !one.ok).flatMap(partsOf)
  const counts = [...countsOf(cases), ...(stopped === undefined ? [] : [stopped])]
  const parts = [
    `## ${ok ? '✓' : '✗'} ninehole: ${counts.map(escaped).join('; ') || `${failed.length} could not be run`}`,
    ...leaderboard(cases),
    ...remarksIn(cases).flat().map(escaped),
    ...machines.map((machine) => escaped(describeMachine(machine))),
  ]
  let length = bytesOf(parts.join('\n\n')) + bytesOf(leftOut(failed.length))
  for (const [index, one] of failed.entries()) {
    const part = withoutCommands(failure(one))
    // Measured as it is written: escaping makes it longer.
    length += bytesOf(part) + 2
    if (length > maxBytes) {
      parts.push(leftOut(failed.length - index))
      break
    }
    parts.push(part)
  }
  return `${withoutCommands(parts.join('\n\n'))}\n`
}

const bytesOf = (text: string) => Buffer.byteLength(text)
const leftOut = (count: number) => `… and ${count} more that failed.`

function leaderboard(cases: readonly Case[]): string[] {
  const shown = cases.filter(isInLeague).filter(({ skipped }) => skipped === undefined)
  const rows = shown.map((one) => {
    const cells = [one.game, ...leaderboardRow(one)].map(escaped)
    return one.ok ? cells : cells.with(4, `**${escaped(verdictOf(one))}**`)
  })
  return rows.length === 0 ? [] : [markdown(['game', ...leaderboardHead], rows)]
}

function failure(one: Case): string {
  const { path, reproduce } = one
  const { sentences, excerpt, texts } = detailsOf(one)
  return [
    `<details><summary><b>${escaped(verdictOf(one))}</b> ${escaped(path)}: ${escaped(whyBesidePath(one))}</summary>`,
    ...sentences.map(escaped),
    ...(excerpt.length === 0 ? [] : ['Expected (-) and actual (+) output:', fenced('diff', excerpt)]),
    ...texts.flatMap(([title, lines]) => [escaped(title), ...(lines.length === 0 ? [] : [fenced('text', lines)])]),
    ...(reproduce === undefined ? [] : ['Run it again:', fenced('sh', [reproduce])]),
    '</details>',
  ].join('\n\n')
}

/** Escapes text, so that no renderer takes it for Markdown or HTML. */
const escaped = (text: string) =>
  withSymbols(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|~@#]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Lines as a code block, with a fence longer than any in them. */
function fenced(language: string, lines: readonly string[]): string {
  const text = lines.map(withSymbols).join('\n')
  const longest = max(
    (text.match(/`+/g) ?? []).map(({ length }) => length),
    2,
  )
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
