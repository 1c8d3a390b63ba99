import type { Game } from '../../reference/game.ts'
import type { Surroundings } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import type { Entry } from '../entries/entry.ts'
import { type ExploredPosition, explore, remembering } from '../games/explore.ts'
import { mostRememberedPositions } from '../session/limits.ts'
import type { Input } from '../session/script.ts'
import type { Reference } from './reference/reference.ts'
import { findCases, wayToEnd } from './suites/cases.ts'
import { endingsSuite, gamesSuite, positionsSuite, type SuiteOptions, transitionsSuite } from './suites/cover.ts'
import { fixturesSuite } from './suites/fixtures.ts'
import { leftoverSuite, repetitionSuite, silenceSuite, terminalSuite } from './suites/habits.ts'
import { type AnySuiteName, type SuiteName, suiteNames } from './suites/names.ts'
import { randomSuite } from './suites/random.ts'
import { laterSuite, type Suite, sessionCount } from './suites/suite.ts'

/**
 * - `processes`: in real processes, on pipes
 * - `terminal`: in real processes, each in a pseudo-terminal
 * - `pauses`: in real processes, where the second answer is late
 * - `worker`: in one process of the entry's own runtime
 */
export type RunnerName = 'processes' | 'terminal' | 'pauses' | 'worker'

/** The suites that an entry must pass, and how each is run. Made before the first session. */
export type Plan = readonly PlanStep[]

interface PlanStep {
  readonly suite: Suite
  readonly by: RunnerName
  /** The suite for real processes instead, if the worker cannot run the entry. */
  readonly otherwise?: Suite | undefined
}

/** An entry, its game, and what it must pass. */
export interface Job {
  readonly entry: Entry
  /** The reference of the entry: its game, or a command. */
  readonly reference: Reference
  readonly plan: Plan
  /** True if the reference is one of our games. */
  readonly isOurs?: boolean
}

/** What a plan depends on. */
export type Planned = Pick<Entry, 'input'> & { readonly runtime: Pick<Entry['runtime'], 'worker'> }

interface SuiteRow {
  /** @returns undefined if the game is too large for it */
  make(
    game: Game<unknown>,
    options: { seed: number; runs: number; memory: number; cwd: string | undefined },
  ): Suite | undefined
  /** Default: `processes`. */
  readonly by?: RunnerName
  /** Default: all. */
  readonly inputs?: readonly Input[]
}

const positionsOf = cached((game: Game<unknown>) => explore(game))

/** A suite made of all positions; run by the worker if there is one. */
const proof = (
  make: (
    game: Game<unknown>,
    positions: readonly ExploredPosition[],
    options: Required<SuiteOptions>,
  ) => Suite | undefined,
): SuiteRow => ({
  make(game, options) {
    const positions = positionsOf(game)
    return positions && make(game, positions, options)
  },
  by: 'worker',
})

/**
 * A new suite is a function in suites/, a row here, and a name in names.ts, in the order of running: first what finds
 * most in little time.
 */
const rows: Readonly<Record<SuiteName, SuiteRow>> = {
  fixtures: { make: (game, { cwd }) => fixturesSuite(game, cwd) },
  random: { make: randomSuite },
  repetition: { make: repetitionSuite },
  leftover: { make: leftoverSuite, inputs: ['stdin', 'args'] },
  terminal: { make: terminalSuite, by: 'terminal', inputs: ['interactive'] },
  endings: proof(endingsSuite),
  positions: proof(positionsSuite),
  transitions: proof((game, positions, { seed, memory }) => {
    const nodes = memory === 0 ? positions : explore(remembering(game, memory), mostRememberedPositions)
    return nodes && transitionsSuite(game, nodes, { seed, memory })
  }),
  silence: { make: silenceSuite, by: 'pauses', inputs: ['interactive'] },
  games: proof(gamesSuite),
}

const isProof = (name: SuiteName) => rows[name].by === 'worker'

export interface PlanOptions {
  /** The suites that the user chose (default: all that run in seconds). */
  readonly suites?: readonly AnySuiteName[] | undefined
  /** True to leave out all games, and in real processes all moves, too: a few games take their place. */
  readonly quick?: boolean
  /**
   * The number of moves before an answer that the proof takes into account, besides position and answer (default: all
   * with a worker, none without).
   */
  readonly memory?: number | 'all' | undefined
  /** The seed of random sessions and of the order of refusals (default: 1). */
  readonly seed?: number
  /** True to run every session in a real process. */
  readonly real?: boolean
  /** Where a user's fixtures, words and games are, and where their programs run (default: as this process). */
  readonly surroundings?: Surroundings | undefined
}

/** How many random sessions an entry must pass if its plan covers the whole game, and otherwise. */
const fewRandom = 10
const manyRandom = 50
/**
 * How many random sessions the worker plays, where each takes less than a millisecond; with `--quick`, `mostRandomQuickly`.
 */
const mostRandom = 2000
const mostRandomQuickly = 100

/** How many sessions of a sample are played in real processes, too; with `--quick`, `sampledQuickly`. */
const sampled = 20
const sampledQuickly = 5

/**
 * True if a suite is in the default plan of an entry.
 * @param first the suite for a first look at the game in real processes
 */
