import { setImmediate } from 'node:timers/promises'
import type { Bytes } from '../session/bytes.ts'
import { type Exceeded, exceededBy, tick } from './limits.ts'
import type { Started } from './shell.ts'

/** A running program and the conversation with it, whoever leads it: the judge along a script, or a recorder. */
export interface Session {
  /**
   * Waits for what the program does next.
   * @param milliseconds how long it may be silent: that it neither writes nor reads what was sent to it
   * @returns what it has written since; `silent`; or `ended`, when it has ended and all that it wrote was returned
   */
  next(milliseconds: number): Promise<Event>
  /** What it has written since, without waiting. */
  take(): Bytes
  /** @param line without its newline, or `null` for the end of input */
  send(line: Bytes | null): void
  /** Waits until the program itself waits, so that everything it has to say has been said. */
  quiet(): Promise<void>
  /** Whether it waits for something, as far as that can be seen. */
  readonly waits: boolean
  /** Is fulfilled when it has ended and all that it wrote has come. */
  readonly ended: Promise<void>
  /** Whether it has closed its standard output. */
  readonly isClosed: boolean
  /** How it ended, as a shell's `$?` has it; undefined if it has not, or its shell was killed. */
  readonly status: number | undefined
  /** What it has written to standard error, as far as it is kept. */
  readonly stderr: Bytes
  /** The limit for which it was killed. */
  readonly exceeded: Exceeded | undefined
  /** Whether it has turned the echo of its terminal off, as it does to read a password. */
  isEchoOff(): Promise<boolean>
  /**
   * Must be called when the session is over. Kills the program if it still runs.
   * @param strays whether what it has started outside its process group is killed as well
   */
  close(strays?: boolean): void
}

export type Event = { readonly output: Bytes } | 'silent' | 'ended'

/** How much of standard error is kept, in bytes. */
const stderrLimit = 128 * 1024

/** A program that the machine gave no time to is waited for longer, but not for ever. */
const extensions = 10

/** When a program has ended: how many milliseconds others may hold its pipes open before they are killed. */
const linger = 500

export interface Listeners {
  readonly onOutput?: (bytes: Bytes) => void
  readonly onStderr?: (bytes: Bytes) => void
}

export interface SessionOptions extends Listeners {
  /** Whether it is a stranger's program, whose memory and processes are limited. */
  readonly isLimited: boolean
  /** Kills the program's group, and with `strays` what it has started outside it. */
  kill(strays: boolean): void
  /** Is called at the end of a session, when the program has ended. */
  release(): void
}

/** @param program one that was just started */
export function openSession(
  program: Started,
  { onOutput, onStderr, isLimited, kill, release }: SessionOptions,
): Session {
  const { stdin, stdout, stderr } = program
  let output: Bytes[] = []
  let complaints: Bytes = ''
  let status: number | undefined
  let isClosed = false
  let hasEnded = false
  let isOver = false
  let exceeded: Exceeded | undefined
  let wake: () => void = () => {}

  const watch = isLimited ? setInterval(checkLimits, tick).unref() : undefined
  function checkLimits() {
    exceeded = exceededBy(program.activity())
    if (exceeded === undefined) return
    clearInterval(watch)
    kill(false)
  }

  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {})
  stdout.setEncoding('latin1')
  stdout.on('data', (bytes: Bytes) => {
    output.push(bytes)
    onOutput?.(bytes)
    wake()
  })
  stderr.setEncoding('latin1')
  stderr.on('data', (bytes: Bytes) => {
    complaints = (complaints + bytes).slice(-stderrLimit)
    onStderr?.(bytes)
  })
  const closed = Promise.all([closing(stdout).then(() => (isClosed = true)), closing(stderr)])
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    end = () => {
      isOver = true
      wake()
      resolve()
    }
  })
  program.status.then(async (found) => {
    hasEnded = true
    clearInterval(watch)
    status = found
    // If its shell was killed, the program may still run.
    if (found === undefined || !(await within(linger, closed))) {
      kill(false)
      if (!(await within(linger, closed))) kill(true)
      await within(linger, closed)
    }
    end()
  })

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

  function take() {
    const bytes = output.join('')
    output = []
    return bytes
  }

  return {
    async next(milliseconds) {
      for (let times = 0; ; times++) {
        if (output.length > 0) return { output: take() }
        if (isOver) return 'ended'
        if (await wait(milliseconds)) continue
        // On a busy machine it may be we who are late: first read what is there.
        await setImmediate()
        if (output.length > 0 || hasEnded) continue
        const activity = program.activity()
        const isStarved = activity !== undefined && !activity.waits && activity.milliseconds < milliseconds
        if (!isStarved || times >= extensions) return 'silent'
      }
    },
    take,
    send(line) {
      if (line === null) stdin.end()
      else stdin.write(`${line}\n`, 'latin1')
    },
    async quiet() {
      for (let turns = 0; turns < 1000 && program.activity()?.waits === false; turns++) await setImmediate()
      // One more turn of the event loop reads what was written in the meantime.
      await setImmediate()
    },
    get waits() {
      return program.activity()?.waits !== false
    },
    ended,
    get isClosed() {
      return isClosed
    },
    get status() {
      return status
    },
    get stderr() {
      return complaints
    },
    get exceeded() {
      return exceeded
    },
    isEchoOff: program.isEchoOff,
    close(strays = false) {
      clearInterval(watch)
      for (const stream of [stdin, stdout, stderr]) stream.destroy()
      if (strays || !hasEnded) kill(strays)
      else release()
    },
  }
}

const closing = (stream: NodeJS.ReadableStream) => new Promise<void>((resolve) => stream.once('close', resolve))

/** @returns whether it is fulfilled in time */
async function within(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false)
  })
  return Promise.race([promise.then(() => true), late]).finally(() => clearTimeout(timer))
}
