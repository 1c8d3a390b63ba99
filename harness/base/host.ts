import type { Readable, Writable } from 'node:stream'

export type Input = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** The folder and the environment in which programs run. */
export interface Surroundings {
  /** Absolute. */
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** What a command uses of its process, or of the program that calls it. */
export interface Host extends Surroundings {
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  /**
   * Stops the command, which then reports its findings so far. `signal.reason` is the name of a signal; any other reason counts
   * as SIGINT.
   */
  readonly signal: AbortSignal
}
