import { onExit } from 'signal-exit'

let isListening = false

/**
 * Does something when the process ends, by itself or by a signal other than SIGKILL.
 * @returns a function that takes it back
 */
export function atEnd(action: () => void): () => void {
  if (!isListening) listen()
  return onExit(action)
}

/**
 * Listens for the life of the process: signal-exit stops listening with its last action, and a signal that has come by then, but
 * was not handled yet, is lost.
 */
function listen() {
  isListening = true
  onExit(() => {})
  // A signal that comes last needs another turn of the event loop.
  process.once('beforeExit', () => setImmediate(() => {}))
}
