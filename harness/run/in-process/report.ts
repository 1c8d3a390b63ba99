import type { Bytes, Lines } from '../../session/bytes.ts'

/** A JavaScript entry that is run many times in one process of its own runtime. */
export interface InProcessProgram {
  /** JavaScript without types. */
  readonly source: string
  readonly runtime: 'node' | 'bun'
  readonly input: 'interactive' | 'stdin' | 'args'
  /** The runtime's absolute path and the words before the file, as a real process is started. */
  readonly command: readonly string[]
  /** Absolute path of the staged entry. */
  readonly file: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** What sessions have in common beside their lines. */
export interface SessionTerms {
  /** Whether the input ends after the lines (`stdin` and `args`: always); otherwise it stays silent. */
  readonly endsInput: boolean
  /** Stops the session, as `waiting`, where the program asks for more than the lines. */
  readonly stopAtEnd?: boolean
  /** Stops the session, as `waiting`, after so many bytes of output. */
  readonly enough?: number
}

export interface Session extends SessionTerms {
  /** Without their newlines. */
  readonly lines: Lines
}

/** How a session ended. */
export interface Ending {
  /** Whether it wrote to standard error, as an uncaught error does. */
  readonly stderr: boolean
  readonly end: End
  /** With `ended`: the exit status. */
  readonly status?: number
  /** With `unsupported`: what the program did that only a real process can do. */
  readonly why?: string
}

export interface InProcessReport extends Ending {
  /** Standard output, at most 128 KiB of it. */
  readonly output: Bytes
  /** `interactive`: how much output there was when the program asked for a line, one for each line that it was given. */
  readonly readAt: readonly number[]
}

/**
 * - `ended`: by itself
 * - `waiting`: for input that does not come, or stopped where the terms say so
 * - `looping`: made no progress and was killed
 * - `flooding`: wrote more than 128 KiB
 * - `memory`: used more than it is given
 * - `unsupported`: only a real process can show what happens
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
