import { availableParallelism } from 'node:os'
import pMap from 'p-map'
import type { Game } from '../../reference/game.ts'
import { type Entry, type EntryHints, findEntries } from '../entries/entry.ts'
import { writeWhole } from '../games/files.ts'
import { findGame } from '../games/find.ts'
import { judge } from '../judge/judge.ts'
import { type Plan, planner, type SuiteName } from '../judge/plan.ts'
import { startProgress } from '../report/progress.ts'
import type { EntryReport } from '../report/report.ts'
import { openReports, type ReportOptions } from '../report/reporters.ts'
import { toBytes } from '../session/bytes.ts'
import { recordingOf, scriptOf } from '../session/script.ts'
import { formatTranscript } from '../transcripts/transcript.ts'
import { type Shard, shardOf } from './shard.ts'

interface Options extends EntryHints, ReportOptions {
  readonly exact?: boolean
  readonly real?: boolean
  readonly suite?: readonly SuiteName[]
  readonly save?: string
  readonly timeout: number
  readonly jobs?: number
  readonly seed?: number
  readonly shard?: Shard
}

/** `ninehole judge [ENTRY…]` */
export async function judgeVerb(paths: readonly string[], options: Options) {
  const found = findEntries(paths, options)
  const games = await findGames(found)
  const planOf = planner({
    ...(options.suite === undefined ? {} : { suites: options.suite }),
    seed: options.seed ?? usualSeed,
    real: options.real === true,
  })
  const work = shardOf(found, options.shard)
    .map((entry) => {
      const game = games.get(entry.game) as Game<unknown>
      return { entry: { ...entry, game: game.name }, game, plan: planOf(game, entry) }
    })
    .sort((a, b) => inLeagues(a.entry, b.entry))
  const reports = openReports(options)
  const limits = { milliseconds: options.timeout * 1000 }
  const progress = startProgress(work.reduce((sum, { plan }) => sum + sizeOf(plan), 0))
  const run = async ({ entry, game, plan }: (typeof work)[number], index: number) => {
    let left = sizeOf(plan)
    const onSession = (count = 1) => {
      left -= count
      progress.step(count)
    }
    const report = await judge(entry, game, plan, { limits, exact: options.exact === true, onSession })
    // Sessions that need not be run any more count as done.
    progress.step(left)
    reports.add(index, report)
    return report
  }
  const concurrency = options.jobs ?? availableParallelism()
  const entries = await pMap(work, run, { concurrency }).finally(progress.stop)
  const failed = entries.find(({ failure, ok }) => failure !== null && !ok)
  if (options.save !== undefined && failed?.failure) save(options.save, failed, games)
  reports.end()
}

/** A verdict should not change from one run to the next. */
const usualSeed = 1

/** The order of the leaderboard: game by game, league by league, the smallest first; then those that must be rejected. */
function inLeagues(a: Entry, b: Entry): number {
  const league = ({ game, runtime, input }: Entry) => `${game} ${runtime.name}-${input}`
  return (
    Number(a.expected !== 'AC') - Number(b.expected !== 'AC') ||
    league(a).localeCompare(league(b)) ||
    a.bytes - b.bytes ||
    a.path.localeCompare(b.path)
  )
}

const sizeOf = (plan: Plan) => plan.reduce((sum, { suite }) => sum + suite.size, 0)

/** Writes what should have been said in the session that failed. */
function save(file: string, { path, failure, game }: EntryReport, games: ReadonlyMap<string, Game<unknown>>) {
  const lines = failure?.lines.map((line) => (line === null ? null : toBytes(line))) ?? []
  const reference = [...games.values()].find(({ name }) => name === game)
  if (reference === undefined) return
  const comment = `# ${path}: ${failure?.difference.sentence}.`
  writeWhole(file, formatTranscript([comment], game, recordingOf(scriptOf(reference, lines))), true)
}

/** The games of the entries, each looked up once. */
async function findGames(entries: readonly Entry[]): Promise<Map<string, Game<unknown>>> {
  const games = new Map<string, Game<unknown>>()
  for (const { game, path } of entries) {
    if (!games.has(game)) games.set(game, await findGame(game, [], path))
  }
  return games
}
