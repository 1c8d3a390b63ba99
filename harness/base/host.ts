import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { onExit } from 'signal-exit'

/** What programs inherit. */
export interface ProcessContext {
  /** Absolute. */
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

/** What a command uses of its process, or of the program that calls it. */
export interface Host extends ProcessContext {
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  readonly stderr: Host['stdout']
  /** Stops the command, which then reports its findings so far. Its reason is the name of a signal, or counts as SIGINT. */
  readonly signal: AbortSignal
}

export const statusOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]

let isListening = false

/**
 * Runs an action when the process ends, by itself or by a signal that asks it to, such as SIGTERM or SIGINT.
 * @returns a function that cancels it
 */
export function atEnd(action: () => void): () => void {
  if (!isListening) {
    isListening = true
    // signal-exit stops listening with its last action, and then loses a signal that has arrived but is not yet handled.
    onExit(() => {})
    // A signal that arrives as the event loop becomes empty is handled only if there is one more turn.
    process.once('beforeExit', () => setImmediate(() => {}))
  }
  return onExit(action)
}
