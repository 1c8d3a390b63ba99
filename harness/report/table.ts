import { colors as pc } from './colors.ts'
import { showDifference } from './difference.ts'
import { type CaseReport, casesOf, type EntryReport, type Report, type TranscriptReport } from './report.ts'

/** A report for people, without the errors, which stand on standard error: what is not as it should be, then the leaderboard, then what was done in all. */
export async function asTable(report: Report): Promise<string> {
  const { entries = [], fuzz = [] } = report
  const transcripts = report.transcripts?.filter(({ error }) => error === undefined) ?? []
  const inLeague = entries.filter(({ expected }) => expected.includes('AC'))
  const rejected = entries.filter(({ expected }) => !expected.includes('AC'))
  const parts = [
    ...casesOf(report)
      .filter(({ ok, error }) => !ok && error === undefined)
      .map(showFailure),
    ...(inLeague.length > 0 ? [await (await import('./leaderboard.ts')).leaderboard(inLeague)] : []),
    ...(rejected.length > 0 ? [summaryOf(rejected, 'wrong entries', 'refused as they must be')] : []),
    ...(transcripts.length > 0 ? [summaryOf(transcripts, 'sessions', 'as recorded')] : []),
    ...fuzz.map(({ game, ok, seed, sessions }) =>
      ok
        ? `${sessions} random sessions of ${game} as the reference says (seed ${seed})`
        : `found with seed ${seed} in ${sessions} sessions`,
    ),
  ]
  return parts.length > 0 ? `${parts.join('\n\n')}\n` : ''
}

function showFailure(report: CaseReport): string {
  const { path, verdict, failure } = report
  const { input, expected } = report as Partial<EntryReport & TranscriptReport>
  const heading = pc.bold(`${pc.red(verdict ?? '')} ${path}`)
  const must = expected === undefined || expected.includes('AC') ? '' : `, but it must get ${expected.join(' or ')}`
  if (failure === null) return heading + must
  const where = `${failure.suite === '' ? '' : `${failure.suite}, `}${input ?? ''}: ${failure.lines.map(word).join(' ')}`
  return `${heading}${must}\n${where}\n${showDifference(failure.difference, process.stdout.columns ?? 80)}`
}

/** A line among others, as one could type it in a shell. */
const word = (line: string | null) => (line === null ? '^D' : /^[\w.+-]+$/.test(line) ? line : `'${line}'`)

function summaryOf(cases: readonly CaseReport[], what: string, how: string): string {
  const skipped = cases.filter((one) => one.skipped !== undefined).length
  const fine = cases.filter(({ ok, verdict }) => ok && verdict !== undefined).length
  return `${fine} of ${cases.length} ${what} ${how}${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
