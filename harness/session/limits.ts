/**
 * Limits that a verdict depends on, that may keep somebody waiting, or that bound what is kept, read and searched. Other
 * numbers, as for the layout of a text, are where they are used; the largest file is in base/files.ts. Silence
 * and replies are measured in listened time, when the program could have written: a busy machine, or one that stops us,
 * costs a right program nothing. A limit by another clock says so.
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

// Silence and replies: counted by Conversation.next, in listened time.

/** The default for the longest silence, in milliseconds. */
export const defaultTimeoutMs = 2000

/** The longest time for one reply in pieces, as a multiple of the longest silence. */
export const replyFactor = 10

/** The longest wait for a program that gets no processor time, as a multiple of the longest silence. */
export const starvedFactor = 10

/** The delay of an answer in the suite `silence`, in milliseconds. The entry must wait for it. */
export const pause = 1500

/** How often we look at what the program does, in milliseconds. */
export const listeningTick = 50

/** How long the beginning of a possible echo is held back, in milliseconds; then it counts as output. */
export const echoPatience = 100

/** Output that comes within this time after we closed the program's input was buffered, in milliseconds; later, it is slow. */
export const flushPatience = 200

/** The silence after which a program that reads single keys has shown the typed line, in milliseconds. */
export const keyPatience = 20

// The end of a session: counted by the other waits of Conversation, in listened time.

/** How long we wait in all for the rest of a wrong reply, so that a report shows all of it, in milliseconds. */
export const restPatience = 100

/**
 * If a program sleeps at this many looks in a row, a millisecond apart, but is never seen to read, it waits for something other
 * than its input.
 */
export const maxAsleep = 5

/** How long a program may take to exit after we closed its input, in milliseconds. */
export const exitGraceMs = 100

/** How long other processes may hold the pipes of a program that has exited, in milliseconds; then they are killed. */
export const pipeHolderGraceMs = 500

// Sizes of output: counted where it is read, in run/play.ts, run/worker/ and transcripts/record.ts.

/** The most bytes that a program may write in a session, or twice the expected output if that is more. */
export const outputLimit = 128 * 1024

/**
 * The most bytes that a program may write after an early end of input, and a reference in one reply. An entry that
 * recurses until its stack overflows writes 957,088 (bun-interactive/ends.ts).
 */
export const lastWordsLimit = 1280 * 1024

/** The most bytes that a program may write between two answers while it is recorded. */
export const recordingLimit = 16 * 1024 * 1024

/** The longest line that may end with a prompt while a program is recorded, in bytes. */
export const promptLineLimit = 1024 * 1024

/** How much of standard error is kept, in bytes. */
export const stderrLimit = 128 * 1024

// Sizes of files, lines and expressions, and what searching them may take: checked where they are read or searched.

/** The longest line that a game reads from a person, in bytes. */
export const lineLimit = 64 * 1024 * 1024

/** The largest entry, in bytes: on much larger ones, minifiers run out of memory, and compilers overflow their stacks. */
export const entryLimit = 64 * 1024

/** The most bytes before the session in a transcript: no system allows a longer command. */
export const headLimit = 100_000

/** The longest reply with varying places or loose white space, in bytes. */
export const looseLimit = 1024 * 1024

/** The longest regular expression for varying places, or for prompts that are not plain text, in characters. */
export const patternLimit = 1000

/**
 * The most characters of a line that are searched for such an expression, times its number of instructions. A step
 * takes at most 150 ns.
 */
export const patternSteps = 10_000_000

/**
 * The time for finding the prompts of a session, or the varying places of a reply, in milliseconds of our own processor
 * time: enough for 64 MiB of usual lines.
 */
export const patternPatience = 1000

/** The most states of the automata of all varying places of a reply. */
export const maxVaryingStates = 1_000_000

/** The most steps of matching an output with varying places, and those for each of its bytes: a second or two at the most. */
export const maxMatchSteps = 1_000_000
export const maxStepsOfByte = 20

/** How many lines of a compiler's message or of standard error a report keeps, and how many characters of any line. */
export const keptLines = 10
export const keptCharactersOfLine = 500

// Memory, processes and files of strangers' programs: counted by run/limit-watch.ts and the system.

/** The most memory of a stranger's program, with its children, in MiB. */
export const memoryLimit = 768

