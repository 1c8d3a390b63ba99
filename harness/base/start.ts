import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { execa, type Options } from 'execa'
import { EnvironmentError } from './usage-error.ts'

let isListening = false

/**
 * Starts a program with execa. With too many open files, execa throws before it listens to the child, whose error event
 * would end our process: so we listen to every child.
 * @throws EnvironmentError if there are too many open files
 */
export function start<Given extends Options>(file: string, args: readonly string[], options: Given) {
  if (!isListening)
    subscribe('child_process', (message) => void (message as { process: ChildProcess }).process.on('error', () => {}))
  isListening = true
  try {
    return execa(file, args, options)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new EnvironmentError(file, 'cannot be started (too many open files)')
  }
}
