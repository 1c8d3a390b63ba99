import type { Game } from '../../../reference/game.ts'
import { memoize } from '../../base/memoize.ts'
import { type ExploredPosition, explore, remembering } from '../../games/explore.ts'
import { mostRememberedPositions } from '../../session/limits.ts'
import { casesIn, wayToEnd } from './cases.ts'
import { endingsSuite, gamesSuite, positionsSuite, transitionsSuite } from './cover.ts'
import { fixturesSuite } from './fixtures.ts'
import { leftoverSuite, randomSuite, repetitionSuite, silenceSuite, terminalSuite } from './habits.ts'
import type { GameSuiteName } from './names.ts'
import { type HowToPlay, lazySuite, type Suite, type SuiteOptions, sessionCount } from './suite.ts'

interface SuiteRow extends HowToPlay {
  /** @returns undefined if the game is too large for it, or says too little */
  make(game: Game<unknown>, options: SuiteOptions): Suite | undefined
}

/** The positions of a game, explored once; undefined if they are too many. */
export const positionsOf = memoize((game: Game<unknown>) => explore(game))

/** A suite made of all positions; run by the worker if there is one. */
const proof = (
  make: (game: Game<unknown>, positions: readonly ExploredPosition[], options: SuiteOptions) => Suite | undefined,
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
  transitions: proof((game, positions, options) => {
    const { memory = 0 } = options
    const nodes = memory === 0 ? positions : explore(remembering(game, memory), mostRememberedPositions)
    return nodes && transitionsSuite(game, nodes, options)
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
export function suiteOf(game: Game<unknown>, name: Exclude<GameSuiteName, ProofName>, options?: SuiteOptions): Suite
export function suiteOf(game: Game<unknown>, name: GameSuiteName, options?: SuiteOptions): Suite | undefined
export function suiteOf(game: Game<unknown>, name: GameSuiteName, options: SuiteOptions = {}): Suite | undefined {
  return rows[name].make(game, options)
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
