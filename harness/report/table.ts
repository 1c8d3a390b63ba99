import { basename } from 'node:path'
import { columns } from './columns.ts'
import { showFailure } from './difference.ts'
import type { Case, EntryReport, Report } from './report.ts'
import { colors } from './text.ts'

/**
 * A report for people: the leaderboards, the failures, then a summary. Cases that could not be run are not in it; they
 * are written to standard error.
 */
export function asTable(report: Report): string {
  const cases = report.cases.filter(({ error }) => error === undefined)
  const entries = cases.filter(isInLeague)
  const games = [...new Set(entries.map(({ game }) => game))]
  const parts = [
    ...games.map((game) =>
      leaderboard(
        entries.filter((entry) => entry.game === game),
        game,
      ),
    ),
    ...cases.filter(({ ok }) => !ok).map(showCase),
    ...summaries(cases),
  ]
  return parts.map((part) => `${part}\n`).join('\n')
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

function leaderboard(entries: readonly EntryReport[], game: string): string {
  const rows = entries.map((entry) => {
    const { path, bytes, chars, runtime, input, ok, verdict = 'skipped', skipped, exact, variations, note } = entry
    const remarks = [
      [...(exact ? ['exact'] : []), ...variations].join(' '),
      chars === bytes ? '' : `${chars} characters`,
      note === undefined ? '' : `not in-process: ${note}`,
    ]
    const shownVerdict = (ok ? colors.green : colors.red)(verdict)
    const proof = skipped ?? provenFor(entry)
    return [`${runtime}-${input}`, basename(path), bytes, shownVerdict, proof, remarks.filter(Boolean).join('; ')]
  })
  const head = ['league', 'entry', 'bytes', 'verdict', 'proven for', 'variations']
  return `${colors.bold(game)}\n${columns(head, rows)}`
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
    ...(entries.length === 0 ? [] : [[count(entries, 'entries accepted'), ...suitesRun(entries)].join('\n')]),
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

/** The suites that were run and how, each with the number of entries. */
function suitesRun(entries: readonly EntryReport[]): string[] {
  const runs = entries.flatMap(({ plan }) =>
    plan.map(({ suite, runner }) => `${suite} ${runner === 'processes' ? 'in real processes' : runner}`),
  )
  return [...new Set(runs)].map((run) => {
    const count = runs.filter((other) => other === run).length
    return `${run}: ${count} ${count === 1 ? 'entry' : 'entries'}`
  })
}
