import { basename } from 'node:path'
import type { Host } from '../base/host.ts'
import { showFailure } from './difference.ts'
import type { Case, EntryReport, Report } from './report.ts'
import { colors, printable } from './text.ts'
import {
  countsOf,
  failuresIn,
  isInLeague,
  leaderboardHead,
  leaderboardRow,
  notesOn,
  verdictOf,
  whyBesidePath,
} from './words.ts'

/**
 * Shows leaderboards, which grow as entries are judged, other failures as soon as they are known, and at the end the failures
 * of entries and a summary. Cases that could not be run go to standard error.
 */
export function tableReporter({ stdout: { columns = Number.POSITIVE_INFINITY } }: Pick<Host, 'stdout'>) {
  let gap = ''
  /** Of the leaderboard that grows. */
  let first: EntryReport | undefined
  /** The last failure, without its way to give input: the other way may show the same. */
  let shownBefore = ''
  function block(text: string): string {
    const shown = `${gap}${text}\n`
    gap = '\n'
    return shown
  }
  return {
    add(result: Case) {
      if (result.error !== undefined) return ''
      if (!isInLeague(result)) {
        if (result.ok) return ''
        const before = shownBefore
        shownBefore = showCase({ ...result, input: '' })
        return before === shownBefore ? `${result.input}: the same\n` : block(showCase(result))
      }
      if (result.verdict === undefined) return ''
      first = first?.game === result.game ? first : result
      const row = lineOf(first, leaderboardRow(result), columns)
      const line = result.ok ? row : colors.red(row)
      if (result !== first) return `${line}\n`
      return block([colors.bold(printable(result.game)), lineOf(first, leaderboardHead, columns), line].join('\n'))
    },
    end(report: Report) {
      const failed = report.cases.filter((result) => isInLeague(result) && !result.ok && result.error === undefined)
      return [...failed.map(showCase), ...countsOf(report.cases), ...notesOn(report)].map(block).join('')
    },
  }
}

/**
 * Its last cells go to a second line if the terminal is too narrow. Of many entries that are held to recorded sessions, by
 * several people, the paths tell them apart.
 * @param first fixes the widths: a row is shown before the next one is known
 */
function lineOf(first: EntryReport, [league = '', path = '', ...others]: readonly string[], columns: number) {
  const isRecorded = first.sessions !== undefined
  const nameOf = (path: string) => printable(isRecorded ? path : basename(path))
  const proof = columns < 100 ? 0 : isRecorded ? 11 : 24
  const widths = [Math.max(nameOf(first.path).length, isRecorded ? 30 : 18), 5, isRecorded ? 8 : 7, proof]
  const cells = [nameOf(path), ...others].map((cell, column) =>
    /^[\d,]+$/.test(cell) ? cell.padStart(widths[column] ?? 0) : printable(cell).padEnd(widths[column] ?? 0),
  )
  const start = isRecorded ? '' : `${printable(league).padEnd(18)}  `
  const cut = (count: number) => (start + cells.slice(0, count).join('  ')).trimEnd()
  const count = [5, 4].find((count) => cut(count).length <= columns) ?? 3
  return `${cut(count)}\n    ${cells.slice(count).join('  ')}`.trimEnd()
}

/** Shows a failed case: the verdict, the session and the difference. */
export function showCase(failed: Case): string {
  const shown = failuresIn([failed]).map((result) => {
    const verdict = colors.bold(`${colors.red(printable(verdictOf(result)))} ${printable(result.path)}`)
    const why = result.error === undefined ? showFailure(result) : printable(whyBesidePath(result))
    return [verdict, why].filter(Boolean).join('\n')
  })
  return shown.join('\n\n')
}
