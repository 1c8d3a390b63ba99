import type { Activity } from './procfs.ts'

/** What a program may take in a session. */
export interface Limits {
  /** How long it may be silent, in milliseconds; a reply that comes in pieces may take ten times as long. */
  readonly milliseconds: number
  /** How long the second answer is held back, to see that the program waits for it, in milliseconds; absent: not at all. */
  readonly pause?: number
  /** How much it may write, in bytes; or twice the expected output, if that is more. `outputLimit`, if absent. */
  readonly bytes?: number
}

/** In bytes. */
export const outputLimit = 128 * 1024

/** How much a stranger's program may have in memory, with all that it has started, in bytes. */
export const memoryLimit = 768 * 1024 * 1024
/** How many processes it may have at a time. */
export const processLimit = 64

/**
 * The limits that the system itself sets, as shell code, for each process: the size of a file (64 MiB), open files, processor
 * time in seconds (all sessions of the in-process runner are one process), no core dumps.
 */
export const systemLimits = 'ulimit -f 131072; ulimit -n 512; ulimit -t 900; ulimit -c 0'

/** How often memory and processes are looked at, in milliseconds. */
export const tick = 100

/** A limit of a stranger's program. */
export type Exceeded = 'memory' | 'processes'

/** The limit that is exceeded by what a program and all that it has started use. */
export function exceededBy(activity: Activity | undefined): Exceeded | undefined {
  if (activity === undefined) return undefined
  if (activity.processes > processLimit) return 'processes'
  return activity.bytes > memoryLimit ? 'memory' : undefined
}
