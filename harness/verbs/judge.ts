import type { Game } from '../../reference/game.ts'
import { type Entry, type EntryHints, findEntries } from '../find/entry.ts'
import { findGame } from '../find/game.ts'
import { type Shard, shardOf } from '../find/shard.ts'
import { judge } from '../judge.ts'
import { startProgress } from '../report/progress.ts'
import type { EntryReport } from '../report/report.ts'
import { type ReportOptions, show } from '../report/reporters.ts'
import { fixturesSuite } from '../suites/fixtures.ts'
import { randomSuite } from '../suites/random.ts'

interface Options extends EntryHints, ReportOptions {
  readonly exact?: boolean
  readonly timeout: number
  readonly jobs?: number
  readonly seed?: number
  readonly shard?: Shard
}

/** `ninehole judge [ENTRY…]` */
export async function judgeVerb(paths: readonly string[], options: Options) {
  const found = findEntries(paths.length > 0 ? paths : ['solutions'], options)
  const seed = options.seed ?? Math.floor(Math.random() * 0x7fffffff)
  const games = await findGames(found)
  const work = shardOf(found, options.shard).map((entry) => {
    const game = games.get(entry.game) as Game<unknown>
    return {
      entry: { ...entry, game: game.name },
      game,
      suites: [fixturesSuite(game), randomSuite(game, { seed, runs: 20 })],
    }
  })
  const total = work.reduce((sum, { suites }) => sum + suites.reduce((sum, { size }) => sum + size, 0), 0)
  const limits = { milliseconds: options.timeout * 1000 }
  const progress = startProgress(total)
  const entries: EntryReport[] = []
  try {
    for (const { entry, game, suites } of work) {
      const demands = { limits, exact: options.exact === true, onSession: progress.step }
      entries.push(await judge(entry, game, suites, demands))
    }
  } finally {
    progress.stop()
  }
  await show({ ok: entries.every(({ ok }) => ok), entries }, options)
}

/** The games of the entries, each looked up once. */
async function findGames(entries: readonly Entry[]): Promise<Map<string, Game<unknown>>> {
  const games = new Map<string, Game<unknown>>()
  for (const { game, path } of entries) {
    if (!games.has(game)) games.set(game, await findGame(game, [], path))
  }
  return games
}
