import { basename } from 'node:path'
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
 * A report for people: leaderboards, which grow as entries are judged, each failure as soon as it is found, then a
 * summary. Cases that could not be run go to standard error.
 * @param columns the width of the terminal (default: no limit)
 */
export function tableReporter(columns = Number.POSITIVE_INFINITY): Reporter {
  let isEmpty = true
  let game: string | undefined
  /** The path of the last failure, if nothing was shown after it. */
  let _failed: string | undefined
  function block(text: string): string {
    const gap = isEmpty ? '' : '\n'
    isEmpty = false
    game = undefined
    _failed = undefined
    return `${gap}${text}\n`
  }
  return {
    add(one) {
      if (!isInLeague(one) || one.error !== undefined || one.skipped !== undefined) return ''
      const [league, path, bytes, ...others] = leaderboardRow(one)
      const color = one.ok ? colors.green : colors.red
      const isRecorded = one.sessions !== undefined
      const widths = isRecorded ? widthsOfPaths : widthsOfNames
      const name = isRecorded ? path : basename(path)
      const row = lineOf([league, name, bytes.padStart(5), ...others], widths, columns, color)
      _failed = undefined
      if (one.game === game) return `${row}\n`
      const text = block(`${colors.bold(printable(one.game))}\n${lineOf(leaderboardHead, widths, columns)}\n${row}`)
      game = one.game
      return text
    },
    fail(one) {
      if (one.ok || one.error !== undefined) return ''
      const text = block(showCase(one))
      _failed = one.path
      return text
    },
    end(report) {
      return [...countsOf(report.cases), ...notesOn(report)].map(block).join('')
    },
  }
}

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
const widthsOfNames = [18, 10, 5, 7, 32]
/** Of many entries by several people, the paths tell them apart. */
const widthsOfPaths = [18, 30, 5, 8, 11]
/** The least width of a terminal that has room for remarks beside these columns. */
const wide = 120

/**
 * A row of cells. If a cell is too long for its column, the next one starts on a new line. So do remarks if the
 * terminal is too narrow.
 */
function lineOf(
  row: readonly string[],
  widths: readonly number[],
  columns: number,
  color = (text: string) => text,
): string {
  const cells = row.map(printable)
  const remarks = cells.pop() ?? ''
  const line = cells
    .map((cell, column) => {
      const width = widths[column] ?? 0
      const start = widths.slice(0, column + 1).reduce((sum, width) => sum + width + 2, 0)
      const shown = (column === 3 ? color(cell) : cell) + ' '.repeat(Math.max(width - cell.length, 0))
      if (column === cells.length - 1) return shown
      return cell.length > width ? `${shown}\n${' '.repeat(start)}` : `${shown}  `
    })
    .join('')
  if (columns >= wide) return `${line}  ${remarks}`.trimEnd()
  return remarks === '' ? line.trimEnd() : `${line.trimEnd()}\n${colors.dim(`    ${remarks}`)}`
}
