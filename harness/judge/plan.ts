import type { Game } from '../../reference/game.ts'
import type { Surroundings } from '../base/host.ts'
import { memoize } from '../base/memoize.ts'
import { UsageError } from '../base/usage-error.ts'
import type { Entry } from '../entries/entry.ts'
import type { Input } from '../session/script.ts'
import type { Reference } from './reference/reference.ts'
import { type GameSuiteName, gameSuiteNames, type SuiteName } from './suites/names.ts'
import { howToPlay, positionsOf, sampleOf, suiteOf } from './suites/of-game.ts'
import { type RunnerName, type Suite, sessionCount, titleOf } from './suites/suite.ts'

/** The suites that an entry must pass, and how each is run. Made before the first session. */
export type Plan = readonly PlanStep[]

interface PlanStep {
  readonly suite: Suite
  readonly by: RunnerName
}

/** An entry to judge. */
export interface Job {
  readonly entry: Entry
  readonly reference: Reference
  readonly plan: Plan
  /** Makes the plan if the worker cannot play the entry (default: the same plan, all in processes). */
  readonly inProcesses?: (() => Plan) | undefined
  /** True if the reference is one of our games. */
  readonly isOurs?: boolean
}

export interface PlanOptions {
  /** The suites that the user chose (default: the usual plan of its game, runtime and input). */
  readonly suites?: readonly SuiteName[] | undefined
  /** True for a first look: a few games in place of all, and in real processes of all moves. */
  readonly quick?: boolean
  /** The number of last moves on which a reply may depend (default: all with a worker, none without). */
  readonly memory?: number | 'all' | undefined
  /** The seed of random sessions and of the order of refusals (default: 1). */
  readonly seed?: number
  /** True to run every session in a real process. */
  readonly real?: boolean
  /** False if a game that only the path of an entry names must not run: it does so in our own process (default: true). */
  readonly loadsGames?: boolean
  /** Where a user's fixtures, words and games are, and where their programs run (default: as this process). */
  readonly surroundings?: Surroundings | undefined
}

/** The number of random sessions in real processes: beside suites made of the positions of a game, and without them. */
const fewRandom = 10
const manyRandom = 50
/** The number of random sessions in the worker, where each takes less than a millisecond; and with `--quick`. */
const mostRandom = 2000
const mostRandomQuickly = 100
/** The size of a sample with `--quick`. */
const sampledQuickly = 5

/**
 * True if a suite is in the default plan of an entry.
 * @param first the suite made of positions that `--quick` plays in real processes; undefined in other plans
 */
function isUsual(
  name: GameSuiteName,
  first: GameSuiteName | undefined,
  isFast: boolean,
  { quick = false, memory }: PlanOptions,
): boolean {
  switch (name) {
    case 'games':
      return memory === undefined ? isFast && !quick : memory === 'all'
    case 'transitions':
      return isFast || !quick
    case 'endings':
    case 'positions':
      return name === first
    default:
      return true
  }
}

/**
 * Returns a function that makes the plan of an entry, for a worker if its runtime has one. Entries of one game share the
 * suites.
 * @throws UsageError if a chosen suite cannot be made, or no suite has a session
 */
