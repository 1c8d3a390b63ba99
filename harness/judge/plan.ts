import type { Game } from '../../reference/game.ts'
import { memoize } from '../base/collections.ts'
import type { ProcessContext } from '../base/host.ts'
import { runInSteps } from '../base/steps.ts'
import { UsageError } from '../base/usage-error.ts'
import { gameOracle, type Oracle } from '../check/oracle.ts'
import type { Entry } from '../entries/entry.ts'
import { type ExploredPosition, explore } from '../games/explore.ts'
import { commandLineOf, findCommandFor, parseGame, refuseTooLarge } from '../games/find.ts'
import { pluralize } from '../report/text.ts'
import { type Answers, withoutEnd } from '../session/bytes.ts'
import { type Input, playedToEnd } from '../session/script.ts'
import { answersOf, type Script } from '../session/session.ts'
import type { Recording } from '../transcripts/verify.ts'
import { findRecorded } from './recorded.ts'
import { endingsSuite, gamesSuite, sampleSuite, transitionsSuite } from './suites/cover.ts'
import { fixturesSuite } from './suites/fixtures.ts'
import { leftoverSuite, randomSuite, repetitionSuite, terminalSuite } from './suites/habits.ts'
import { type Suite, type SuiteName, type SuiteOptions, suiteNames, suiteWith } from './suites/suite.ts'

/** Fresh processes: on pipes, in a terminal, or with a late second answer; or one process of the runtime for all sessions. */
export type RunnerName = 'processes' | 'terminal' | 'pauses' | 'worker'

/** What decides which runner plays a suite. */
interface PlanRequest {
  readonly quick: boolean
  readonly allGames: boolean
  readonly hasWorker: boolean
}

interface Row {
  make(game: Game<unknown>, options: SuiteOptions): Suite | undefined | Generator<void, Suite>
  /** False if the plan omits the suite. */
  runner(request: PlanRequest): RunnerName | false
  /** True if it is made of all positions of the game. */
  readonly isProof?: true
  /** There are such sessions for these only (default: for all). */
  readonly inputs?: readonly Input[]
}

const quickInWorker = ({ quick, hasWorker }: PlanRequest) => (quick && hasWorker ? 'worker' : 'processes')

const suiteTable: Readonly<Record<SuiteName, Row>> = {
  fixtures: { make: fixturesSuite, runner: quickInWorker },
  random: { make: randomSuite, runner: quickInWorker },
  repetition: { make: repetitionSuite, runner: quickInWorker },
  leftover: { make: leftoverSuite, runner: quickInWorker, inputs: ['stdin', 'args'] },
  terminal: { make: terminalSuite, runner: () => 'terminal', inputs: ['interactive'] },
  endings: { make: endingsSuite, runner: ({ quick, hasWorker }) => quick && !hasWorker && 'processes', isProof: true },
  sample: { make: sampleSuite, runner: ({ hasWorker }) => hasWorker && 'processes', isProof: true },
  transitions: {
    make: transitionsSuite,
    runner: ({ quick, hasWorker }) => (hasWorker ? 'worker' : !quick && 'processes'),
    isProof: true,
  },
  silence: {
    make: (game) => suiteWith('silence', [playedToEnd(game, [])]),
    runner: () => 'pauses',
    inputs: ['interactive'],
  },
  games: {
    make: gamesSuite,
    runner: ({ quick, allGames, hasWorker }) => !quick && (hasWorker ? 'worker' : allGames && 'processes'),
    isProof: true,
  },
}

/** What an entry must pass, in this order. Made before the first session. */
export type Plan = readonly { readonly suite: Suite; readonly by: RunnerName }[]

export interface Job {
  readonly entry: Entry
  readonly oracle: Oracle
  readonly plan: Plan
  /** Set if the oracle is no game. */
  readonly recordings?: readonly Recording[]
  /** Makes the plan in which all sessions are fresh processes, for an entry that the worker cannot play. */
  inProcesses(): Promise<Plan>
}

export interface PlanOptions {
  /** A game or a folder of recorded sessions that the user named (default: by the path of the entry). */
  readonly game?: string
  /** What counts in recorded sessions (default: what their transcripts say). */
  readonly compare?: string
  /** Chosen by the user (default: the plan of the game, runtime and input). */
  readonly suites?: readonly SuiteName[] | undefined
  /** A first look: fewer sessions; without a worker, a few games in place of all moves. */
  readonly quick?: boolean
  /** Plays all games, in every language. */
  readonly allGames?: boolean
  readonly seed?: number
  /** Plays every session in a fresh process. */
  readonly real?: boolean
  /** False if a game that only the path of an entry names must not run: it does so in our own process (default: true). */
  readonly loadsGames?: boolean
  /** Where a user's fixtures and games are, and where their programs run (default: as this process). */
  readonly context?: ProcessContext | undefined
}

const randomSessions = 10
/** For a game that is too large for all moves. */
const randomSessionsAlone = 50

