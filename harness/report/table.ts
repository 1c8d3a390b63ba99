import { basename } from 'node:path'
import * as shlex from 'shlex'
import { showFailure } from './difference.ts'
import {
  type Case,
  type EntryReport,
  isInLeague,
  leaderboardHead,
  leaderboardRow,
  nameOfStep,
  originOf,
  placesOf,
  type Reporter,
  verdictOf,
} from './report.ts'
import { colors } from './text.ts'

/**
 * A report for people: the leaderboards, row by row as entries are judged, the failures, then a summary. Cases that could
 * not be run are not in it; they are written to standard error.
 */
export function tableReporter(): Reporter {
  let game: string | undefined
  return {
    add(one) {
      if (!isInLeague(one) || one.error !== undefined) return ''
      const [league, path, bytes, ...others] = leaderboardRow(one)
      const cells = [league, basename(path), bytes.padStart(5), ...others]
      const row = `${lineOf(cells, one.ok ? colors.green : colors.red)}\n`
      if (one.game === game) return row
      const gap = game === undefined ? '' : '\n'
      game = one.game
      return `${gap}${colors.bold(game)}\n${lineOf(leaderboardHead)}\n${row}`
    },
    end(report) {
      const failed = report.cases.filter(({ ok, error }) => !ok && error === undefined)
      const parts = [...failed.map(showCase), ...summaries(report.cases), ...placesOf(report)]
      return parts.length === 0 ? '' : `${game === undefined ? '' : '\n'}${parts.join('\n\n')}\n`
    },
  }
}

/** Shows a case that failed: its verdict, the session and the difference. */
export function showCase(one: Case): string {
  const { path, failure } = one
  const heading = colors.bold(`${colors.red(verdictOf(one))} ${path}`)
  if (failure === null) return heading
  const lines = failure.lines.map((line) => (line === null ? '^D' : shlex.quote(line)))
  return `${heading}\n${originOf(one)}: ${lines.join(' ')}\n${showFailure(one)}`
}

/** Fixed, so that a row can be shown as soon as its entry is judged. */
const widths = [18, 10, 5, 7, 32]

/** Remarks stand on a line of their own where a terminal is too narrow for them. */
function lineOf([...cells]: readonly string[], color = (text: string) => text): string {
  const remarks = cells.pop() ?? ''
  const padded = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0))
  const row = padded.map((cell, column) => (column === 3 ? color(cell) : cell)).join('  ')
  if ((process.stdout.columns ?? Number.POSITIVE_INFINITY) >= 120) return `${row}  ${remarks}`.trimEnd()
  return remarks === '' ? row.trimEnd() : `${row.trimEnd()}\n${colors.dim(`    ${remarks}`)}`
}

/** How many cases of each kind are right, without those that could not be run. */
export function summaries(all: readonly Case[]): string[] {
  const cases = all.filter(({ error }) => error === undefined)
  const entries = cases.filter(isInLeague)
  const rejected = cases.filter((one) => one.kind === 'entry' && !isInLeague(one))
  const transcripts = cases.filter(({ kind }) => kind === 'transcript')
  const fuzzed = cases.filter((one) => one.kind === 'fuzz')
  return [
    ...count(entries, 'entries accepted').map((text) => [text, ...suitesRun(entries)].join('\n')),
    ...count(rejected, 'wrong entries rejected as expected'),
    ...count(transcripts, 'sessions as recorded'),
    ...fuzzed.map(({ game, ok, seed, sessions }) => {
      if (!ok) return `found with seed ${seed} in ${sessions} sessions`
      return `${sessions} random sessions of ${game} match the reference (seed ${seed})`
    }),
  ]
}

/** The plans: each suite and how it was run, with the number of entries. */
function suitesRun(entries: readonly EntryReport[]): string[] {
  const runs = entries.flatMap(({ plan }) => plan.map(nameOfStep))
  return [...new Set(runs)].map((run) => {
    const count = runs.filter((other) => other === run).length
    return `${run}: ${count} ${count === 1 ? 'entry' : 'entries'}`
  })
}

function count(cases: readonly Case[], what: string): string[] {
  if (cases.length === 0) return []
  const skipped = cases.filter((one) => one.skipped !== undefined).length
  const passed = cases.filter(({ ok, verdict }) => ok && verdict !== undefined).length
  return [`${passed} of ${cases.length} ${what}${skipped > 0 ? `, ${skipped} skipped` : ''}`]
}
