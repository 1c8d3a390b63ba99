import type { Game } from '../../reference/game.ts'
import type { Entry } from '../entries/entry.ts'
import { explore, type Position } from '../games/explore.ts'
import type { Input } from '../session/script.ts'
import { UsageError } from '../session/usage-error.ts'
import { gamesSuite, positionsSuite, transitionsSuite } from './suites/cover.ts'
import { fixturesSuite } from './suites/fixtures.ts'
import { leftoverSuite, repetitionSuite, silenceSuite, terminalSuite } from './suites/habits.ts'
import { randomSuite } from './suites/random.ts'
import { type Suite, type SuiteName, suiteNames } from './suites/suite.ts'

/**
 * - `processes`: in real processes, on pipes
 * - `terminal`: in real processes, each in a pseudo-terminal
 * - `pauses`: in real processes, where the second answer is long in coming
 * - `in-process`: in one process of the entry's own runtime
 */
export type RunnerName = 'processes' | 'terminal' | 'pauses' | 'in-process'

/** What an entry must pass: suites, and how the sessions of each are run. It is made before the first session. */
export type Plan = readonly { readonly suite: Suite; readonly runner: RunnerName }[]

interface Row {
  /** @returns undefined if the game is too large for it */
  make(game: Game<unknown>, options: { seed: number; runs: number; isQuick: boolean }): Suite | undefined
  /** Absent: in real processes, on pipes. */
  readonly runner?: RunnerName
  /** Absent: all. */
  readonly inputs?: readonly Input[]
}

const positionsOf = cached((game: Game<unknown>) => explore(game))

/** A suite that is made of all positions; it is run in one process where that is possible. */
const proof = (
  make: (game: Game<unknown>, positions: readonly Position[], isQuick: boolean) => Suite | undefined,
): Row => ({
  make(game, { isQuick }) {
    const positions = positionsOf(game)
    return positions && make(game, positions, isQuick)
  },
  runner: 'in-process',
})

/** A new suite is a function in suites/, a row here, and its name in suite.ts. */
const rows: Readonly<Record<SuiteName, Row>> = {
  transitions: proof(transitionsSuite),
  positions: proof(positionsSuite),
  games: proof(gamesSuite),
  fixtures: { make: fixturesSuite },
  random: { make: randomSuite },
  repetition: { make: repetitionSuite },
  leftover: { make: leftoverSuite, inputs: ['stdin', 'args'] },
  terminal: { make: terminalSuite, runner: 'terminal', inputs: ['interactive'] },
  silence: { make: silenceSuite, runner: 'pauses', inputs: ['interactive'] },
}

const isProof = (name: SuiteName) => rows[name].runner === 'in-process'

export interface PlanOptions {
  /** The suites that were asked for; absent: all that can be run in seconds. */
  readonly suites?: readonly SuiteName[] | undefined
  /** Whether all games are left out, and positions that differ by a symmetry count as one. */
  readonly quick?: boolean
  /** Of the random sessions. */
  readonly seed: number
  /** Whether every session is run in a real process. */
  readonly real: boolean
}

/** How many random sessions are run with an entry whose plan covers the whole game, and with any other. */
const fewRandom = 10
const manyRandom = 50
/** How many more are run in one process, where that takes milliseconds. */
const mostRandom = 2000

/** How many sessions of a suite that is run in one process are run in real processes as well. */
const sampled = 20

/**
 * @returns a function that makes the plan for an entry; entries of one game share its suites
 * @throws UsageError if a suite that was asked for cannot be made, or no suite has a session
 */
export function planner({ suites: asked, quick = false, seed, real }: PlanOptions) {
  const suitesOf = cached((game: Game<unknown>) => {
    const coversGame = asked === undefined ? positionsOf(game) !== undefined : asked.some(isProof)
    const runs = coversGame ? fewRandom : manyRandom
    return cached((name: SuiteName) => rows[name].make(game, { seed, runs, isQuick: quick }))
  })
  const manyRandomOf = cached((game: Game<unknown>) => randomSuite(game, { seed, runs: mostRandom }))

  return (game: Game<unknown>, entry: Entry): Plan => {
    const isFast = entry.runtime.worker !== undefined && !real
    const isUsual = (name: SuiteName) => {
      if (name === 'transitions') return isFast
      if (name === 'positions') return !isFast
      return name !== 'games' || (isFast && !quick)
    }
    const names = new Set(asked ?? suiteNames.filter(isUsual))
    const plan = [...names].flatMap((name): Plan => {
      const { inputs, runner = 'processes' } = rows[name]
      if (inputs?.includes(entry.input) === false) return []
      const suite = suitesOf(game)(name)
      if (suite !== undefined) return [{ suite, runner: isProof(name) && !isFast ? 'processes' : runner }]
      if (asked === undefined) return []
      throw new UsageError(`--suite ${name}`, `${game.name} has too many positions; use --suite random`)
    })
    if (plan.every(({ suite }) => suite.sessions.length === 0))
      throw new UsageError(
        `--suite ${[...names].join(', ')}`,
        `there are no such sessions of ${game.name} with input ${entry.input}`,
      )
    const first = asked === undefined ? plan.find(({ runner }) => runner === 'in-process') : undefined
    if (first === undefined) return plan
    const more = { suite: manyRandomOf(game), runner: 'in-process' } as const
    return [...plan, more, { suite: sampleOf(first.suite), runner: 'processes' }]
  }
}

/** Sessions of a suite, at equal distances: an entry that is accepted in one process must pass in real processes, too. */
function sampleOf({ name, sessions }: Suite): Suite {
  const distance = Math.max(1, Math.floor(sessions.length / sampled))
  return { name: `${name} (sample)`, sessions: sessions.filter((_, index) => index % distance === 0) }
}

/** The same function, but each value is computed once. */
function cached<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key))
    return known.get(key) as Value
  }
}