/** The most processes at a time of a stranger's program. */
export const processLimit = 64

/** How often we look at both, in milliseconds. A limit that is exceeded at two looks in a row counts. */
export const watchInterval = 100

/**
 * The limits that the system enforces for each process, as shell code: the size of a file (64 MiB), open files,
 * processor time in seconds (a worker plays all its sessions in it), no core dumps.
 */
export const systemLimits = 'ulimit -f 131072; ulimit -n 512; ulimit -t 900; ulimit -c 0'

/** The same for compilers and other helpers that a source or a project may lead astray, and their memory. */
export const helperLimits = `${systemLimits}; ulimit -d ${memoryLimit * 1024}`

/** The size of each of the two folders in a sandbox, in bytes; they are in memory. */
export const folderLimit = 64 * 1024 * 1024

// Recorded programs and references: counted by transcripts/record.ts and judge/reference/check.ts.

/** The silence after which a program without known prompts is sent a line, in milliseconds. */
export const silenceThatAsks = 150

/** The same while it is recorded, where its last line has ended: it may not have asked yet. */
export const silenceAtLineEnd = 500

/** How often a recording is replayed once the second has changed: a greeting that is chosen may be the same by luck. */
export const laterReplays = 3

/** How many prompts of such a program are remembered; at a known one, the next line is sent sooner. */
export const maxPrompts = 1000

/** How long we look for one more typed line after a recorded program has exited, in milliseconds of the clock. */
export const lastLinePatience = 10

/** How long after its output we check whether a program has turned off the echo, in milliseconds of the clock. */
export const echoCheckDelay = 20

/** The time between two runs of a reference, in milliseconds of the clock: long enough that a time it shows has changed. */
export const betweenRuns = 1100

// Our own processes and helpers: no verdict follows from these.

/** How long one of our shells may take to answer, in milliseconds of listening; only a machine in trouble takes that long. */
export const shellPatience = 10_000

/** The longest tick of a file system's clock, in milliseconds: a kernel with 100 ticks a second. */
export const fileSystemTick = 10

/** How long a worker may take to start, in milliseconds of listening. */
export const workerPatience = 10_000

/**
 * How often a worker looks at a session that goes on after its end, in milliseconds of the worker's clock, and the
 * number of looks after which only a real process can play it. A busy machine makes a look late, never early.
 */
export const overdueTick = 25
export const maxOverdueTicks = 20

/** How long a runtime may take to print its path or version, in milliseconds of the clock. */
export const runtimePatience = 10_000

/** How long a compiler may take, in milliseconds of the clock. */
export const compilerPatience = 60_000

/** How long trying out the sandbox may take, in milliseconds of the clock. */
export const sandboxPatience = 60_000

/** How often we look at watched files, in milliseconds of the clock. */
export const fileTick = 200

/** How long removing temporary folders may take after a signal, in milliseconds of the clock. */
export const stopPatience = 500

// Sessions and positions, and the time for them: counted by judge/, golf/ and games/.

/** How often a failed session is played again before it counts as one that failed only once. */
export const maxReplays = 5

/** A program is flaky once this many of its sessions failed, and passed when played again. */
export const maxFlakes = 3

/** The most sessions that are played to find a shorter one that fails. */
export const maxShrinkAttempts = 300

/** How long `fuzz` looks for a shorter failing session, in milliseconds. */
export const shorteningLimit = 20_000

/** The longest silence of a program that golf tries, in milliseconds: if a right one is slower, golf misses a byte, no more. */
export const trialSilence = 300
/** … in a worker, where no program has to start, and a report comes every 20 ms: more than a tick. */
export const trialSilenceInWorker = 75

/** The most sessions in one call of a worker, or one batch: few enough to stop soon after a failure. */
export const maxBatch = 2048

/** The most lines that are added to a session to reach the end of the game. */
export const maxAdded = 200

/** The most positions that are searched for the nearest end of a game; that takes at most a second. */
export const maxSearched = 2000

/** How many forms of one text are remembered: a program may write ever new ones. */
export const maxForms = 50

/** The most characters of the keys of positions that are explored or searched. */
export const maxKeyCharacters = 50_000_000

/** The most positions that are explored. A larger game is judged by random sessions. */
export const maxPositions = 100_000
/** The most games that are listed. */
export const maxGames = 1_000_000
