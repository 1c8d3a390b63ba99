import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as shlex from 'shlex'
import { showFailure } from './difference.ts'
import type { Case, EntryReport, Reporter } from './report.ts'
import { brief, colors, printable } from './text.ts'
import {
  countsOf,
  isInLeague,
  leaderboardHead,
  leaderboardRow,
  linesOf,
  notesOn,
  originOf,
  partsOf,
  verdictOf,
  whyBesidePath,
} from './words.ts'

/**
 * A report for people: leaderboards, which grow as entries are judged, the failures of these entries, then a summary.
 * Other failures are shown as soon as they are found. Cases that could not be run go to standard error.
 * @param columns the width of the terminal (default: no limit)
 */
export function tableReporter(columns = Number.POSITIVE_INFINITY): Reporter {
  let isEmpty = true
  let game: string | undefined
  let widths: readonly number[] = []
  function block(text: string): string {
    const gap = isEmpty ? '' : '\n'
    isEmpty = false
    game = undefined
    return `${gap}${text}\n`
  }
  return {
    add(one) {
      if (!isInLeague(one) || one.error !== undefined || one.skipped !== undefined) return ''
      const isNew = one.game !== game
      if (isNew) widths = widthsFor(one, columns)
      const color = one.ok ? colors.green : colors.red
      const [league, path, bytes, ...others] = leaderboardRow(one)
      const name = isRecorded(one) ? path : basename(path)
      const row = lineOf([league, name, bytes.padStart(5), ...others], widths, columns, color)
      if (!isNew) return `${row}\n`
      const text = block(`${colors.bold(printable(one.game))}\n${lineOf(leaderboardHead, widths, columns)}\n${row}`)
      game = one.game
      return text
    },
    fail: (one) => (one.ok || one.error !== undefined || isInLeague(one) ? '' : block(showCase(one))),
    end(report) {
      const failed = report.cases.filter((one) => isInLeague(one) && !one.ok && one.error === undefined).map(showCase)
      return [...failed, ...countsOf(report.cases), ...notesOn(report)].map(block).join('')
    },
  }
}

/** True for entries that are held to recorded sessions: they are many, and each may have several faults. */
const isRecorded = (one: Case) => one.kind === 'entry' && one.sessions !== undefined

/**
 * The widths of columns; fixed, so that a row can be shown before the others are known. Of many entries by several people,
 * the paths tell them apart; most are about as long as the first. On 80 columns, what follows a proof stands right behind it.
 */
const widthsFor = (first: EntryReport, columns: number) =>
  isRecorded(first) ? [18, Math.max(first.path.length, 30), 5, 8, 11] : [18, 18, 5, 7, columns < 100 ? 0 : 24]

/** Shows a failed case: the verdict, the session and the difference. */
export const showCase = (one: Case): string => partsOf(one).map(showPart).join('\n\n')

function showPart(one: Case): string {
  const { path, failure, error } = one
  const lines =
    failure === null ? [] : linesOf(failure).map((line) => (line === null ? '^D' : brief(shlex.quote(line))))
  const origin = [originOf(one), lines.join(' ')].filter(Boolean).join(': ')
  const shown = [
    colors.bold(`${colors.red(printable(verdictOf(one)))} ${printable(path)}`),
    failure && printable(origin),
    error === undefined ? showFailure(one) : printable(whyBesidePath(one)),
  ]
  return shown.filter(Boolean).join('\n')
}

/** A row of cells. Those from the proof on go to a second line if the terminal is too narrow. */
function lineOf(
  cells: readonly string[],
  widths: readonly number[],
  columns: number,
  color = (text: string) => text,
): string {
  const padded = cells.map((cell, column) => {
    const text = printable(cell)
    const gap = ' '.repeat(Math.max((widths[column] ?? 0) - text.length, 0))
    return (column === 3 ? color(text) : text) + gap
  })
  const [line, first, second] = [padded, padded.slice(0, 4), padded.slice(4)].map((cells) => cells.join('  ').trim())
  const fits = stripVTControlCharacters(`${line}`).trimEnd().length <= columns
  return fits || second === '' ? `${line}` : `${first}\n${colors.dim(`    ${second}`)}`
}
