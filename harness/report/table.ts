import { colors as pc } from './colors.ts'
import { showFailure } from './difference.ts'
import { leaderboardHead, leaderboardRow } from './leaderboard.ts'
import type { Case, EntryReport, PlanStep, Report, Reporter } from './report.ts'

/**
 * A report for people: the leaderboard, row by row as entries are judged, then every failure, then what was done in all.
 * What could not be run is not in it: that is written to standard error.
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
      return `${gap}${leaderboardHead(game)}\n${row}`
    },
    end(report) {
      const cases = report.cases.filter(({ error }) => error === undefined)
      const failures = cases.filter(({ ok }) => !ok).map(showCase)
      const parts = [...failures, ...summaries(cases)]
      return parts.length === 0 ? '' : `${game === undefined ? '' : '\n'}${parts.join('\n\n')}\n`
    },
  }
}

/** Entries that are meant to be right are in the leaderboard; those that must be rejected are only counted. */
const isInLeague = (one: Case): one is EntryReport => one.kind === 'entry' && one.expected === 'AC'

/** Shows a case that failed: its verdict, the session and the difference. */
export function showCase(one: Case): string {
  const { path, verdict = '', failure } = one
  const expected = one.kind === 'entry' && one.expected !== 'AC' ? `, expected ${one.expected}` : ''
  const heading = pc.bold(`${pc.red(verdict)} ${path}`) + expected
  if (failure === null) return heading
  const found = [failure.suite, ...(one.kind === 'fuzz' ? [] : [one.input])].filter((word) => word !== '').join(', ')
  const session = `${found}: ${failure.lines.map(shellWord).join(' ')}`
  return `${heading}\n${session}\n${showFailure(failure, process.stdout.columns ?? 80)}`
}

/** A line as one could type it among others in a shell. */
const shellWord = (line: string | null) => (line === null ? '^D' : /^[\w.+-]+$/.test(line) ? line : `'${line}'`)

function summaries(cases: Report['cases']): string[] {
  const entries = cases.filter(isInLeague)
  const rejected = cases.filter((one) => one.kind === 'entry' && one.expected !== 'AC')
  const transcripts = cases.filter(({ kind }) => kind === 'transcript')
  return [
    ...summary(entries, 'entries accepted', plansOf(entries)),
    ...summary(rejected, 'wrong entries rejected as expected'),
    ...summary(transcripts, 'sessions as recorded'),
    ...cases
      .filter((one) => one.kind === 'fuzz')
      .map(({ game, ok, seed, sessions }) =>
        ok
          ? `${sessions} random sessions of ${game} match the reference (seed ${seed})`
          : `found with seed ${seed} in ${sessions} sessions`,
      ),
  ]
}

function summary(cases: readonly Case[], what: string, more: readonly string[] = []): string[] {
  if (cases.length === 0) return []
  const skipped = cases.filter((one) => one.skipped !== undefined).length
  const passed = cases.filter(({ ok, verdict }) => ok && verdict !== undefined).length
  return [[`${passed} of ${cases.length} ${what}${skipped > 0 ? `, ${skipped} skipped` : ''}`, ...more].join('\n')]
}

/** What the entries were held to, each plan once with the number of entries that had it. */
function plansOf(entries: readonly EntryReport[]): string[] {
  const counts = new Map<string, number>()
  for (const { plan } of entries) {
    const text = (['in-process', 'processes'] as const).flatMap((runner) => suitesRun(plan, runner)).join('; ')
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].map(([text, count]) => `${count} ${count === 1 ? 'entry' : 'entries'}: ${text}`)
}

function suitesRun(plan: readonly PlanStep[], runner: PlanStep['runner']): string[] {
  const suites = plan.filter((step) => step.runner === runner).map(({ suite }) => suite)
  return suites.length === 0 ? [] : [`${suites.join(', ')} ${runner === 'processes' ? 'in real processes' : runner}`]
}
