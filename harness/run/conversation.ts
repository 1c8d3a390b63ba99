import type { Readable, Writable } from 'node:stream'
import type { Bytes } from '../session/bytes.ts'
import {
  echoPatience,
  keyPatience,
  linger,
  listeningTick,
  mostAsleep,
  outputLimit,
  patienceAtEnd,
  restPatience,
  silenceThatAsks,
  starvedFactor,
  stderrLimit,
  usualSilence,
} from '../session/limits.ts'
import type { End } from '../session/session.ts'
import { LimitWatch } from './limit-watch.ts'
import { type Clock, listenFor, systemClock } from './listen.ts'
import type { Activity } from './procfs.ts'

/** A program that was started. */
export interface Child {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Its status, as a shell's `$?` has it; undefined if its shell was killed. */
  readonly status: Promise<number | undefined>
  /** Its activity and what it has used; undefined where that is not known. */
  activity(): Activity | undefined
  /** True if it is seen to wait for its input; absent or false where that cannot be told. */
  readsInput?(): boolean
  /** The path of its terminal, if it has one. */
  readonly tty?: string | undefined
  /** Passes on output that was held back because it may be the beginning of an echo. */
  letGo?(): void
  /** The keyboard of its terminal, if it has one. */
  readonly keyboard?: Keyboard
}

/** Types single keys. */
export interface Keyboard {
  /** True if the program reads single keys: then it echoes and edits the line itself. */
  isRaw(): Promise<boolean>
  type(keys: Bytes): void
  enter(): void
}

/** The news of a program: it wrote; it neither wrote nor read for so long; it ended, after all its output. */
type Event = { readonly output: Bytes } | 'silent' | 'ended'

interface ConversationOptions {
  /** A stranger's program, whose memory and processes are limited. */
  readonly isLimited: boolean
  /** Kills the program and what it has started. */
  kill(): void
  /** Is called at the end of a conversation, when the program has ended. */
  release(): void
  readonly clock?: Clock
}

/** The conversation with a program that was just started, whoever leads it: the judge along a script, or a recorder. */
export class Conversation {
  readonly child: Child
  /** Its status, as a shell's `$?` has it; undefined if it has not ended, or its shell was killed. */
  status: number | undefined
  /** It has closed its standard output. */
  isClosed = false
  /** Its standard error, as far as it is kept. */
  stderr: Bytes = ''
  /** It was seen to go on at a key, before Enter. */
  takesKeys = false
  /** The time for which it has been heard, in milliseconds: that in which it wrote, and its silence. */
  heard = 0
  /** Is fulfilled when it has ended and all that it wrote has come. */
  readonly ended: Promise<void>
  readonly #options: ConversationOptions
  readonly #clock: Clock
  #output: Bytes = ''
  #hasEnded = false
  #isOver = false
  /** The processor time that it had used when we last looked. */
  #used = 0
  #news = deferred()
  readonly #watch: LimitWatch | undefined

  constructor(child: Child, options: ConversationOptions) {
    this.child = child
    this.#options = options
    this.#clock = options.clock ?? systemClock
    const { stdin, stdout, stderr } = child
    for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {})
    stdout.setEncoding('latin1').on('data', (bytes: Bytes) => {
      this.#output += bytes
      this.#tell()
    })
    stderr.setEncoding('latin1').on('data', (bytes: Bytes) => {
      this.stderr = (this.stderr + bytes).slice(-stderrLimit)
    })
    if (options.isLimited) this.#watch = new LimitWatch(() => child.activity(), options.kill)
    const closed = Promise.all([closing(stdout).then(() => (this.isClosed = true)), closing(stderr)])
    this.ended = child.status.then((status) => this.#end(status, closed))
  }

  /** The limit because of which it was killed. */
  get exceeded(): End | undefined {
    return this.#watch?.exceeded
  }

