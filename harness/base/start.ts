import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import type { Writable } from 'node:stream'
import { execa, type Options } from 'execa'
import { EnvironmentError } from './usage-error.ts'

/**
 * Shell code: the system enforces for each process the size of a file (64 MiB), open files, processor time in seconds (a
 * worker plays all its sessions in it), and no core dumps.
 */
export const systemLimits = 'ulimit -f 131072; ulimit -n 512; ulimit -t 900; ulimit -c 0'

/** For helpers that a source or a project may lead astray; their memory, too: 768 MiB. */
const helperLimits = `${systemLimits}; ulimit -d 786432`

let isListening = false

/** A helper in a group of its own: the process in the background kills that once we close descriptor 3, or end. */
const guard = '(read -r line <&3; kill -9 0) >&- 2>&- & exec "$@" 3<&-'

/** Runs a helper without input, until it exits or the time is over; then whatever it has started is killed, too. */
export async function runToEnd(words: readonly string[], milliseconds: number, options: Options) {
  const all = { stdio: ['ignore', 'pipe', 'pipe', 'pipe'], detached: true, reject: false } as const
  const child = start('/bin/sh', ['-c', `${helperLimits}; ${guard}`, 'sh', ...words], { ...options, ...all })
  const end = () => (child.stdio[3] as unknown as Writable | null)?.destroy()
  child.once('exit', end)
  const timer = setTimeout(end, milliseconds)
  const { exitCode, isTerminated, stdout, stderr } = await child
  clearTimeout(timer)
  return { exitCode, isTerminated, stdout, stderr }
}

/**
 * Starts a program. With too many open files, execa throws before it listens to the child, whose error event would end our
 * process: so we listen to every child.
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
