import type { Game } from '../../../reference/game.ts'
import type { Lines } from '../../session/bytes.ts'

/** A way to choose sessions: each is the lines that are sent. */
export interface Suite {
  readonly name: string
  /** What it covers, in a few words for the report. */
  readonly covers?: string
  readonly sessions: Iterable<Lines>
  /** How many sessions there are. */
  readonly size: number
  /** Whether they are so many that an engine holds them; a suite without it is held in real processes, always. */
  readonly inEngine?: boolean
  /** Whether it is held in real processes, however long that takes, where there is no engine; else it is left out. */
  readonly insists?: boolean
}

/** Every suite by its name, what proves most first. */
export const suiteNames = ['transitions', 'games', 'fixtures', 'random'] as const
export type SuiteName = (typeof suiteNames)[number]

export type AnyGame = Game<unknown>
