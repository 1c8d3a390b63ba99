import type { Lines } from '../../session/bytes.ts'

/** A way to choose sessions: each is the lines that are sent. */
export interface Suite {
  readonly name: string
  /** What it covers, in a few words for the report. */
  readonly covers?: string
  readonly sessions: Iterable<Lines>
  /** How many sessions there are. */
  readonly size: number
  /** Whether they are so many that nobody would wait for them in real processes. */
  readonly isHuge?: boolean
}

/** Every suite by its name, what proves most first. */
export const suiteNames = ['transitions', 'positions', 'games', 'fixtures', 'random'] as const
export type SuiteName = (typeof suiteNames)[number]
