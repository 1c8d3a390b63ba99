/**
 * All limits of time and size. Silence and replies are counted in time in which we listened, and the program could have
 * written: a machine that is busy with others, or that stops us, costs a right program nothing.
 */

/** What a program may take in a session. */
export interface Limits {
  /** How long it may be silent, in milliseconds (`--timeout`). */
  readonly milliseconds: number
  /** How long the second answer is held back, to see that the program waits for it, in milliseconds; absent: not at all. */
  readonly pause?: number
  /** How much it may write, in bytes, or twice the expected output, if that is more; absent: `outputLimit`. */
  readonly bytes?: number
}

/** How long a program may be silent unless a user says otherwise, in milliseconds. */
export const usualSilence = 2000

/** How many times the silence a single reply may take that comes in pieces. */
export const replyFactor = 10

/** How many times the silence we listen at the most to a program that the machine gives no processor to. */
export const starvedFactor = 10

/** How long an interactive entry waits for an answer in the suite `silence`: it must neither go on nor give up. */
export const pause = 1500

/** How long we listen before we look again what the program does, in milliseconds. */
export const listeningTick = 50

/** How long we listen, after a program has ended, to others that hold its pipes before they are killed, in milliseconds. */
export const linger = 500

/** How long a program must have waited before output that may begin its echo counts as output, in milliseconds. */
export const echoPatience = 100

/** How much a program may write in a session, in bytes. */
export const outputLimit = 128 * 1024

/** How much of standard error is kept, in bytes. */
export const stderrLimit = 128 * 1024

/** How much a program may write between two answers while it is recorded, in bytes. */
export const recordingLimit = 16 * 1024 * 1024

/** How long a program without known prompts must have waited until it is sent a line, in milliseconds. */
export const silenceThatAsks = 150

/** How many MiB a stranger's program may have in memory, with all that it has started. */
export const memoryLimit = 768

/** How many processes it may have at a time. */
export const processLimit = 64

/** How often its memory and processes are looked at, in milliseconds. */
export const watchInterval = 100

/**
 * The limits that the system itself sets, as shell code, for each process: the size of a file (64 MiB), open files, processor
 * time in seconds (all sessions of a worker are one process), no core dumps.
 */
export const systemLimits = 'ulimit -f 131072; ulimit -n 512; ulimit -t 900; ulimit -c 0'

/** How much a program may write to each of the two folders that it has in a sandbox, in bytes; they are in memory. */
export const folderLimit = 64 * 1024 * 1024

/** How long a shell of ours may take to answer, in milliseconds of listening; only a machine in trouble takes so long. */
export const shellPatience = 10_000

/** How long a runtime may take to start a worker, in milliseconds of listening. */
export const workerPatience = 10_000

/** How long a compiler may take, in milliseconds. */
export const compilerPatience = 60_000

/** How long the try of a sandbox may take, in milliseconds. */
export const sandboxPatience = 60_000

/** How often a session that failed may pass when it is played again, until the entry is called flaky. */
export const mostDoubts = 3

/** How long `fuzz` looks for a shorter session that fails, in milliseconds. */
export const shorteningLimit = 20_000

/** How many sessions are played at the most to find a shorter one that fails. */
export const mostTried = 300
