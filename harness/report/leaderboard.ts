import pc from 'picocolors'
import { findGame } from '../find/game.ts'
import { isAsExpected, type Judgement } from '../judge.ts'
import { scriptOf } from '../script.ts'
import { referenceSizes } from '../sizes.ts'
import { showDifference } from './difference.ts'
import { table } from './table.ts'

/** Judgements for people: what is wrong first, then the entries by league, smallest first. */
export async function leaderboard(judgements: readonly Judgement[]): Promise<string> {
  const inLeague = judgements.filter(({ entry }) => entry.expected === 'AC')
  const rejected = judgements.filter(({ entry }) => entry.expected !== 'AC')
  const failed = judgements.filter((judgement) => !isAsExpected(judgement))
  return [
    ...failed.map(showFailure),
    ...(inLeague.length > 0 ? [await leagueTable(inLeague)] : []),
    ...(rejected.length > 0 ? [rejectedLine(rejected)] : []),
  ].join('\n\n')
}

function showFailure({ entry, verdict, failure }: Judgement): string {
  const heading = pc.bold(`${pc.red(verdict ?? '')} ${entry.path}`)
  if (failure === undefined) return `${heading}\nexpected ${entry.expected}, but it is accepted`
  const script = scriptOf(findGame(entry.game), failure.lines)
  const columns = process.stdout.columns ?? 80
  const lines = failure.lines.map((line) => (line === '' || / /.test(line) ? `'${line}'` : line)).join(' ')
  return [
    ...(entry.expected === 'AC' ? [heading] : [`${heading}\nexpected ${entry.expected}`]),
    `suite ${failure.suite}, lines: ${lines}`,
    showDifference(script, failure.outcome, columns),
  ].join('\n')
}

async function leagueTable(judgements: readonly Judgement[]): Promise<string> {
  const league = ({ entry }: Judgement) => `${entry.game} ${entry.runtime.name}-${entry.input}`
  const smallestFirst = (a: Judgement, b: Judgement) =>
    a.entry.bytes - b.entry.bytes || (a.entry.path < b.entry.path ? -1 : 1)
  const leagues = new Map<string, Judgement[]>()
  for (const judgement of [...judgements].sort(smallestFirst)) {
    leagues.set(league(judgement), [...(leagues.get(league(judgement)) ?? []), judgement])
  }
  const games = [...new Set(judgements.map(({ entry }) => entry.game))]
  const rows = [...leagues.keys()].sort().flatMap((name) =>
    (leagues.get(name) ?? []).map((judgement) => {
      const { entry, verdict, skipped, freedoms } = judgement
      const shown = skipped ?? (verdict === 'AC' ? pc.green('AC') : pc.red(verdict ?? ''))
      const how = verdict === 'AC' && judgement.exact ? ['exact', ...freedoms] : freedoms
      return [name, entry.path.split('/').at(-1) ?? '', entry.bytes, entry.chars, shown, how.join(' ')]
    }),
  )
  const references = await Promise.all(
    games.map(async (game) => {
      const { terser } = await referenceSizes(game)
      return [game, 'reference, terser', terser, terser, '', 'the line to beat']
    }),
  )
  return table(['league', 'entry', 'bytes', 'chars', 'verdict', 'freedoms'], [...rows, ...references])
}

function rejectedLine(judgements: readonly Judgement[]): string {
  const asExpected = judgements.filter((judgement) => judgement.verdict !== undefined && isAsExpected(judgement)).length
  const skipped = judgements.filter(({ verdict }) => verdict === undefined).length
  return `${asExpected} of ${judgements.length} wrong entries refused with the verdict they must get${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
