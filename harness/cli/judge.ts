import { availableParallelism } from 'node:os'
import type { Game } from '../../reference/game.ts'
import { type Entry, type EntryHints, findEntries } from '../entries/entry.ts'
import { explore, type Positions } from '../games/explore.ts'
import { writeWhole } from '../games/files.ts'
import { findGame } from '../games/find.ts'
import { judge } from '../judge/judge.ts'
import { fixturesSuite } from '../judge/suites/fixtures.ts'
import { gamesSuite } from '../judge/suites/games.ts'
import { randomSuite } from '../judge/suites/random.ts'
import { type Suite, type SuiteName, suiteNames } from '../judge/suites/suite.ts'
import { transitionsSuite } from '../judge/suites/transitions.ts'
import { startProgress } from '../report/progress.ts'
import type { EntryReport } from '../report/report.ts'
import { type ReportOptions, show } from '../report/reporters.ts'
import { openHolders } from '../run/holders.ts'
import { sideBySide } from '../run/side-by-side.ts'
import { toBytes } from '../session/bytes.ts'
import { recordingOf, scriptOf } from '../session/script.ts'
import { Unusable } from '../session/unusable.ts'
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
  const suitesOf = suiteChooser(options)
  // Backwards, as it happens that the slowest leagues come last by name: they should not be waited for alone.
  const work = shardOf(found, options.shard)
    .reverse()
    .map((entry) => {
      const game = games.get(entry.game) as Game<unknown>
      return { entry: { ...entry, game: game.name }, game, suites: suitesOf(game, entry) }
    })
  const limits = { milliseconds: options.timeout * 1000 }
  const progress = startProgress(work.reduce((sum, { suites }) => sum + sizeOf(suites), 0))
  const entries: EntryReport[] = []
  const jobs = options.jobs ?? availableParallelism()
  const holders = openHolders(jobs)
  const processors = { idle: jobs }
  try {
    await sideBySide(
      work,
      async ({ entry, game, suites }) => {
        let left = sizeOf(suites)
        const terms = {
          game,
          limits,
          exact: options.exact === true,
          real: options.real === true,
          onSession(count = 1) {
            left -= count
            progress.step(count)
          },
          holders,
          processors,
        }
        processors.idle--
        entries.push(await judge(entry, game, suites, terms))
        progress.drop(left)
        processors.idle++
      },
      jobs + 1,
    )
  } finally {
    progress.stop()
    holders.close()
  }
  entries.sort((a, b) => (a.path < b.path ? -1 : 1))
  const failed = entries.find(({ failure, ok }) => failure !== null && !ok)
  if (options.save !== undefined && failed?.failure) save(options.save, failed, games)
  await show({ ok: entries.every(({ ok }) => ok), entries }, options)
}

const sizeOf = (suites: readonly Suite[]) => suites.reduce((sum, { size }) => sum + size, 0)

/** How many random sessions are held in real processes, where an engine holds the rest and where none does. */
const besideEngine = 10
const withoutEngine = 50

/** Which suites an entry is held to: those that were asked for, or the fixtures and all that can be proven. */
function suiteChooser({ suite: asked, seed = Math.floor(Math.random() * 0x7fffffff), real }: Options) {
  const explored = new Map<Game<unknown>, Positions | undefined>()
  const positionsOf = (game: Game<unknown>) => {
    if (!explored.has(game)) explored.set(game, explore(game))
    return explored.get(game)
  }
  return (game: Game<unknown>, entry: Entry): Suite[] => {
    const hasEngine = entry.runtime.engine !== undefined && real !== true
    const all: Record<SuiteName, () => Suite | undefined> = {
      transitions: () => mapped(positionsOf(game), (positions) => transitionsSuite(game, positions)),
      games: () => mapped(positionsOf(game), (positions) => gamesSuite(positions)),
      fixtures: () => fixturesSuite(game),
      random: () => randomSuite(game, { seed, runs: hasEngine ? besideEngine : withoutEngine }),
    }
    if (asked === undefined) {
      const names = hasEngine ? suiteNames : (['fixtures', 'random'] as const)
      return names.flatMap((name) => all[name]() ?? [])
    }
    return [...new Set(asked)].map((name) => {
      const suite = all[name]()
      if (suite === undefined)
        throw new Unusable(`--suite ${name}`, `${game.name} is too large to explore; use --suite random`)
      return { ...suite, insists: true }
    })
  }
}

const mapped = <From, To>(value: From | undefined, map: (value: From) => To): To | undefined =>
  value === undefined ? undefined : map(value)

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
