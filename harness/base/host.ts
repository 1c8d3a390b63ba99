import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { onExit } from 'signal-exit'

export type Input = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** The folder and the environment in which programs run. */
export interface ProcessContext {
  /** Absolute. */
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** What a command uses of its process, or of the program that calls it. */
export interface Host extends ProcessContext {
  readonly stdin: Input
  readonly stdout: Output
  readonly stderr: Output
  /**
   * Stops the command, which then reports its findings so far. `signal.reason` is the name of a signal; any other reason counts
   * as SIGINT.
   */
  readonly signal: AbortSignal
}

/** The exit status of a shell for a program that a signal has ended. */
export const statusOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]

let isListening = false

/**
 * Runs an action when the process ends, by itself or by a signal that asks it to, such as SIGTERM or SIGINT.
 * @returns a function that cancels it
 */
export function atEnd(action: () => void): () => void {
  if (!isListening) {
    isListening = true
    // For the life of the process: signal-exit stops listening with its last action, and then loses a signal that has
    // arrived but is not yet handled.
    onExit(() => {})
    // A signal that arrives as the event loop becomes empty is handled only if there is one more turn.
    process.once('beforeExit', () => setImmediate(() => {}))
  }
  return onExit(action)
}
