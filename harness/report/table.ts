import { stripVTControlCharacters } from 'node:util'
import { referenceSizes } from '../sizes.ts'
import { colors as pc } from './colors.ts'
import { columns } from './columns.ts'
import { showDifference } from './difference.ts'
import { type CaseReport, casesOf, type EntryReport, type Report, type TranscriptReport } from './report.ts'

/** A report for people: what is not as it should be, then the leaderboard, then what was done in all. */
export async function asTable(report: Report): Promise<string> {
  const { entries = [], transcripts = [], fuzz = [] } = report
  const inLeague = entries.filter(({ expected }) => expected.includes('AC'))
  const rejected = entries.filter(({ expected }) => !expected.includes('AC'))
  const parts = [
    ...casesOf(report)
      .filter(({ ok }) => !ok)
      .map(showFailure),
    ...(inLeague.length > 0 ? [await leaderboard(inLeague)] : []),
    ...(rejected.length > 0 ? [summaryOf(rejected, 'wrong entries', 'refused as they must be')] : []),
    ...(transcripts.length > 0 ? [summaryOf(transcripts, 'sessions', 'as recorded')] : []),
    ...fuzz.map(({ game, ok, seed, sessions }) =>
      ok
        ? `${sessions} random sessions of ${game} as the reference says (seed ${seed})`
        : `found with seed ${seed} in ${sessions} sessions`,
    ),
  ]
  return `${parts.join('\n\n')}\n`
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

async function leaderboard(entries: readonly EntryReport[]): Promise<string> {
  const games = [...new Set(entries.map(({ game }) => game))].sort()
  const boards = games.map(async (game) => {
    const board = await gameBoard(
      game,
      entries.filter((entry) => entry.game === game),
    )
    return `${pc.bold(game)}\n${board}`
  })
  return (await Promise.all(boards)).join('\n\n')
}

/** The entries of a game by league, smallest first, and the reference to beat. */
async function gameBoard(game: string, entries: readonly EntryReport[]): Promise<string> {
  const leagueOf = ({ runtime, input }: EntryReport) => `${runtime}-${input}`
  const order = (a: EntryReport, b: EntryReport) =>
    leagueOf(a).localeCompare(leagueOf(b)) || a.bytes - b.bytes || a.path.localeCompare(b.path)
  const sorted = [...entries].sort(order)
  const rows = sorted.map((entry) => {
    const { path, bytes, chars } = entry
    return [leagueOf(entry), nameOf(path), bytes, chars, standing(entry), proof(entry)]
  })
  const used = [
    ...sorted.map(({ exact, freedoms }) => (exact ? ['exact', ...freedoms] : freedoms).join(' ')),
    'the line to beat',
  ]
  const { terser } = await referenceSizes(game)
  const all = [...rows, ['reference', 'by terser', terser, terser, '', '']]
  const head = ['league', 'entry', 'bytes', 'chars', 'verdict', 'proven for']

  const wide = columns(
    [...head, 'freedoms'],
    all.map((row, index) => [...row, used[index] ?? '']),
  )
  const width = Math.max(...wide.split('\n').map((line) => stripVTControlCharacters(line).length))
  if (width <= (process.stdout.columns ?? Number.POSITIVE_INFINITY)) return wide
  // Where there is no room beside it, what an entry uses stands below it.
  const [heading, ...narrow] = columns(head, all).split('\n')
  return [
    heading,
    ...narrow.flatMap((line, index) => (used[index] === '' ? [line] : [line, pc.dim(`    ${used[index]}`)])),
  ].join('\n')
}

const nameOf = (path: string) => path.split('/').at(-1) ?? path

const standing = ({ verdict, skipped, ok }: EntryReport) =>
  verdict === undefined ? `skipped: ${skipped}` : ok ? pc.green(verdict) : pc.red(verdict)

/** What an accepted entry was held to: the suite with the most sessions says it. */
function proof({ verdict, suites }: EntryReport): string {
  const covering = suites.filter(({ covers }) => covers !== undefined).sort((a, b) => b.sessions - a.sessions)
  return verdict === 'AC' ? (covering[0]?.covers ?? '') : ''
}

function summaryOf(cases: readonly CaseReport[], what: string, how: string): string {
  const skipped = cases.filter((one) => one.skipped !== undefined).length
  const fine = cases.filter(({ ok, verdict }) => ok && verdict !== undefined).length
  return `${fine} of ${cases.length} ${what} ${how}${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
