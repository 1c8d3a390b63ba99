import type { Readable, Writable } from 'node:stream'
import type { ReadStream, WriteStream } from 'node:tty'

export type Input = Readable & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>
export type Output = Writable & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>

/** Where programs run, and where relative paths begin. */
export type Surroundings = Pick<Host, 'cwd' | 'env'>

/** What a command is given by the process that it runs in, or by the program that calls it. */
export interface Host {
  /** The folder where relative paths begin, absolute. */
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  /** Aborted to stop a command, which then reports what it has found. The reason is the name of a signal (default: `SIGINT`). */
  readonly signal: AbortSignal
}
