import { basename } from 'node:path'
import { alignRow } from './columns.ts'
import { showFailure } from './difference.ts'
import type { Case, EntryReport, PlanStep, Reporter } from './report.ts'
import { colors } from './text.ts'

/**
 * A report for people: the leaderboard, row by row as entries are judged, then every failure, then a summary. Cases that
 * could not be run are not in it; they are written to standard error.
 */
export function tableReporter(): Reporter {
  let game: string | undefined
  return {
    add(one) {
      if (!isInLeague(one) || one.error !== undefined) return ''
      const row = `${leaderboardRow(one)}\n`
      if (one.game === game) return row
      const gap = game === undefined ? '' : '\n'
      game = one.game
      return `${gap}${colors.bold(game)}\n${leaderboardHead}\n${row}`
    },
    end(report) {
      const cases = report.cases.filter(({ error }) => error === undefined)
      const parts = [...cases.filter(({ ok }) => !ok).map(showCase), ...summaries(cases)]
      return parts.length === 0 ? '' : `${game === undefined ? '' : '\n'}${parts.join('\n\n')}\n`
    },
  }
}

/** Entries that must be accepted are in the leaderboard; those that must be rejected are only counted. */
const isInLeague = (one: Case): one is EntryReport => one.kind === 'entry' && one.expected === 'AC'

/** Shows a case that failed: its verdict, the session and the difference. */
export function showCase(one: Case): string {
  const { path, verdict = '', failure } = one
  const expected = one.kind === 'entry' && one.expected !== 'AC' ? `, expected ${one.expected}` : ''
  const heading = colors.bold(`${colors.red(verdict)} ${path}`) + expected
  if (failure === null) return heading
  const origin = [failure.suite, ...(one.kind === 'fuzz' ? [] : [one.input])].filter((word) => word !== '').join(', ')
  return `${heading}\n${origin}: ${failure.lines.map(quoteLine).join(' ')}\n${showFailure(failure)}`
}

/** A line of input, quoted as in a shell. */
const quoteLine = (line: string | null) => (line === null ? '^D' : /^[\w.+-]+$/.test(line) ? line : `'${line}'`)

/** The columns have fixed widths, so a row can be printed as soon as its entry is judged. */
const leaderboardLine = (...cells: readonly string[]) =>
  alignRow(cells, [18, 10, 5, 7, 30, 0], [false, false, true, false, false, false])

const leaderboardHead = leaderboardLine('league', 'entry', 'bytes', 'verdict', 'proven for', 'variations')

function leaderboardRow(entry: EntryReport): string {
  const { path, bytes, chars, runtime, input, ok, verdict = 'skipped', skipped, exact, variations, note } = entry
  const remarks = [
    [...(exact ? ['exact'] : []), ...variations].join(' '),
    chars === bytes ? '' : `${chars} characters`,
    note === undefined ? '' : `not in-process: ${note}`,
  ]
  return leaderboardLine(
    `${runtime}-${input}`,
    basename(path),
    bytes.toLocaleString('en'),
    (ok ? colors.green : colors.red)(verdict.padEnd(7)),
    skipped ?? provenFor(entry),
    remarks.filter((remark) => remark !== '').join('; '),
  )
}

/** What an accepted entry was proven for, by the strongest of its suites. */
function provenFor({ verdict, plan }: EntryReport): string {
  if (verdict !== 'AC') return ''
  const strongest = ['games', 'transitions', 'positions'].flatMap((name) => plan.filter(({ suite }) => suite === name))
  return [...strongest, ...plan].find(({ covers }) => covers !== undefined)?.covers ?? ''
}

function summaries(cases: readonly Case[]): string[] {
  const entries = cases.filter(isInLeague)
  const rejected = cases.filter((one) => one.kind === 'entry' && one.expected !== 'AC')
  const transcripts = cases.filter(({ kind }) => kind === 'transcript')
  const fuzzed = cases.filter((one) => one.kind === 'fuzz')
  return [
    ...(entries.length === 0 ? [] : [[count(entries, 'entries accepted'), ...plansOf(entries)].join('\n')]),
    ...(rejected.length === 0 ? [] : [count(rejected, 'wrong entries rejected as expected')]),
    ...(transcripts.length === 0 ? [] : [count(transcripts, 'sessions as recorded')]),
    ...fuzzed.map(({ game, ok, seed, sessions }) => {
      if (!ok) return `found with seed ${seed} in ${sessions} sessions`
      return `${sessions} random sessions of ${game} match the reference (seed ${seed})`
    }),
  ]
}

function count(cases: readonly Case[], what: string): string {
  const skipped = cases.filter((one) => one.skipped !== undefined).length
  const passed = cases.filter(({ ok, verdict }) => ok && verdict !== undefined).length
  return `${passed} of ${cases.length} ${what}${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** The suites that the entries were run with, each combination once with the number of its entries. */
function plansOf(entries: readonly EntryReport[]): string[] {
  const counts = new Map<string, number>()
  for (const { plan } of entries) {
    const text = [suitesRun(plan, 'in-process'), suitesRun(plan, 'processes')].filter(Boolean).join('; ')
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].map(([text, count]) => `${count} ${count === 1 ? 'entry' : 'entries'}: ${text}`)
}

function suitesRun(plan: readonly PlanStep[], runner: PlanStep['runner']): string {
  const suites = plan.filter((step) => step.runner === runner).map(({ suite }) => suite)
  return suites.length === 0 ? '' : `${suites.join(', ')} ${runner === 'processes' ? 'in real processes' : runner}`
}
