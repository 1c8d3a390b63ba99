import type { Game } from '../../../reference/game.ts'
import { cached } from '../../base/cached.ts'
import { type ExploredPosition, explore, remembering } from '../../games/explore.ts'
import { mostRememberedPositions } from '../../session/limits.ts'
import { casesIn, wayToEnd } from './cases.ts'
import { endingsSuite, gamesSuite, positionsSuite, transitionsSuite } from './cover.ts'
import { fixturesSuite } from './fixtures.ts'
import { leftoverSuite, randomSuite, repetitionSuite, silenceSuite, terminalSuite } from './habits.ts'
import type { GameSuiteName } from './names.ts'
import { type HowToPlay, lazySuite, type Suite, sessionCount } from './suite.ts'

interface GameSuiteOptions {
  /** The seed of random sessions and of the order of refusals (default: 1). */
  readonly seed: number
  /** The number of random sessions (default: 50). */
  readonly runs: number
  /** The number of last moves on which a reply may depend (default: 0). */
  readonly memory: number
  /** True for a first look with few sessions (default: false). */
  readonly quick: boolean
  /** The folder with fixtures (default: that of this process). */
  readonly cwd: string | undefined
}

interface SuiteRow extends HowToPlay {
  /** @returns undefined if the game is too large for it, or says too little */
  make(game: Game<unknown>, options: GameSuiteOptions): Suite | undefined
}

/** The positions of a game, explored once; undefined if they are too many. */
export const positionsOf = cached((game: Game<unknown>) => explore(game))

/** A suite made of all positions; run by the worker if there is one. */
const proof = (
  make: (game: Game<unknown>, positions: readonly ExploredPosition[], options: GameSuiteOptions) => Suite | undefined,
): SuiteRow => ({
  make(game, options) {
    const positions = positionsOf(game)
    return positions && make(game, positions, options)
  },
  by: 'worker',
})

const rows: Readonly<Record<GameSuiteName, SuiteRow>> = {
  fixtures: { make: (game, { cwd }) => fixturesSuite(game, cwd) },
  random: { make: randomSuite },
  repetition: { make: repetitionSuite },
  leftover: { make: leftoverSuite, inputs: ['stdin', 'args'] },
  terminal: { make: terminalSuite, by: 'terminal', inputs: ['interactive'] },
  endings: proof(endingsSuite),
  positions: proof(positionsSuite),
  transitions: proof((game, positions, { seed, memory, quick }) => {
    const nodes = memory === 0 ? positions : explore(remembering(game, memory), mostRememberedPositions)
    return nodes && transitionsSuite(game, nodes, { seed, memory, quick })
  }),
  silence: { make: silenceSuite, by: 'pauses', inputs: ['interactive'] },
  games: proof(gamesSuite),
}

export const howToPlay = (name: GameSuiteName): HowToPlay => rows[name]

type ProofName = 'endings' | 'positions' | 'transitions' | 'games'

/**
 * Makes a suite of a game.
 * @returns undefined if the game is too large for it, or says too little
 */
export function suiteOf(
  game: Game<unknown>,
  name: Exclude<GameSuiteName, ProofName>,
  options?: Partial<GameSuiteOptions>,
): Suite
export function suiteOf(
  game: Game<unknown>,
  name: GameSuiteName,
  options?: Partial<GameSuiteOptions>,
): Suite | undefined
export function suiteOf(
  game: Game<unknown>,
  name: GameSuiteName,
  options: Partial<GameSuiteOptions> = {},
): Suite | undefined {
  const { seed = 1, runs = 50, memory = 0, quick = false, cwd } = options
  return rows[name].make(game, { seed, runs, memory, quick, cwd })
}

/** The size of a sample. */
const sampled = 20

/** A few sessions of a suite: one for each way to end a game, if these are few, and others at equal distances. */
export function sampleOf(game: Game<unknown>, suite: Suite, most = sampled): Suite {
  function* make() {
    const { sessions } = suite
    const ends = [...new Set((yield* casesIn(game, sessions, wayToEnd)).values())].slice(0, most)
    const distance = Math.max(1, Math.floor(sessions.length / (most - ends.length + 1)))
    const others = [...sessions.keys()].filter((index) => index % distance === distance - 1)
    const wanted = new Set([...ends, ...others])
    const chosen = new Set([...wanted].slice(0, most))
    return sessions.filter((_, index) => chosen.has(index))
  }
  return lazySuite({ name: `${suite.name} (sample)`, size: Math.min(most, sessionCount(suite)), make })
}
