import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as shlex from 'shlex'
import { showFailure } from './difference.ts'
import { type Case, isInLeague, type Reporter } from './report.ts'
import { brief, colors, printable } from './text.ts'
import {
  compilerOf,
  countsOf,
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
 * A report for people: leaderboards, which grow as entries are judged, each failure as soon as it is found (those of
 * recorded sessions behind the leaderboard), then a summary. Cases that could not be run go to standard error.
 * @param columns the width of the terminal (default: no limit)
 */
export function tableReporter(columns = Number.POSITIVE_INFINITY): Reporter {
  let isEmpty = true
  let game: string | undefined
  let widths = widthsOfNames
  function block(text: string): string {
    const gap = isEmpty ? '' : '\n'
    isEmpty = false
    game = undefined
    return `${gap}${text}\n`
  }
  return {
    add(one) {
      if (!isInLeague(one) || one.error !== undefined || one.skipped !== undefined) return ''
      const [league, path, bytes, ...others] = leaderboardRow(one)
      const color = one.ok ? colors.green : colors.red
      if (one.game !== game) widths = isRecorded(one) ? widthsOfPaths(path) : widthsOfNames
      const name = isRecorded(one) ? path : basename(path)
      const row = lineOf([league, name, bytes.padStart(5), ...others], widths, columns, color)
      if (one.game === game) return `${row}\n`
      const text = block(`${colors.bold(printable(one.game))}\n${lineOf(leaderboardHead, widths, columns)}\n${row}`)
      game = one.game
      return text
    },
    fail(one) {
      if (one.ok || one.error !== undefined || isRecorded(one)) return ''
      return block(showCase(one))
    },
    end(report) {
      const failed = report.cases.filter((one) => isRecorded(one) && !one.ok).map(showCase)
      return [...failed, ...countsOf(report.cases), ...notesOn(report)].map(block).join('')
    },
  }
}

/** True for entries that are held to recorded sessions: they are many, and each may have several faults. */
const isRecorded = (one: Case) => one.kind === 'entry' && one.sessions !== undefined

/** Shows a failed case: the verdict, the session and the difference. */
export const showCase = (one: Case): string => partsOf(one).map(showPart).join('\n\n')

function showPart(one: Case): string {
  const { path, failure, error } = one
  const heading = colors.bold(`${colors.red(printable(verdictOf(one)))} ${printable(path)}`)
  if (error !== undefined) return `${heading}\n${printable(whyBesidePath(one))}`
  if (failure === null) return [heading, ...compilerOf(one).map(printable)].join('\n')
  const lines = linesOf(failure).map((line) => (line === null ? '^D' : brief(shlex.quote(line))))
  const origin = lines.length === 0 ? originOf(one) : `${originOf(one)}: ${lines.join(' ')}`
  return `${heading}\n${printable(origin)}\n${showFailure(one)}`
}

/** The widths of columns; fixed, so that a row can be shown before the others are known. */
const widthsOfNames = [18, 18, 5, 7, 24]
/** Of many entries by several people, the paths tell them apart; most are about as long as the first. */
const widthsOfPaths = (first: string) => [18, Math.max(first.length, 30), 5, 8, 11]

/** A row of cells. The last ones, from the proof on, go to a second line if the terminal is too narrow. */
function lineOf(
  row: readonly string[],
  widths: readonly number[],
  columns: number,
  color = (text: string) => text,
): string {
  const cells = row.map((cell, column) => {
    const text = printable(cell)
    const gap = ' '.repeat(Math.max((widths[column] ?? 0) - text.length, 0))
    return (column === 3 ? color(text) : text) + gap
  })
  const line = (first: number, end = cells.length) => cells.slice(first, end).join('  ').trim()
  const fits = (end: number) => stripVTControlCharacters(line(0, end)).trimEnd().length <= columns
  const end = [6, 5].find(fits) ?? 4
  return end === 6 || line(end) === '' ? line(0) : `${line(0, end)}\n${colors.dim(`    ${line(end)}`)}`
}
