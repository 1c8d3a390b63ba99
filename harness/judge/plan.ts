import type { Game } from '../../reference/game.ts'
import { memoize } from '../base/collections.ts'
import type { Surroundings } from '../base/host.ts'
import { inTurns, type Steps } from '../base/steps.ts'
import { UsageError } from '../base/usage-error.ts'
import { gameOracle, type Oracle, recordedOracle } from '../check/oracle.ts'
import type { Entry } from '../entries/entry.ts'
import { type ExploredPosition, explore } from '../games/explore.ts'
import { commandLineOf, findCommandFor, mustBeComparable, parseGame } from '../games/find.ts'
import { pluralize } from '../report/text.ts'
import { withoutEnd } from '../session/bytes.ts'
import type { Input } from '../session/script.ts'
import { answersOf } from '../session/session.ts'
import type { Compare } from '../transcripts/varies.ts'
import { findRecorded, type Recorded } from './recorded.ts'
import { endingsSuite, gamesSuite, sampleSuite, transitionsSuite } from './suites/cover.ts'
import { fixturesSuite } from './suites/fixtures.ts'
import { leftoverSuite, randomSuite, repetitionSuite, silenceSuite, terminalSuite } from './suites/habits.ts'
import { type Suite, type SuiteName, type SuiteOptions, suiteNames, suiteWith } from './suites/suite.ts'

/**
 * - `processes`: in fresh processes, on pipes
 * - `terminal`: in fresh processes, each in a pseudo-terminal
 * - `pauses`: in fresh processes, where the second answer is late
 * - `worker`: in one process of the entry's own runtime
 */
export type RunnerName = 'processes' | 'terminal' | 'pauses' | 'worker'

/** Where a suite is played without a worker, and with one; absent: it is in no such plan. */
const places = {
  processes: ['processes', 'processes'],
  terminal: ['terminal', 'terminal'],
  pauses: ['pauses', 'pauses'],
  worker: ['processes', 'worker'],
  'only in a worker': [undefined, 'worker'],
  'only without a worker': ['processes', undefined],
  'beside a worker': [undefined, 'processes'],
  nowhere: [undefined, undefined],
} as const satisfies Record<string, readonly [RunnerName | undefined, RunnerName | undefined]>
type Place = keyof typeof places

interface Row {
  make(
    game: Game<unknown>,
    options: SuiteOptions,
    positions: readonly ExploredPosition[],
  ): Suite | undefined | Steps<Suite>
  /** Where it is played with `--quick`, without an option, and with `--all-games`. */
  readonly where: readonly [quick: Place, usual: Place, allGames: Place]
  /** True if it is made of all positions of the game. */
  readonly isProof?: true
  /** The kinds of input for which there are such sessions (default: all). */
  readonly inputs?: readonly Input[]
}

const everywhere: Row['where'] = ['worker', 'processes', 'processes']
const lockStep: readonly Input[] = ['interactive']
const atOnce: readonly Input[] = ['stdin', 'args']

/** The plan of every entry. */
const table: Readonly<Record<SuiteName, Row>> = {
  fixtures: { make: fixturesSuite, where: everywhere },
  random: { make: randomSuite, where: everywhere },
  repetition: { make: repetitionSuite, where: everywhere },
  leftover: { make: leftoverSuite, where: everywhere, inputs: atOnce },
  terminal: {
    make: (game, options) => terminalSuite(game, options),
    where: ['terminal', 'terminal', 'terminal'],
    inputs: lockStep,
  },
  endings: { make: endingsSuite, where: ['only without a worker', 'nowhere', 'nowhere'], isProof: true },
  sample: { make: sampleSuite, where: ['beside a worker', 'beside a worker', 'beside a worker'], isProof: true },
  transitions: { make: transitionsSuite, where: ['only in a worker', 'worker', 'worker'], isProof: true },
  silence: { make: silenceSuite, where: ['pauses', 'pauses', 'pauses'], inputs: lockStep },
  games: { make: gamesSuite, where: ['nowhere', 'only in a worker', 'worker'], isProof: true },
}

/** The suites that an entry must pass, and how each is run. Made before the first session. */
export type Plan = readonly { readonly suite: Suite; readonly by: RunnerName }[]

/** An entry to judge. */
export interface Job {
  readonly entry: Entry
  readonly oracle: Oracle
  readonly plan: Plan
  /** The sessions of an oracle that is no game. */
  readonly recordings?: Recorded['recordings']
  /** Makes the plan in which all sessions are fresh processes, for an entry that the worker cannot play. */
  readonly inProcesses?: (() => Promise<Plan>) | undefined
}

export interface PlanOptions {
  /** The game, or the folder of recorded sessions, that the user named (default: by the path of the entry). */
  readonly game?: string
  /** What counts in recorded sessions, in place of what their transcripts say. */
  readonly compare?: Compare
  /** The suites that the user chose (default: the plan of its game, runtime and input). */
  readonly suites?: readonly SuiteName[] | undefined
  /** True for a first look: fewer sessions; without a worker, a few games in place of all moves. */
  readonly quick?: boolean
  /** True to play all games, in every language. */
  readonly allGames?: boolean
  /** The seed of random sessions and of the order of refusals (default: 1). */
  readonly seed?: number
  /** True to play every session in a fresh process. */
  readonly real?: boolean
  /** False if a game that only the path of an entry names must not run: it does so in our own process (default: true). */
  readonly loadsGames?: boolean
  /** Where a user's fixtures and games are, and where their programs run (default: as this process). */
  readonly surroundings?: Surroundings | undefined
}