/**
 * Returns a function that makes the plan of an entry, empty if no suite has a session. Entries of one game share the suites.
 * @throws UsageError if a suite cannot be made
 */
export function gamePlanner(options: PlanOptions) {
  const { suites: chosen, quick = false, allGames = false, seed = 1, context } = options
  const positionsOf = memoize((game: Game<unknown>) => runInSteps(explore(game)))
  const suitesOf: (game: Game<unknown>) => (name: SuiteName) => Promise<Suite | undefined> = memoize((game) =>
    memoize(async (name) => {
      const { make, isProof } = suiteTable[name]
      const positions = await positionsOf(game)
      if (isProof && positions === undefined) return undefined
      const runs = positions === undefined ? randomSessionsAlone : randomSessions / (quick ? 2 : 1)
      const moves = name === 'sample' ? await suitesOf(game)('transitions') : undefined
      const made = make(game, { seed, runs, quick, moves, positions: positions ?? [], cwd: context?.cwd })
      return made && 'next' in made ? runInSteps(made) : made
    }),
  )

  return async (game: Game<unknown>, input: Input, hasWorker = false): Promise<Plan> => {
    const plan: Plan[number][] = []
    const refusal = async (option: string) =>
      new UsageError(option, `${game.name} ${whyNot(game, await positionsOf(game))}`)
    if (allGames && (await suitesOf(game)('games')) === undefined) throw await refusal('--all-games')
    for (const name of suiteNames.filter((name) => chosen?.includes(name) ?? true)) {
      const { runner, inputs } = suiteTable[name]
      // A suite that the user chose is played even where it is in no plan.
      const by = runner({ quick, allGames, hasWorker }) || (chosen && 'processes')
      if (by === undefined || inputs?.includes(input) === false) continue
      const suite = await suitesOf(game)(name)
      if (suite !== undefined) plan.push({ suite, by })
      else if (chosen !== undefined) throw await refusal(`--suite ${name}`)
    }
    return plan.some(({ suite }) => suite.size > 0) ? plan : []
  }
}

/** Returns a function that finds an entry's game, or its recorded sessions, and makes its plan. */
export function planner(options: PlanOptions = {}) {
  const planOf = gamePlanner(options)
  const games = new Map<string, Awaited<ReturnType<typeof gameOf>>>()
  const recordedOf = memoize((asked: string) =>
    findRecorded(asked, options.game !== undefined, options.compare, options.context?.cwd),
  )
  return async (entry: Entry): Promise<Job> => {
    const { path, input, runtime, breaks } = entry
    const recorded = await recordedOf(entry.game)
    if (recorded !== undefined) return jobOf(entry, recorded.name, recorded.recordings)
    const found = games.get(entry.game) ?? (await gameOf(entry, options))
    games.set(entry.game, found)
    const { oracle, game } = found
    if (breaks !== undefined && !game.rules?.some(({ id }) => id === breaks))
      throw new UsageError(path, `no rule '${breaks}': reference/sentences has those of ${oracle.name}`)
    const plan = await planOf(game, input, runtime.worker !== undefined && !options.real)
    return { entry: { ...entry, game: oracle.name }, oracle, plan, inProcesses: () => planOf(game, input) }
  }
}

/** A job whose only suite is the recorded sessions. */
function jobOf(entry: Entry, name: string, recordings: readonly Recording[]): Job {
  if (entry.breaks !== undefined)
    throw new UsageError(entry.path, `no rule '${entry.breaks}': recorded sessions have none`)
  const keyOf = (input: Answers) => JSON.stringify(withoutEnd(input))
  const scripts = new Map(recordings.map(({ script }) => [keyOf(answersOf(script)), script]))
  const oracle: Oracle = { name, script: (input) => scripts.get(keyOf(input)) as Script }
  const inputs = recordings.map(({ script }) => withoutEnd(answersOf(script)))
  const suite = suiteWith('sessions', inputs, pluralize(recordings.length, 'session'))
  const runtime = { ...entry.runtime, run: entry.runtime.usual ?? entry.runtime.run }
  const plan: Plan = [{ suite, by: 'processes' }]
  return { entry: { ...entry, game: name, runtime }, oracle, plan, inProcesses: async () => plan, recordings }
}

async function gameOf({ path, game: asked }: Entry, { context, loadsGames }: PlanOptions) {
  const found = await findCommandFor(asked, path, context?.cwd, loadsGames)
  const game = parseGame(found, [], path)
  refuseTooLarge(game, path)
  return { game, oracle: gameOracle(game, found.options.length === 0 ? game.name : commandLineOf(found)) }
}

function whyNot(game: Game<unknown>, positions: readonly ExploredPosition[] | undefined): string {
  if (game.open().state === undefined) return 'is over before its first line; use --suite random'
  if (positions === undefined) return 'has too many positions; use --suite random'
  return 'has games without an end, or too many; use --suite transitions'
}
