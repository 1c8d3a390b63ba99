import type { ExploredPosition } from '../../games/explore.ts'
import type { Lines } from '../../session/bytes.ts'

/** In the order of running: those that find most in little time first, a stronger proof later. */
export const suiteNames = [
  'fixtures',
  'random',
  'repetition',
  'leftover',
  'terminal',
  'endings',
  'sample',
  'transitions',
  'silence',
  'games',
] as const
export type SuiteName = (typeof suiteNames)[number]

/** A choice of sessions, each with the lines to send. */
export interface Suite {
  readonly name: string
  /** What an entry that passes is right in: `all 16,167 moves`. */
  readonly proves?: string
  readonly size: number
  inputs(): Iterable<Lines>
}

export interface SuiteOptions {
  readonly seed?: number
  /** Random sessions (default: 50). */
  readonly runs?: number
  /** True for a first look: fewer sessions, and a third fewer refused lines. */
  readonly quick?: boolean
  /** Absent if they are too many. */
  readonly positions?: readonly ExploredPosition[] | undefined
  /** All moves, of which a sample is taken. */
  readonly moves?: Suite | undefined
  /** Where `fixtures/` is (default: the current folder). */
  readonly cwd?: string | undefined
}

export const suiteWith = (name: string, sessions: readonly Lines[], proves?: string): Suite => ({
  name,
  ...(proves && { proves }),
  size: sessions.length,
  inputs: () => sessions,
})