export function gamePlanner(options: PlanOptions) {
  const { memory, seed = 1, quick = false, real = false, surroundings } = options
  const chosen =
    options.suites &&
    knownSuites(gameSuiteNames, options.suites, 'a --reference: what follows the end of input is not judged in a game')
  const suitesOf = memoize((game: Game<unknown>) => {
    // A suite that the worker plays is made of the positions.
    const usesPositions =
      chosen === undefined ? positionsOf(game) !== undefined : chosen.some((name) => howToPlay(name).by === 'worker')
    const runs = usesPositions ? fewRandom : manyRandom
    const choice = { seed, runs, quick, memory: memory === 'all' ? 0 : (memory ?? 0), cwd: surroundings?.cwd }
    return memoize((name: GameSuiteName) => suiteOf(game, name, choice))
  })
  const firstOf = memoize((game: Game<unknown>) => (suitesOf(game)('endings') === undefined ? 'positions' : 'endings'))
  const moreOf = memoize((game: Game<unknown>) => ({
    random: suiteOf(game, 'random', { seed, runs: quick ? mostRandomQuickly : mostRandom }),
    sampleOf: memoize((suite: Suite) => sampleOf(game, suite, quick ? sampledQuickly : undefined)),
  }))

  function stepsOf(name: GameSuiteName, game: Game<unknown>, input: Input, isFast: boolean): Plan {
    const { inputs, by = 'processes' } = howToPlay(name)
    if (inputs?.includes(input) === false) return []
    const suite = suitesOf(game)(name)
    if (suite === undefined) {
      if (chosen === undefined && memory === undefined) return []
      const option = chosen === undefined ? `--memory ${memory}` : `--suite ${name}`
      throw new UsageError(option, `${game.name} ${whyNot(game, name)}`)
    }
    return [{ suite, by: by === 'worker' && !isFast ? 'processes' : by }]
  }

  return (game: Game<unknown>, input: Input, worker?: string): Plan => {
    const isFast = worker !== undefined && !real
    const first = quick && !isFast ? firstOf(game) : undefined
    const names = chosen ?? gameSuiteNames.filter((name) => isUsual(name, first, isFast, options))
    const plan = names.flatMap((name) => stepsOf(name, game, input, isFast))
    mustHaveSessions(plan, names, game.name, input)
    return chosen === undefined ? withWorker(plan, () => moreOf(game), quick) : plan
  }
}

/** Why a proof of a game cannot be made, and what can. */
function whyNot(game: Game<unknown>, name: GameSuiteName): string {
  if (game.open().state === undefined) return 'is over before its first line; use --suite random'
  if (positionsOf(game) === undefined) return 'has too many positions; use --suite random'
  if (name === 'endings') return 'does not say which lines decide it; use --suite positions'
  if (name === 'games') return 'has games without an end, or too many; use --suite transitions'
  return 'has too many positions with the moves before; use a smaller --memory'
}

/**
 * The default plan. With a worker: recorded sessions, a proof and many random sessions by the worker, then a sample of
 * the proof in real processes; without one, the plan as it is.
 * @param more makes the random sessions, and samples
 */
function withWorker(
  plan: Plan,
  more: () => { readonly random: Suite; sampleOf(suite: Suite): Suite },
  quick: boolean,
): Plan {
  const proving = plan.find(({ by }) => by === 'worker')
  if (proving === undefined) return plan
  const { random, sampleOf } = more()
  const sample: PlanStep = { suite: sampleOf(proving.suite), by: 'processes' }
  const others = plan.filter((step) => step !== proving)
  if (!quick) {
    // Recorded sessions need no making: many wrong entries fail before a proof is made.
    const recorded = others.filter(({ suite }) => suite.name === 'fixtures')
    const recordedInWorker = recorded.map(({ suite }): PlanStep => ({ suite, by: 'worker' }))
    return [...recordedInWorker, proving, { suite: random, by: 'worker' }, sample, ...others]
  }
  // In real processes, the sample stands for the suites that the worker plays.
  const onPipes = others.filter(({ by }) => by === 'processes')
  const inWorker = onPipes.map(({ suite }): PlanStep => {
    return { suite: suite.name === 'random' ? random : suite, by: 'worker' }
  })
  return [...inWorker, proving, sample, ...others.filter((step) => !onPipes.includes(step))]
}

/**
 * The suites that a user chose, each once.
 * @param needed what the others need
 * @throws UsageError if one is not known
 */
export function knownSuites<Name>(
  known: readonly Name[],
  chosen: readonly (Name | SuiteName)[],
  needed: string,
): Name[] {
  return [...new Set(chosen)].map((name) => {
    const found = known.find((one) => one === name)
    if (found === undefined) throw new UsageError(`--suite ${name}`, `needs ${needed}`)
    return found
  })
}

/** @throws UsageError if no suite has a session */
export function mustHaveSessions(plan: Plan, names: readonly string[], game: string, input: Input) {
  if (plan.some(({ suite }) => sessionCount(suite) > 0)) return
  const titles = plan.length > 0 ? plan.map(({ suite }) => titleOf(suite)) : names
  throw new UsageError(`--suite ${titles.join(', ')}`, `there are no such sessions of ${game} with input ${input}`)
}