function isUsual(name: SuiteName, first: SuiteName, isFast: boolean, { quick = false, memory }: PlanOptions): boolean {
  switch (name) {
    case 'games':
      return memory === undefined ? isFast && !quick : memory === 'all'
    case 'transitions':
      return isFast || !quick
    case 'endings':
    case 'positions':
      return !isFast && quick && name === first
    default:
      return true
  }
}

/** The name of the suite for real processes instead of one for the worker, if any. */
function insteadOf(
  name: SuiteName,
  first: SuiteName,
  { suites: asked, quick, memory }: PlanOptions,
): SuiteName | undefined {
  if (asked !== undefined) return name
  if (name === 'games') return memory === 'all' ? name : undefined
  return quick ? first : name
}

/**
 * Returns a function that makes the plan of an entry. Entries of one game share the suites.
 * @throws UsageError if a chosen suite cannot be made, or no suite has a session
 */
export function planner(options: PlanOptions) {
  const { memory, seed = 1, quick = false, real = false, surroundings } = options
  const asked = options.suites?.map(suiteOfGame)
  const suitesOf = cached((game: Game<unknown>) => {
    const coversGame = asked === undefined ? positionsOf(game) !== undefined : asked.some(isProof)
    const runs = coversGame ? fewRandom : manyRandom
    const choice = { seed, runs, memory: memory === 'all' ? 0 : (memory ?? 0), cwd: surroundings?.cwd }
    return cached((name: SuiteName) => rows[name].make(game, choice))
  })
  const firstOf = cached((game: Game<unknown>) => (suitesOf(game)('endings') === undefined ? 'positions' : 'endings'))
  const moreOf = cached((game: Game<unknown>) => ({
    random: randomSuite(game, { seed, runs: quick ? mostRandomQuickly : mostRandom }),
    sampleOf: cached((suite: Suite) => sampleOf(game, suite, quick ? sampledQuickly : sampled)),
  }))

  function stepsOf(name: SuiteName, game: Game<unknown>, { input }: Planned, isFast: boolean): Plan {
    const { inputs, by = 'processes' } = rows[name]
    if (inputs?.includes(input) === false) return []
    const suite = suitesOf(game)(name)
    if (suite === undefined) {
      if (asked === undefined && memory === undefined) return []
      const option = asked === undefined ? `--memory ${memory}` : `--suite ${name}`
      if (positionsOf(game) !== undefined && name === 'endings')
        throw new UsageError(option, `${game.name} does not say which lines decide it; use --suite positions`)
      throw new UsageError(option, `${game.name} has too many positions; use --suite random`)
    }
    if (!isProof(name)) return [{ suite, by }]
    if (!isFast) return [{ suite, by: 'processes' }]
    const step = {
      suite,
      by,
      // Made only if needed.
      get otherwise() {
        const instead = insteadOf(name, quick ? firstOf(game) : name, options)
        return instead && suitesOf(game)(instead)
      },
    }
    return [step]
  }

  return (game: Game<unknown>, entry: Planned): Plan => {
    const isFast = entry.runtime.worker !== undefined && !real
    const first = quick && !isFast ? firstOf(game) : 'positions'
    const names = [...new Set(asked ?? suiteNames.filter((name) => isUsual(name, first, isFast, options)))]
    const plan = names.flatMap((name) => stepsOf(name, game, entry, isFast))
    if (plan.every(({ suite }) => sessionCount(suite) === 0))
      throw new UsageError(
        `--suite ${names.join(', ')}`,
        `there are no such sessions of ${game.name} with input ${entry.input}`,
      )
    return asked === undefined ? withWorker(plan, () => moreOf(game), quick) : plan
  }
}

/**
 * The default plan with a worker: recorded sessions, a proof and many random sessions by the worker, then a sample of
 * the proof in real processes.
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
  const again = others.filter(({ suite }) => ['fixtures', 'random', 'leftover'].includes(suite.name))
  const inWorker = again.map(({ suite }): PlanStep => {
    return { suite: suite.name === 'random' ? random : suite, by: 'worker', otherwise: suite }
  })
  return [...inWorker, proving, sample, ...others.filter((step) => !again.includes(step))]
}

/**
 * A few sessions of a suite, which an entry must pass in real processes, too: one for each way to end a game, if these
 * are few, and others at equal distances.
 */
export function sampleOf(game: Game<unknown>, suite: Suite, most = sampled): Suite {
  function* make() {
    const { sessions } = suite
    const ends = [...new Set((yield* findCases(game, sessions, wayToEnd)).values())].slice(0, most)
    const distance = Math.max(1, Math.floor(sessions.length / (most - ends.length + 1)))
    const others = [...sessions.keys()].filter((index) => index % distance === distance - 1)
    const chosen = new Set([...new Set([...ends, ...others])].slice(0, most))
    return sessions.filter((_, index) => chosen.has(index))
  }
  return laterSuite({ name: `${suite.name} (sample)`, size: Math.min(most, sessionCount(suite)), make })
}

/** @throws UsageError if a suite is for commands */
function suiteOfGame(name: AnySuiteName): SuiteName {
  const found = suiteNames.find((one) => one === name)
  if (found !== undefined) return found
  throw new UsageError(`--suite ${name}`, 'needs a --reference: what follows the end of input is not judged in a game')
}

/** Computes each value once. */
export function cached<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key))
    return known.get(key) as Value
  }
}
