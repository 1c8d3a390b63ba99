import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { execa, type Options } from 'execa'
import { EnvironmentError } from './usage-error.ts'

/**
 * Shell code: the system enforces for each process the size of a file (64 MiB), open files, processor time in seconds (a
 * worker plays all its sessions in it), and no core dumps.
 */
export const systemLimits = 'ulimit -f 131072; ulimit -n 512; ulimit -t 900; ulimit -c 0'

/** For helpers that a source or a project may lead astray. Also caps memory at 768 MiB. */
const helperLimits = `${systemLimits}; ulimit -d 786432`

/** Runs a helper in its own process group. A background reader kills the group when descriptor 3 closes, or we exit. */
const guard = '(read -r line <&3; kill -9 0) >&- 2>&- & exec "$@" 3<&-'

/**
 * Runs a helper without input, until it exits or the time is over; then its process group is killed. A process that has left
 * the group and holds the output is waited for until the time is over.
 */
export async function runToEnd(words: readonly string[], milliseconds: number, options: Options) {
  const forced = { stdio: ['ignore', 'pipe', 'pipe', 'pipe'], detached: true, reject: false } as const
  const child = start('/bin/sh', ['-c', `${helperLimits}; ${guard}`, 'sh', ...words], { ...options, ...forced })
  child.once('exit', () => child.stdio[3].destroy())
  const timer = setTimeout(() => {
    for (const pipe of child.stdio) pipe?.destroy()
  }, milliseconds)
  const { exitCode, isTerminated, stdout, stderr } = await child
  clearTimeout(timer)
  return { exitCode, isTerminated, stdout, stderr }
}

// With too many open files, execa throws before it listens to the child, whose error event would end our process.
const listen = (message: unknown) => void (message as { process: ChildProcess }).process.on('error', () => {})

/** Starts a program. @throws EnvironmentError if there are too many open files */
export function start<Given extends Options>(file: string, args: readonly string[], options: Given) {
  subscribe('child_process', listen)
  try {
    return execa(file, args, options)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new EnvironmentError(file, 'cannot be started (too many open files)')
  } finally {
    unsubscribe('child_process', listen)
  }
}
