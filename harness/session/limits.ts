/**
 * The limits that a verdict depends on, each with who waits for it and why it is as long as it is. Limits that only bound our
 * own work stand where they are used. Time is listened time, in milliseconds, in which the program could have written: a busy
 * machine, or one that stops us, costs a right program nothing.
 */

/** The limits of a program in a session. */
export interface Limits {
  /** The longest silence, in milliseconds of listening (`--timeout`). */
  readonly milliseconds: number
  /** The delay of the second answer, in milliseconds (default: none). */
  readonly pause?: number
  /** The most bytes that the program may write (default: `outputLimit`), or twice the expected output if that is more. */
  readonly bytes?: number
}

/** The longest silence, unless `--timeout` says otherwise: the user waits so long for each program that hangs. */
export const defaultTimeoutMs = 2000

/** The delay of an answer in the suite `silence`: the entry must wait for it. */
export const pause = 1500

export const verdictLimits = {
  // Silence and replies: counted by Conversation.next.

  /** The longest time for one reply in pieces, as a multiple of the longest silence: else a drip would never end. */
  replyFactor: 10,
  /** The longest wait for a program that gets no processor time, as a multiple of the longest silence. */
  starvedFactor: 10,
  /** How often we look at what the program does: so much silence more than the limit may pass unseen. */
  listeningTick: 50,
  /** How long the beginning of a possible echo is held back, until the rest comes; then it counts as output. */
  echoPatience: 100,
  /** Output that comes within this time after we closed the program's input was buffered; later, it is slow. */
  flushPatience: 200,
  /** The silence after which a program that reads single keys has shown the typed line: we wait for it at each line. */
  keyPatience: 60,
  /** The silence after which a program without known prompts is sent a line: a recording waits for it at each prompt. */
  silenceThatAsks: 150,
  /**
   * If a program sleeps at this many looks in a row, a millisecond apart, but is never seen to read, it waits for something other
   * than its input.
   */
  maxAsleep: 5,

  // The end of a session: counted by the other waits of Conversation.

  /** How long a program may take to exit after we closed its input. */
  exitGraceMs: 100,
  /** How long other processes may hold the pipes of a program that has exited; then they are killed. */
  pipeHolderGraceMs: 500,

  // Output: counted by run/play.ts and the worker.

  /** The most bytes that a program may write in a session: enough for any board game, and read in no time. */
  outputLimit: 128 * 1024,
  /**
   * The most bytes that a program may write after an early end of input, and a reference in one reply. An entry that
   * recurses until its stack overflows writes 957,088 (bun-interactive/ends.ts).
   */
  lastWordsLimit: 1280 * 1024,

  // Strangers' programs: counted by run/conversation.ts; the system enforces more (base/start.ts).

  /** The most memory of a stranger's program, with its children, in MiB. */
  memoryLimit: 768,
  /** The most processes at a time of a stranger's program. */
  processLimit: 64,
  /** How often we look at both, in milliseconds of the clock. A limit that is exceeded at two looks in a row counts. */
  watchInterval: 100,

  // Sessions that failed: counted by Check.

  /** How often a failed session is played again before it counts as one that failed only once. */
  maxReplays: 5,
  /** A program is flaky once this many of its sessions failed, and passed when played again. */
  maxFlakes: 3,
} as const

// Used in several rooms, and of no verdict.

/** The time between two runs of a reference, in milliseconds of the clock: long enough that a time it shows has changed. */
export const betweenRuns = 1100

/** The longest regular expression for varying places, or for prompts that are not plain text, in characters. */
export const patternLimit = 1000

/** How many lines of a compiler's message or of standard error a report keeps, and how many characters of any line. */
export const keptLines = 12
export const keptCharactersOfLine = 500
