import type { Game } from '../../reference/game.ts'
import type { Bytes } from '../bytes.ts'

/** A way to choose sessions: each is the lines that are sent. */
export interface Suite {
  readonly name: string
  /** What it covers, in a few words for the report. */
  readonly covers?: string
  readonly sessions: Iterable<readonly Bytes[]>
  /** How many sessions there are. */
  readonly size: number
}

export type AnyGame = Game<unknown>
