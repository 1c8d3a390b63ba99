import { max } from '../base/collections.ts'
import { sectionsOf } from './difference.ts'
import type { Case, EntryReport, Report } from './report.ts'
import { blockWithSymbols, tableOf, withoutCommands, withSymbols } from './text.ts'
import {
  countsOf,
  failuresIn,
  leaderboardHead,
  leaderboardRow,
  leaderboardsOf,
  notesOn,
  originOf,
  verdictOf,
  whyBesidePath,
} from './words.ts'

/**
 * A report for a pull request or the summary of a GitHub job: leaderboards, then failed sessions, folded.
 * @param maxBytes leaves out failed sessions that do not fit
 */
export function asMarkdown(report: Report, maxBytes = Number.POSITIVE_INFINITY): string {
  const { ok, cases } = report
  const failed = failuresIn(cases)
  const counts = countsOf(cases).join('\n').split('\n').map(escaped).join('; ')
  const head = [
    `## ${ok ? '✓' : '✗'} ninehole: ${counts || `${failed.length} could not be run`}`,
    ...leaderboardsOf(cases).map(leaderboard),
    ...notesOn(report).map((note) => note.split('\n').map(escaped).join('\n\n')),
  ]
  let length = Buffer.byteLength(leftOut(failed.length) + head.join('\n\n'))
  const fits = (part: string) => {
    length += Buffer.byteLength(part) + 2
    return length <= maxBytes
  }
  // Measured as it is written: escaping makes it longer.
  const shown = failed.map((result) => withoutCommands(failedCase(result))).filter(fits)
  const more = failed.length - shown.length
  return `${withoutCommands([...head, ...shown, ...(more > 0 ? [leftOut(more)] : [])].join('\n\n'))}\n`
}

const leftOut = (count: number) => `… and ${count} more that failed.`

function leaderboard(entries: readonly [EntryReport, ...EntryReport[]]): string {
  const rows = entries.map((entry) => {
    const cells = leaderboardRow(entry).map(escaped)
    return entry.ok ? cells : cells.with(3, `**${escaped(verdictOf(entry))}**`)
  })
  return `${escaped(entries[0].game)}\n\n${tableOf(leaderboardHead, rows, true)}`
}

function failedCase(result: Case): string {
  const { path, failure, reproduce } = result
  const again = reproduce === undefined ? [] : [{ title: 'Run it again:', lines: [reproduce], language: 'sh' }]
  return [
    `<details><summary><b>${escaped(verdictOf(result))}</b> ${escaped(path)}: ${escaped(whyBesidePath(result))}</summary>`,
    ...(failure === null ? [] : [escaped(originOf(result))]),
    ...[...sectionsOf(result), ...again].flatMap(({ title, lines, language = 'text' }) => [
      escaped(title.trim()),
      ...(lines === undefined ? [] : [fenced(language, lines)]),
    ]),
    '</details>',
  ].join('\n\n')
}

/** No renderer takes the result for Markdown or HTML. */
const escaped = (text: string) =>
  withSymbols(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|~@#]/g, (character) => `&#${character.charCodeAt(0)};`)

/** A code block with a fence longer than any in its lines. */
function fenced(language: string, lines: readonly string[]): string {
  const text = blockWithSymbols(lines.join('\n'))
  const fences = (text.match(/`+/g) ?? []).map(({ length }) => length)
  const fence = '`'.repeat(max(fences, 2) + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
