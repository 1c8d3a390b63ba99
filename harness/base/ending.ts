import { constants } from 'node:os'
import { onExit } from 'signal-exit'

/** The exit status of a shell for a program that a signal has ended. */
export const statusOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]

let isListening = false

/**
 * Runs an action when the process ends, by itself or by a signal that asks it to, such as SIGTERM or SIGINT.
 * @returns a function that cancels it
 */
export function atEnd(action: () => void): () => void {
  if (!isListening) listen()
  return onExit(action)
}

/**
 * Keeps one action for the life of the process: signal-exit stops listening with its last one, and then loses a signal that
 * has arrived but is not yet handled.
 */
function listen() {
  isListening = true
  onExit(() => {})
  // A signal that arrives as the event loop becomes empty is handled only if there is one more turn.
  process.once('beforeExit', () => setImmediate(() => {}))
}
