import type { Bytes, Lines } from '../../session/bytes.ts'

/** What the engine and those who ask it say to each other; the child speaks of sessions in the same words. */
export interface EngineProgram {
  /** JavaScript without types, as it stands in the entry. */
  readonly code: string
  readonly runtime: 'node' | 'bun'
  readonly input: 'interactive' | 'stdin' | 'args'
}

/** What sessions have in common beside their lines. */
export interface SessionTerms {
  /** Whether the input ends behind the lines (`stdin` and `args`: always); otherwise it stays silent. */
  readonly endsInput: boolean
  /** Stops the session, as `waiting`, where the program asks for more than the lines. */
  readonly stopAtEnd?: boolean
  /** Stops the session, as `waiting`, once so many bytes were said. */
  readonly enough?: number
}

export interface EngineSession extends SessionTerms {
  /** Without their newlines. */
  readonly lines: Lines
}

/** How a session ended. */
export interface Ending {
  /** Whether it wrote to standard error, as an uncaught error does. */
  readonly stderr: boolean
  readonly end: End
  /** With `ended`: the exit status that the real runtime would give. */
  readonly status?: number
  /** With `unsupported`: what the program wanted that the engine does not offer. */
  readonly why?: string
}

export interface EngineReport extends Ending {
  /** What it wrote to standard output, at most 128 KiB of it. */
  readonly said: Bytes
  /** `interactive`: how much of `said` was said when it asked for a line, one for each line that it was given. */
  readonly heardAt: readonly number[]
}

/**
 * - `ended`: by itself
 * - `waiting`: for input that does not come, or stopped where the session says so
 * - `looping`: made no progress any more and was ended
 * - `flooding`: said more than 128 KiB
 * - `memory`: wanted more than it is given
 * - `unsupported`: by the engine; a real process can tell
 */
export const ends = ['ended', 'waiting', 'looping', 'flooding', 'memory', 'unsupported'] as const
export type End = (typeof ends)[number]

export function isEnding(value: unknown): value is Ending {
  if (typeof value !== 'object' || value === null) return false
  const { stderr, end, status, why } = value as Record<string, unknown>
  return (
    typeof stderr === 'boolean' &&
    ends.includes(end as never) &&
    (end === 'ended') === (typeof status === 'number') &&
    (why === undefined || typeof why === 'string')
  )
}

export const outputLimit = 128 * 1024
