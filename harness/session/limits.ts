/**
 * Every limit that can change a verdict, with who waits for it and why. Limits that only bound our own work stand where they
 * are used. Time is listened time, in milliseconds, in which the program could have written: a busy machine, or one that stops
 * us, costs a right program nothing.
 */

/** What a program may do in a session. */
export interface Limits {
  /** Longest silence (`--timeout`). */
  readonly milliseconds: number
  /** Delay of the second answer, in milliseconds (default: none). */
  readonly pause?: number
  /** Most bytes that the program may write (default: `outputLimit`), or twice the expected output if that is more. */
  readonly bytes?: number
}

export const verdictLimits = {
  // Silence and replies: counted by Conversation.next.

  /** Longest silence, unless `--timeout` says otherwise: the user waits so long for each program that hangs. */
  defaultTimeoutMs: 2000,
  /** Delay of an answer in the suite `silence`: the entry must wait for it. */
  pause: 1500,
  /** Longest time for one reply in pieces, as a multiple of the longest silence: else a drip would never end. */
  replyFactor: 10,
  /** Longest wait for a program that gets no processor time, as a multiple of the longest silence. */
  starvedFactor: 10,
  /** How often we look at what the program does: so much silence more than the limit may pass unseen. */
  listeningTick: 50,
  /** How long the beginning of a possible echo is held back, until the rest comes; then it counts as output. */
  echoPatience: 100,
  /** Output that comes within this time after we closed the program's input was buffered; later, it is slow. */
  flushPatience: 200,
  /** Silence after which a program that reads single keys has shown the typed line: we wait for it at each line. */
  keyPatience: 60,
  /** Silence after which a program without known prompts is sent a line: a recording waits for it at each prompt. */
  silenceThatAsks: 150,
  /** A program asleep at so many looks in a row, 1 ms apart, but never seen to read, waits for something else than input. */
  maxAsleep: 5,

  // Ends of sessions: counted by the other waits of Conversation.

  /** How long a program may take to exit after we closed its input. */
  exitGraceMs: 100,
  /** How long other processes may hold the pipes of a program that has exited; then they are killed. */
  pipeHolderGraceMs: 500,

  // Bytes that a program may write: counted by run/play.ts and the worker.

  /** In a session: enough for any board game, and read in no time. So much of standard error is kept, too. */
  outputLimit: 128 * 1024,
  /**
   * After an early end of input; for a reference, in one reply. An entry that recurses until its stack overflows writes
   * 957,088 (bun-interactive/ends.ts).
   */
  lastWordsLimit: 1280 * 1024,

  // Strangers' programs: counted by run/conversation.ts; the system enforces more (base/start.ts).

  /** In MiB, with the program's children. */
  memoryLimit: 768,
  /** At a time. */
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

/** Milliseconds of the clock between two runs of a reference: long enough that a time it shows has changed. */
export const betweenRuns = 1100

/** Most characters of a regular expression for varying places, or for prompts that are not plain text. */
export const patternLimit = 1000

/** What a report keeps of a compiler's message or of standard error, and how many characters of any line. */
export const reportLimits = { lines: 12, charactersOfLine: 500 }
