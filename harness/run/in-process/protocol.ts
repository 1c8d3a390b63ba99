import type { Lines } from '../../session/bytes.ts'
import type { SessionReport } from '../../session/oracle.ts'
import type { Input } from '../../session/script.ts'

/**
 * What the worker, in our process, and the runner, in the entry's, send each other: lines of JSON, one byte a character.
 * The runner is trusted as little as the entry that it runs; it reports output, the verdict is formed elsewhere.
 */

/** The first line that a runner is sent. */
export interface Setup {
  readonly entry: Prepared
  readonly runtime: 'node' | 'bun'
  readonly input: Input
  /** Absolute path of the entry's file. */
  readonly file: string
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

export interface InProcessReport extends SessionReport {
  readonly end: End
  /** With `unsupported` and `crashed`: the reason. */
  readonly why?: string
}

/**
 * - `ended`: by itself
 * - `waiting`: stopped where it asked for more interactive input
 * - `flooding`: wrote more than 128 KiB
 * - `looping`: made no progress and was killed
 * - `crashed`: ended the runner's process, or used too much memory
 * - `unsupported`: only a real process can show what happens
 */
export const ends = ['ended', 'waiting', 'flooding', 'looping', 'crashed', 'unsupported'] as const
export type End = (typeof ends)[number]
