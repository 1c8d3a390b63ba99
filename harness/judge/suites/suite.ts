import type { ExploredPosition } from '../../games/explore.ts'
import type { Lines } from '../../session/bytes.ts'

/** A choice of sessions, each with the lines to send. */
export interface Suite {
  readonly name: string
  /** What an entry that passes is right in: `all 16,167 moves`. */
  readonly proves?: string
  /** The number of sessions. */
  readonly size: number
  inputs(): Iterable<Lines>
}

/** How a suite of a game is made. */
export interface SuiteOptions {
  /** The seed of random sessions and of the order of refusals (default: 1). */
  readonly seed?: number
  /** The number of random sessions (default: 50). */
  readonly runs?: number
  /** True for a first look: fewer sessions, and a third fewer refused lines. */
  readonly quick?: boolean
  /** All positions of the game; absent if they are too many. */
  readonly positions?: readonly ExploredPosition[] | undefined
  /** The suite of all moves, of which a sample is taken. */
  readonly moves?: Suite | undefined
  /** The folder with fixtures (default: that of this process). */
  readonly cwd?: string | undefined
}

export const suiteWith = (name: string, sessions: readonly Lines[], proves?: string): Suite => ({
  name,
  ...(proves && { proves }),
  size: sessions.length,
  inputs: () => sessions,
})
