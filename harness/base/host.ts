import type { Readable, Writable } from 'node:stream'
import type { ReadStream, WriteStream } from 'node:tty'

export type Input = Readable & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>
export type Output = Writable & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>

/** The folder and the environment in which programs run. */
export type Surroundings = Pick<Host, 'cwd' | 'env'>

/** What a command uses of its process, or of the program that calls it. */
export interface Host {
  /** The current folder, absolute. */
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  /** Stops the command, which then reports its findings so far. The reason is the name of a signal (default: `SIGINT`). */
  readonly signal: AbortSignal
}