  /**
   * Waits for what the program does next. Silence is time in which we listened and it slept, or worked without a word; not
   * time in which the machine gave it no processor.
   * @param milliseconds how long it may be silent
   */
  async next(milliseconds: number): Promise<Event> {
    let silent = 0
    /** The time in which it has done nothing but wait, in milliseconds. */
    let waited = 0
    for (let passed = 0; ; ) {
      if (this.#output !== '') {
        const output = this.#output
        this.#output = ''
        return { output }
      }
      if (this.#isOver) return 'ended'
      if (silent >= milliseconds || passed >= starvedFactor * milliseconds) return 'silent'
      const tick = Math.min(listeningTick, milliseconds - silent)
      const began = this.#clock.now()
      const isWoken = await this.#clock.wait(this.#news.promise, tick)
      if (isWoken) {
        this.heard += Math.min(tick, this.#clock.now() - began)
        continue
      }
      // It may be we who are late: first read what is there.
      await this.#clock.turn()
      if (this.#output !== '' || this.#hasEnded) continue
      const activity = this.child.activity()
      const silence = this.#silenceIn(tick, activity)
      silent += silence
      this.heard += silence
      passed += tick
      waited = activity?.waits === false ? 0 : waited + tick
      if (waited >= echoPatience) this.child.letGo?.()
    }
  }

  /** @param line without its newline, or `null` for the end of input */
  async send(line: Bytes | null) {
    const { stdin, keyboard } = this.child
    if (line === null) stdin.end()
    else if (keyboard !== undefined && (await keyboard.isRaw())) await this.#type(line, keyboard)
    else stdin.write(`${line}\n`, 'latin1')
  }

  /** It waits for something, as far as that can be seen. */
  waits(): boolean {
    return this.child.activity()?.waits !== false
  }

  /**
   * Waits until the program is seen to wait for a line.
   * @returns true if it waits for a line; false if it wrote, ended, or sleeps over something else: then only silence tells
   */
  async asks(): Promise<boolean> {
    for (let looks = 0, asleep = 0; looks < silenceThatAsks && asleep < mostAsleep; looks++) {
      if (this.#output !== '' || this.#hasEnded) return false
      if (this.child.readsInput?.()) {
        // It may have written before.
        await this.#clock.turn()
        return this.#output === ''
      }
      asleep = this.waits() ? asleep + 1 : 0
      await this.#clock.wait(this.#news.promise, 1)
    }
    return false
  }

  /**
   * Waits until the program itself waits, so that everything it has to say has been said.
   * @returns whether it has said something
   */
  async quiet(): Promise<boolean> {
    // A look at many threads takes long: less and less often, if the program works.
    for (let waited = 0, pause = 1; waited < usualSilence && this.#output === '' && !this.waits(); waited += pause++)
      await this.#clock.wait(this.#news.promise, pause)
    // One more turn reads what was written in the meantime.
    await this.#clock.turn()
    return this.#output !== ''
  }

  /** Ends its input. @returns whether it ends by itself then, soon */
  async leaves(): Promise<boolean> {
    void this.send(null)
    return listenFor(this.ended, patienceAtEnd, this.#clock)
  }

  /**
   * Reads on until it is seen to wait, and not for us to read what it writes: a report must not depend on the pieces in which a
   * wrong reply comes. Standard error from before has come then, too. Sleep counts as waiting.
   */
  async rest(): Promise<Bytes> {
    let output = ''
    for (let waited = 0, pause = 1; ; ) {
      const waits = this.#hasEnded || this.waits()
      if (waits) this.child.letGo?.()
      await this.#clock.turn()
      const more = this.#output
      this.#output = ''
      output += more
      if ((waits && more === '') || waited >= restPatience || output.length > outputLimit) return output
      if (!(await this.#clock.wait(this.#news.promise, pause))) waited += pause++
    }
  }

  /**
   * Must be called when the conversation is over. Kills the program if it still runs.
   * @param isReusable whether the program can be trusted to have left nothing behind that disturbs the next one
   */
  close(isReusable = false) {
    this.#watch?.stop()
    const { stdin, stdout, stderr } = this.child
    for (const stream of [stdin, stdout, stderr]) stream.destroy()
    if (isReusable && this.#hasEnded) this.#options.release()
    else this.#options.kill()
  }

  /** Types a line for a program that shows it in its own way. What it writes before Enter is an echo, not output. */
  async #type(line: Bytes, keyboard: Keyboard) {
    keyboard.type(line)
    const since = this.heard
    for (let echo = ''; this.heard - since < usualSilence && (echo !== line || (await this.quiet())); ) {
      const event = await this.next(keyPatience)
      if (typeof event === 'string') break
      echo += event.output
    }
    this.takesKeys ||= !(await keyboard.isRaw())
    keyboard.enter()
  }

  #tell() {
    this.#news.resolve()
    this.#news = deferred()
  }

  /** The part of a silent tick in which it could have written. */
  #silenceIn(tick: number, activity: Activity | undefined): number {
    if (activity === undefined) return tick
    const used = activity.milliseconds - this.#used
    this.#used = activity.milliseconds
    // A child that has ended takes its time with it.
    return activity.waits ? tick : Math.min(tick, Math.max(0, used))
  }

  async #end(status: number | undefined, closed: Promise<unknown>) {
    this.status = status
    this.#hasEnded = true
    this.#watch?.stop()
    // If its shell was killed, the program may still run.
    if (status === undefined || !(await listenFor(closed, linger, this.#clock))) {
      this.#options.kill()
      await listenFor(closed, linger, this.#clock)
    }
    this.#isOver = true
    this.#tell()
  }
}

const closing = (stream: NodeJS.ReadableStream) => new Promise<void>((resolve) => stream.once('close', resolve))

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil
  })
  return { promise, resolve }
}
