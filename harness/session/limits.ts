/**
 * The limits of time and size that a verdict depends on, and others for which somebody may wait. A number that decides about
 * nothing but speed, the length of a text or the choice of sessions stands where it is used; that of the size of a file that we
 * read, in base/files.ts. Silence and replies are counted in time in which we listened, and the program could have written: a
 * machine that is busy with others, or that stops us, costs a right program nothing. Where another clock counts, the limit says
 * so.
 */

/** The limits of a program in a session. */
export interface Limits {
  /** The longest silence, in milliseconds (`--timeout`). */
  readonly milliseconds: number
  /** The delay of the second answer, for which the program must wait, in milliseconds; absent: none. */
  readonly pause?: number
  /**
   * The most that it may write, in bytes, or twice the expected output, if that is more; absent: `outputLimit`.
   */
  readonly bytes?: number
}

// Silence and replies: counted by Conversation.next, in time in which we listened.

/** The longest silence of a program unless a user says otherwise, in milliseconds. */
export const usualSilence = 2000

/** The time for a single reply that comes in pieces, as a multiple of the longest silence. */
export const replyFactor = 10

/** The time for a program that the machine gives no processor to, as a multiple of the longest silence. */
export const starvedFactor = 10

/** The delay of an answer in the suite `silence`, in milliseconds: the entry must neither go on nor give up. */
export const pause = 1500

/** The time between two looks at what the program does, in milliseconds. */
export const listeningTick = 50

/** The wait after which output that may begin a program's echo counts as output, in milliseconds. */
export const echoPatience = 100

/** The time for a program to write what it has kept in a buffer when its input ends: a slow one takes longer. In milliseconds. */
export const flushPatience = 200

/** The silence after which a program that reads single keys has shown the line that was typed, in milliseconds. */
export const keyPatience = 20

// The end of a session: counted by the other waits of Conversation, in time in which we listened.

/** The time in which a wrong program may go on with its reply, for a report that shows it, in milliseconds without output. */
export const restPatience = 100

/**
 * The number of looks at a program that sleeps, a millisecond apart, after which it is clear that it waits for something else
 * than its input.
 */
export const mostAsleep = 5

/** The time for a program to end by itself when nothing more is asked of it, in milliseconds. */
export const patienceAtEnd = 100

/** The time for those who hold the pipes of a program that has ended; then they are killed. In milliseconds. */
export const linger = 500

// Sizes of what is written: counted by those who read it, run/play.ts, run/worker/ and transcripts/record.ts.

/** The most that a program may write in a session, in bytes; twice the expected output, if that is more. */
export const outputLimit = 128 * 1024

/**
 * The most that a program may write when its input ends in the middle of a game, and a reference in one reply, in bytes: one
 * that recurses until its stack is full writes 957,088 before it ends (bun-interactive/ends.ts).
 */
export const lastWordsLimit = 1280 * 1024

/** The most that a program may write between two answers while it is recorded, in bytes. */
export const recordingLimit = 16 * 1024 * 1024

/** The longest line of output that may end with a prompt while a program is recorded, in bytes. */
export const promptLineLimit = 1024 * 1024

/** The part of standard error that is kept, in bytes. */
export const stderrLimit = 128 * 1024

/** The longest line that a game reads from a person, in bytes. */
export const lineLimit = 64 * 1024 * 1024

/** The largest entry, in bytes: minifiers of much larger ones fill the memory, and compilers the stack. */
export const entryLimit = 64 * 1024

/** The most that may stand before the session in a transcript, in bytes: no system has a longer command. */
export const headLimit = 100_000

/** The longest reply in which something varies or white space does not count, in bytes. */
export const looseLimit = 1024 * 1024

/** The longest regular expression, for what varies or for prompts that are more than plain text, in characters. */
export const patternLimit = 1000

/**
 * The most characters of a line in which such an expression is looked for, times the number of its instructions: a step takes
 * 150 ns at the most.
 */
export const patternSteps = 10_000_000

/**
 * The time to find the prompts in a session, and what varies in a reply, in milliseconds of our own processor time: 64 MiB of
 * usual lines take less.
 */
export const patternPatience = 1000

/** The most states of automata for what varies in a reply, in all its places. */
export const mostVaryingStates = 1_000_000

