import { max } from '../base/collections.ts'
import { sectionsOf } from './difference.ts'
import type { Case, Report } from './report.ts'
import { blockWithSymbols, markdown, withoutCommands, withSymbols } from './text.ts'
import {
  countsOf,
  isInLeague,
  leaderboardHead,
  leaderboardRow,
  notesOn,
  partsOf,
  verdictOf,
  whyBesidePath,
} from './words.ts'

/**
 * A report in Markdown, for a pull request or the summary of a GitHub job: the leaderboard, then each failed session,
 * folded, with the command that runs it again.
 * @param maxBytes the most bytes; failed sessions that do not fit are left out
 */
export function asMarkdown(report: Report, maxBytes = Number.POSITIVE_INFINITY): string {
  const { ok, cases } = report
  const failed = cases.filter((one) => !one.ok).flatMap(partsOf)
  const counts = countsOf(cases).join('\n').split('\n').map(escaped).join('; ')
  const parts = [
    `## ${ok ? '✓' : '✗'} ninehole: ${counts || `${failed.length} could not be run`}`,
    ...leaderboard(cases),
    ...notesOn(report).map((note) => note.split('\n').map(escaped).join('\n\n')),
  ]
  let length = bytesOf(parts.join('\n\n')) + bytesOf(leftOut(failed.length))
  for (const [index, one] of failed.entries()) {
    // Measured as it is written: escaping makes it longer.
    const part = withoutCommands(failure(one))
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
  const again = one.reproduce === undefined ? [] : [{ title: 'Run it again:', lines: [one.reproduce], language: 'sh' }]
  return [
    `<details><summary><b>${escaped(verdictOf(one))}</b> ${escaped(one.path)}: ${escaped(whyBesidePath(one))}</summary>`,
    ...[...sectionsOf(one), ...again].flatMap(({ title, lines, language = 'text' }) => [
      escaped(title.trim()),
      ...(lines === undefined ? [] : [fenced(language, lines)]),
    ]),
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
  const text = blockWithSymbols(lines.join('\n'))
  const fences = (text.match(/`+/g) ?? []).map(({ length }) => length)
  const fence = '`'.repeat(max(fences, 2) + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
