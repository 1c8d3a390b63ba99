import type { Bytes, Lines } from '../../session/bytes.ts'

/**
 * What the worker, in our process, and the runner, in the entry's, send each other: lines of JSON, one byte a character.
 * The runner is trusted as little as the entry that it runs; it reports output, the verdict is formed elsewhere.
 */

/** The first line that a runner is sent. */
export interface Setup {
  readonly entry: Prepared
  readonly runtime: 'node' | 'bun'
  readonly input: 'interactive' | 'stdin' | 'args'
  /** Absolute path of the entry's file. */
  readonly file: string
  /** Whether interactive input ends after a session's lines; otherwise the session is stopped where it asks for more. */
  readonly endsInput: boolean
}

/** An entry as the runner compiles it: the body of a function. */
export interface Prepared {
  readonly body: string
  /** The names of the function's parameters. */
  readonly parameters: readonly string[]
  /** Whether it is a CommonJS script; otherwise it is a module. */
  readonly isScript: boolean
  /** Whether it waits for nothing: no timer, promise or event. The runner notices if this guess is wrong. */
  readonly isSynchronous: boolean
}

/** Every further line. */
export interface Chunk {
  readonly sessions: readonly Lines[]
  /** Whether each report is sent at once, as the next session may end the process. */
  readonly isCareful: boolean
}

/** A line from the runner: it is ready, how a session went, or that a chunk is done and nothing of it was left behind. */
export type Message = 'ready' | InProcessReport | 'done'

export interface InProcessReport {
  /** Standard output, at most 128 KiB of it. */
  readonly output: Bytes
  /** `interactive`: how much output there was when the program asked for a line, one for each line that it was given. */
  readonly readAt: readonly number[]
  /** Whether it wrote to standard error, as an uncaught error does. */
  readonly stderr: boolean
  readonly end: End
  /** With `ended`: the exit status. */
  readonly status?: number
  /** With `unsupported` and `crashed`: the reason. */
  readonly why?: string
}

/**
 * - `ended`: by itself
 * - `waiting`: stopped where it asked for more input
 * - `flooding`: wrote more than 128 KiB
 * - `looping`: made no progress and was killed
 * - `crashed`: ended the runner's process, or used too much memory
 * - `unsupported`: only a real process can show what happens
 */
export const ends = ['ended', 'waiting', 'flooding', 'looping', 'crashed', 'unsupported'] as const
export type End = (typeof ends)[number]

export const outputLimit = 128 * 1024
