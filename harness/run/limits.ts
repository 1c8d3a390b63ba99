import type { activityOf } from './procfs.ts'

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

/** How many MiB a stranger's program may have in memory, with all that it has started. */
const memoryLimit = 768
/** How many processes it may have at a time. */
const processLimit = 64

/**
 * The limits that the system itself sets, as shell code, for each process: the size of a file (64 MiB), open files, processor
 * time in seconds (all sessions of the in-process runner are one process), no core dumps.
 */
export const systemLimits = 'ulimit -f 131072; ulimit -n 512; ulimit -t 900; ulimit -c 0'

/** What comes of a session in which a stranger's program and all that it has started use this much; undefined if it may. */
export function exceededBy(activity: ReturnType<typeof activityOf>) {
  if (activity === undefined) return undefined
  if (activity.processes > processLimit)
    return { verdict: 'RTE', why: `ran more than ${processLimit} processes` } as const
  if (activity.bytes > memoryLimit * 1024 * 1024)
    return { verdict: 'MLE', why: `used more than ${memoryLimit} MiB of memory` } as const
  return undefined
}
