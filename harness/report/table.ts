import { basename } from 'node:path'
import * as shlex from 'shlex'
import { groupsBy } from '../base/collections.ts'
import { showFailure } from './difference.ts'
import type { Case, EntryReport, Reporter } from './report.ts'
import { brief, colors, columns, printable } from './text.ts'
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
 * A report for people: each failure as soon as it is found, then the leaderboards and a summary. Cases that could not be
 * run go to standard error.
 */
export function tableReporter(): Reporter {
  let gap = ''
  function block(text: string): string {
    const shown = `${gap}${text}\n`
    gap = '\n'
    return shown
  }
  return {
    add: (one) => (one.ok || one.error !== undefined ? '' : block(showCase(one))),
    end(report) {
      const { cases } = report
      const judged = cases.filter(isInLeague).filter(({ verdict }) => verdict !== undefined)
      const leaderboards = groupsBy(judged, ({ game }) => game).map(leaderboard)
      return [...leaderboards, ...countsOf(cases), ...notesOn(report)].map(block).join('')
    },
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
