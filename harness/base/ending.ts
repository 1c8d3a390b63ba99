import { onExit } from 'signal-exit'

let isListening = false

/**
 * Does something when the process ends, by itself or by a signal other than SIGKILL.
 * @returns a function that takes it back
 */
export function atEnd(action: () => void): () => void {
  // One listener for the life of the process: signal-exit stops listening with its last action, and a signal that has come by
  // then, but was not handled yet, is lost.
  if (!isListening) onExit(() => {})
  isListening = true
  return onExit(action)
}