/** The number of random sessions, and of those for a game that is too large for all moves. */
const randomSessions = 10
const randomSessionsAlone = 50

/**
 * Returns a function that makes the plan of an entry, empty if no suite has a session. Entries of one game share the suites.
 * @throws UsageError if a suite cannot be made
 */
export function gamePlanner(options: PlanOptions) {
  const { suites: chosen, quick = false, allGames = false, seed = 1, surroundings } = options
  const column = quick ? 0 : allGames ? 2 : 1
  const positionsOf = memoize((game: Game<unknown>) => inTurns(explore(game)))
  const suitesOf: (game: Game<unknown>) => (name: SuiteName) => Promise<Suite | undefined> = memoize((game) =>
    memoize(async (name) => {
      const { make, isProof } = table[name]
      const positions = await positionsOf(game)
      if (isProof && positions === undefined) return undefined
      const runs = positions === undefined ? randomSessionsAlone : randomSessions
      const moves = name === 'sample' ? await suitesOf(game)('transitions') : undefined
      const made = make(game, { seed, runs, quick, moves, cwd: surroundings?.cwd }, positions ?? [])
      return made && 'next' in made ? inTurns(made) : made
    }),
  )

  return async (game: Game<unknown>, input: Input, hasWorker = false): Promise<Plan> => {
    const names = suiteNames.filter((name) => chosen?.includes(name) ?? true)
    const plan: Plan[number][] = []
    const refuse = async (option: string) => {
      throw new UsageError(option, `${game.name} ${whyNot(game, await positionsOf(game))}`)
    }
    if (allGames && (await suitesOf(game)('games')) === undefined) await refuse('--all-games')
    for (const name of names) {
      const { where, inputs } = table[name]
      // A suite that the user chose is played even where it is in no plan.
      const place = chosen === undefined ? where[column] : where[2]
      const by = places[place][Number(hasWorker)] ?? (chosen && 'processes')
      if (by === undefined || inputs?.includes(input) === false) continue
      const suite = await suitesOf(game)(name)
      if (suite !== undefined) plan.push({ suite, by })
      else if (chosen !== undefined) await refuse(`--suite ${name}`)
    }
    return plan.some(({ suite }) => suite.size > 0) ? plan : []
  }
}

/** Returns a function that finds an entry's game and makes its plan. */
export function planner(options: PlanOptions = {}) {
  const { real = false } = options
  const planOf = gamePlanner(options)
  const games = new Map<string, ReturnType<typeof gameOf>>()
  const recordedOf = memoize((asked: string) =>
    findRecorded(asked, options.game !== undefined, options.compare, options.surroundings?.cwd),
  )
  return async (entry: Entry): Promise<Job> => {
    const { path, input, runtime, breaks } = entry
    const recorded = recordedOf(entry.game)
    if (recorded !== undefined) return jobOf(entry, recorded)
    const known = games.get(entry.game) ?? gameOf(entry, options)
    games.set(entry.game, known)
    // An error names its own entry.
    const { oracle, game } = await known.catch(() => gameOf(entry, options))
    if (breaks !== undefined && !game.rules?.some(({ id }) => id === breaks))
      throw new UsageError(path, `no rule '${breaks}': reference/sentences has those of ${oracle.name}`)
    const plan = await planOf(game, input, runtime.worker !== undefined && !real)
    const inProcesses = () => planOf(game, input, false)
    return { entry: { ...entry, game: oracle.name }, oracle, plan, inProcesses }
  }
}

/** One suite: each recorded session. */
function jobOf(entry: Entry, { name, recordings }: Recorded): Job {
  if (entry.breaks !== undefined)
    throw new UsageError(entry.path, `no rule '${entry.breaks}': recorded sessions have none`)
  const oracle = recordedOracle(
    name,
    recordings.map(({ script }) => script),
  )
  const inputs = recordings.map(({ script }) => withoutEnd(answersOf(script)))
  const suite = suiteWith('sessions', inputs, pluralize(recordings.length, 'session'))
  return { entry: { ...entry, game: name }, oracle, plan: [{ suite, by: 'processes' }], recordings }
}

/** The game of an entry, named with its options. */
async function gameOf({ path, game: asked }: Entry, { surroundings, loadsGames }: PlanOptions) {
  const found = await findCommandFor(asked, path, surroundings?.cwd, loadsGames)
  const game = parseGame(found, [], path)
  mustBeComparable(game, path)
  return { game, oracle: gameOracle(game, found.options.length === 0 ? game.name : commandLineOf(found)) }
}

/** Why there is no proof of a game, and what there is. */
function whyNot(game: Game<unknown>, positions: readonly ExploredPosition[] | undefined): string {
  if (game.open().state === undefined) return 'is over before its first line; use --suite random'
  if (positions === undefined) return 'has too many positions; use --suite random'
  return 'has games without an end, or too many; use --suite transitions'
}
