import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Bytes } from '../session/bytes.ts'
import type { Outcome } from '../session/script.ts'
import { exceededBy } from './limits.ts'
import type { Program } from './shell.ts'

/** @see openSession */
export type Session = Readonly<ReturnType<typeof openSession>>

/** `ended`: the program has ended, and all that it wrote was returned before. */
type Event = { readonly output: Bytes } | 'silent' | 'ended'

/** How much of standard error is kept, in bytes. */
const stderrLimit = 128 * 1024

/** A program that the machine gave no time to is waited for longer, but not for ever. */
const extensions = 10

/** When a program has ended: how many milliseconds others may hold its pipes open before they are killed. */
const linger = 500

/** How often memory and processes are looked at, in milliseconds. */
const tick = 100

interface SessionOptions {
  /** Whether it is a stranger's program, whose memory and processes are limited. */
  readonly isLimited: boolean
  /** Kills the program and what it has started. */
  kill(): void
  /** Is called at the end of a session, when the program has ended. */
  release(): void
}

/** The conversation with a program that was just started, whoever leads it: the judge along a script, or a recorder. */
export function openSession(program: Program, { isLimited, kill, release }: SessionOptions) {
  const { stdin, stdout, stderr, activity } = program
  let output: Bytes = ''
  let hasEnded = false
  let isOver = false
  let wake: () => void = () => {}

  const watch = isLimited ? setInterval(checkLimits, tick).unref() : undefined
  function checkLimits() {
    session.exceeded = exceededBy(activity())
    if (session.exceeded === undefined) return
    clearInterval(watch)
    kill()
  }

  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {})
  stdout.setEncoding('latin1')
  stdout.on('data', (bytes: Bytes) => {
    output += bytes
    wake()
  })
  stderr.setEncoding('latin1')
  stderr.on('data', (bytes: Bytes) => {
    session.stderr = (session.stderr + bytes).slice(-stderrLimit)
  })
  const closed = Promise.all([closing(stdout).then(() => (session.isClosed = true)), closing(stderr)])

  async function end(status: number | undefined) {
    session.status = status
    hasEnded = true
    clearInterval(watch)
    // If its shell was killed, the program may still run.
    if (status === undefined || !(await within(linger, closed))) {
      kill()
      await within(linger, closed)
    }
    isOver = true
    wake()
  }

  /** @returns whether something came in time */
  function wait(milliseconds: number) {
    return new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, milliseconds, false)
      wake = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })
  }

  const session = {
    program,
    /** How it ended, as a shell's `$?` has it; undefined if it has not, or its shell was killed. */
    status: undefined as number | undefined,
    /** Whether it has closed its standard output. */
    isClosed: false as boolean,
    /** What it has written to standard error, as far as it is kept. */
    stderr: '' as Bytes,
    /** What comes of a session in which it was killed because of a limit. */
    exceeded: undefined as Pick<Outcome, 'verdict' | 'why'> | undefined,
    /** Is fulfilled when it has ended and all that it wrote has come. */
    ended: program.status.then(end),

    /**
     * Waits for what the program does next.
     * @param milliseconds how long it may be silent: that it neither writes nor reads what was sent to it
     */
    async next(milliseconds: number): Promise<Event> {
      for (let times = 0; ; times++) {
        if (output !== '') {
          const found = { output }
          output = ''
          return found
        }
        if (isOver) return 'ended'
        if (await wait(milliseconds)) continue
        // On a busy machine it may be we who are late: first read what is there.
        await setImmediate()
        if (output !== '' || hasEnded) continue
        const used = activity()
        const isStarved = used !== undefined && !used.waits && used.milliseconds < milliseconds
        if (!isStarved || times >= extensions) return 'silent'
      }
    },
    /** @param line without its newline, or `null` for the end of input */
    send(line: Bytes | null) {
      if (line === null) stdin.end()
      else stdin.write(`${line}\n`, 'latin1')
    },
    /** Whether it waits for something, as far as that can be seen. */
    waits: () => activity()?.waits !== false,
    /** Waits until the program itself waits, so that everything it has to say has been said. */
    async quiet() {
      for (let turns = 0; turns < 1000 && !session.waits(); turns++) await setImmediate()
      // One more turn of the event loop reads what was written in the meantime.
      await setImmediate()
    },
    /**
     * Must be called when the session is over. Kills the program if it still runs.
     * @param isReusable whether the program can be trusted to have left nothing behind that disturbs the next one
     */
    close(isReusable = false) {
      clearInterval(watch)
      for (const stream of [stdin, stdout, stderr]) stream.destroy()
      if (isReusable && hasEnded) release()
      else kill()
    },
  }
  return session
}

const closing = (stream: NodeJS.ReadableStream) => new Promise<void>((resolve) => stream.once('close', resolve))

/** @returns whether it is fulfilled in time */
const within = (milliseconds: number, promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), sleep(milliseconds, false, { ref: false })])