/** The number of lines of a compiler's message or of standard error that a report keeps, and of characters of any line. */
export const keptLines = 10
export const keptCharactersOfLine = 500

// Memory, processes and files of strangers' programs: counted by LimitWatch, and by the system.

/** The memory of a stranger's program, with all that it has started, in MiB. */
export const memoryLimit = 768

/** The number of processes that it may have at a time. */
export const processLimit = 64

/** The time between two looks at its memory and processes, in milliseconds: what both find exceeded counts. */
export const watchInterval = 100

/**
 * The limits that the system itself sets, as shell code, for each process: the size of a file (64 MiB), open files, processor
 * time in seconds (all sessions of a worker are one process), no core dumps.
 */
export const systemLimits = 'ulimit -f 131072; ulimit -n 512; ulimit -t 900; ulimit -c 0'

/** The size of each of the two folders that a program has in a sandbox, in bytes; they are in memory. */
export const folderLimit = 64 * 1024 * 1024

// Programs that are recorded, or are the reference: counted by transcripts/record.ts and judge/trust.ts.

/** The wait after which a program without known prompts is sent a line, in milliseconds. */
export const silenceThatAsks = 150

/** The number of prompts of such a program that are remembered: at one of them, it need not be silent for long. */
export const mostPrompts = 1000

/** The wait for a line that is already there when the program that is recorded has ended, in milliseconds of the clock. */
export const lastLinePatience = 10

/** The wait after output before we look whether a program has turned off its terminal's echo, in milliseconds of the clock. */
export const echoCheckDelay = 20

/** The time between two looks at a reference, in milliseconds of the clock: one that it shows must have moved on. */
export const betweenLooks = 1100

// Our own processes, and those that help us: none of them is a verdict on an entry.

/** The time for a shell of ours to answer, in milliseconds of listening; only a machine in trouble takes so long. */
export const shellPatience = 10_000

/** The longest time in which the clock of a file system stands still, in milliseconds: a tick of a kernel that has 100 a second. */
export const fileSystemTick = 10

/** The time for a runtime to start a worker, in milliseconds of listening. */
export const workerPatience = 10_000

/**
 * The time between two looks at a session in a worker that goes on although it is over, in milliseconds of the worker's clock,
 * and the number of looks after which only a real process can play it. A look comes late where the machine is busy, never
 * early.
 */
export const overdueTick = 25
export const mostOverdueTicks = 20

/** The time for a runtime to say where it is, or its version, in milliseconds of the clock. */
export const runtimePatience = 10_000

/** The time for a compiler, in milliseconds of the clock. */
export const compilerPatience = 60_000

/** The time for the try of a sandbox, in milliseconds of the clock. */
export const sandboxPatience = 60_000

/** The time between two looks at the files that are watched, in milliseconds of the clock. */
export const fileTick = 200

/** The time for temporary folders to be removed after a signal, in milliseconds of the clock; then the process ends. */
export const stopPatience = 500

// Numbers of sessions and positions, and the time for more of them: counted by judge/, golf/ and games/.

/** The number of sessions that failed once and passed when played again, at which an entry is called flaky. */
export const mostDoubts = 3

/** The greatest number of sessions that are played to find a shorter one that fails. */
export const mostTried = 300

/** The time in which `fuzz` looks for a shorter session that fails, in milliseconds. */
export const shorteningLimit = 20_000

/** The longest silence of a program in golf's trials, in milliseconds: a slow one that is right costs golf a byte, no more. */
export const trialSilence = 300
/** … where no program is started for a session. */
export const trialSilenceInWorker = 100

/** The greatest number of sessions that a worker is given in one call: few enough to stop soon when one fails. */
export const mostInCall = 2048

/** The greatest number of lines that are added to a session to reach the end of the game. */
export const mostAdded = 200

/** The greatest number of positions among which the nearest end of a game is looked for; it takes a second at the most. */
export const mostSearched = 2000

/** The number of forms of one text that are remembered: a program may vary without end. */
export const mostForms = 50

/**
 * The greatest number of positions of a game that are explored: without memory, and where positions differ by the last moves;
 * and of complete games that are listed. A game with more is judged by random sessions.
 */
export const mostPositions = 100_000
export const mostRememberedPositions = 500_000
export const mostGames = 1_000_000
