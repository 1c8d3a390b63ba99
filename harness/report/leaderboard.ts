import { stripVTControlCharacters } from 'node:util'
import { referenceSizes } from '../entries/sizes.ts'
import { colors as pc } from './colors.ts'
import { columns } from './columns.ts'
import type { EntryReport } from './report.ts'

/** The entries of each game as a table, smallest first in every league, and the reference to beat. */
export async function leaderboard(entries: readonly EntryReport[]): Promise<string> {
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
