import { basename } from 'node:path'
import { showFailure } from './difference.ts'
import type { Case, EntryReport, Report } from './report.ts'
import { colors, columns, printable } from './text.ts'
import {
  countsOf,
  leaderboardHead,
  leaderboardRow,
  leaderboardsOf,
  notesOn,
  originOf,
  partsOf,
  verdictOf,
  whyBesidePath,
} from './words.ts'

/**
 * A report for people: each failure as soon as it is found, then the leaderboards and a summary. Cases that could not be
 * run go to standard error.
 */
export function tableReporter() {
  let gap = ''
  function block(text: string): string {
    const shown = `${gap}${text}\n`
    gap = '\n'
    return shown
  }
  return {
    add: (one: Case) => (one.ok || one.error !== undefined ? '' : block(showCase(one))),
    end: (report: Report) =>
      [...leaderboardsOf(report.cases).map(leaderboard), ...countsOf(report.cases), ...notesOn(report)]
        .map(block)
        .join(''),
  }
}

function leaderboard(entries: readonly [EntryReport, ...EntryReport[]]): string {
  const rows = entries.map((one) => {
    // Of many entries that are held to recorded sessions, by several people, the paths tell them apart.
    const [league, path, ...others] = leaderboardRow(one)
    return [league, one.sessions === undefined ? basename(path) : path, ...others]
  })
  const [head = '', ...lines] = columns(leaderboardHead, rows).split('\n')
  const colored = lines.map((line, index) => (entries[index]?.ok ? line : colors.red(line)))
  return [colors.bold(printable(entries[0].game)), head, ...colored].join('\n')
}

/** Shows a failed case: the verdict, the session and the difference. */
export const showCase = (one: Case): string => partsOf(one).map(showPart).join('\n\n')

function showPart(one: Case): string {
  const { path, failure, error } = one
  const shown = [
    colors.bold(`${colors.red(printable(verdictOf(one)))} ${printable(path)}`),
    failure && printable(originOf(one)),
    error === undefined ? showFailure(one) : printable(whyBesidePath(one)),
  ]
  return shown.filter(Boolean).join('\n')
}
