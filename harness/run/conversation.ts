import { setImmediate } from 'node:timers/promises'
import type { Bytes } from '../session/bytes.ts'
import { verdictLimits } from '../session/limits.ts'
import type { End } from '../session/session.ts'
import type { activityOf, usageOf } from './procfs.ts'
import type { Terminal } from './pty.ts'

const maxDrainMs = 100

/** A started program. What procfs.ts shows is that of the program and its children. */
export interface Child {
  write(bytes: Bytes): void
  endInput(): void
  listen(onOutput: (bytes: Bytes) => void, onStderr: (bytes: Bytes) => void): void
  isOutputClosed(): boolean
  /** Reads the rest, once the program has ended. @returns a promise if other processes must close its streams first */
  finish(): Promise<unknown> | undefined
  /** Unread input and output are lost. */
  close(): void
  /** Resolves to the exit status, as a shell's `$?`; undefined if the shell was killed. */
  readonly status: Promise<number | undefined>
  activity(): ReturnType<typeof activityOf>
  usage(): ReturnType<typeof usageOf>
  readsInput(): boolean
  mayRead(): boolean | undefined
  /** Passes on what was held back because it may be the start of an echo. */
  flushHeld?(): void
  readonly keyboard?: Terminal['keyboard']
}

interface ConversationOptions {
  readonly isLimited: boolean
  kill(): void
  /** Called instead once a program has ended, and can be trusted. */
  release(): void
  readonly clock?: typeof systemClock
}

/** Reads from and writes to a started program, and measures its silence. */
export class Conversation {
  readonly child: Child
  /** As a shell's `$?`; undefined if the program still runs, or its shell was killed. */
  status: number | undefined
  stderr: Bytes = ''
  onOutput: ((bytes: Bytes) => void) | undefined
  onStderr: ((bytes: Bytes) => void) | undefined
  /** True while keys are typed: what the program writes is their echo. */
  isTyping = false
  /** True once the program went on at a key, before Enter. */
  takesKeys = false
  /** Milliseconds so far: waits that ended with output, and silence that counted. */
  listened = 0
  /** Resolves once all output has been read, too. */
  readonly ended: Promise<void>
  readonly #options: ConversationOptions
  readonly #clock: typeof systemClock
  #exceeded: End | undefined
  #output: Bytes = ''
  #hasEnded = false
  #isOver = false
  /** Milliseconds of processor time at the last look. */
  #used = 0
  #wake = () => {}
  #watch: NodeJS.Timeout | undefined

  constructor(child: Child, options: ConversationOptions) {
    this.child = child
    this.#options = options
    this.#clock = options.clock ?? systemClock
    child.listen(
      (bytes) => {
        this.#output += bytes
        this.onOutput?.(bytes)
        this.#wake()
      },
      (bytes) => {
        this.stderr = (this.stderr + bytes).slice(-verdictLimits.outputLimit)
        this.onStderr?.(bytes)
      },
    )
    if (options.isLimited) this.#watch = this.#watchLimits()
    this.ended = child.status.then((status) => this.#end(status))
  }

  /** Valid once the program has ended. */
  get end(): End {
    return this.#exceeded ?? (this.status === undefined ? { how: 'lost' } : { how: 'exit', status: this.status })
  }

  /**
   * Waits for what the program does next: it writes, is silent for too long, or ends, after all its output.
   * @param milliseconds the longest silence: listened time in which the program slept or worked without output
   */
  async next(milliseconds: number): Promise<{ readonly output: Bytes } | 'silent' | 'ended'> {
    let [silent, elapsed, asleep] = [0, 0, 0]
    for (;;) {
      if (this.#output !== '') return { output: this.#takeOutput() }
      if (this.#isOver) return 'ended'
      if (silent >= milliseconds || elapsed >= verdictLimits.starvedFactor * milliseconds) return 'silent'
      const tick = Math.min(verdictLimits.listeningTick, milliseconds - silent)
      const began = this.#clock.now()
      const isWoken = await this.#waitForChange(tick)
      if (isWoken) {
        this.listened += Math.min(tick, this.#clock.now() - began)
        continue
      }
      // We may be late ourselves: first read what is there.
      await this.#clock.turn()
      if (this.#output !== '' || this.#hasEnded) continue
      const activity = this.child.activity()
      const total = activity?.milliseconds ?? 0
      const used = total - this.#used
      this.#used = total
      // Once a child has ended, its time is not counted: then less was used than before.
      const silence = activity?.waits === false ? Math.min(tick, Math.max(0, used)) : tick
      silent += silence
      this.listened += silence
      elapsed += tick
      // Where the system does not show it, the program counts as asleep.
      asleep = activity?.waits === false ? 0 : asleep + tick
      if (asleep >= verdictLimits.echoPatience) this.child.flushHeld?.()
    }
  }

  /** @param line without its newline; `null` is the end of input */
  async send(line: Bytes | null) {
    const { keyboard } = this.child
    if (line === null) this.child.endInput()
    else if (keyboard !== undefined && (await keyboard.isRaw())) await this.#type(line, keyboard)
    else this.child.write(`${line}\n`)
  }

  /** True also if the system does not show it. */
  isWaiting(): boolean {
    return this.child.activity()?.waits !== false
  }

  /**
   * Waits until the program visibly waits for a line.
   * @returns false if it wrote, ended, or sleeps for another reason: then only silence shows that it asks
   */
  async waitForPrompt(): Promise<boolean> {
    const { silenceThatAsks, maxAsleep } = verdictLimits
    for (let looks = 0, asleep = 0; looks < silenceThatAsks && asleep < maxAsleep; looks++) {
      if (this.#output !== '' || this.#hasEnded) return false
      if (this.child.readsInput()) {
        // The program may have written before it read.
        await this.#clock.turn()
        return this.#output === ''
      }
      asleep = this.isWaiting() ? asleep + 1 : 0
      await this.#waitForChange(1)
    }
    return false
  }

  /** Waits until the program writes, or sleeps. @returns whether it has written */
  async waitUntilQuiet(): Promise<boolean> {
    // Looking at many threads takes long, so pauses grow, up to `defaultTimeoutMs` in all.
    const maxPause = Math.sqrt(2 * verdictLimits.defaultTimeoutMs)
    for (let pause = 1; pause < maxPause && this.#output === '' && !this.isWaiting(); pause++)
      await this.#waitForChange(pause)
    await this.#clock.turn()
    return this.#output !== ''
  }

  async exitsWhenInputCloses(): Promise<boolean> {
    void this.send(null)
    return listenFor(this.ended, verdictLimits.exitGraceMs, this.#clock)
  }

  /** Reads until the program waits and nothing is left: a report shows all of a wrong reply and of standard error. */
  async drain(): Promise<Bytes> {
    let output = ''
    for (let waited = 0, pause = 1; ; ) {
      const waits = this.#hasEnded || this.isWaiting()
      if (waits) this.child.flushHeld?.()
      await this.#clock.turn()
      const more = this.#takeOutput()
      output += more
      if ((waits && more === '') || waited >= maxDrainMs || output.length > verdictLimits.outputLimit) return output
      if (!(await this.#waitForChange(pause))) waited += pause++
    }
  }

  /** Must always be called. @param isReusable true if an ended program leaves nothing that could disturb the next */
  close(isReusable = false) {
    clearInterval(this.#watch)
    this.child.close()
    if (isReusable && this.#hasEnded) this.#options.release()
    else this.#options.kill()
  }

  /** Types for a program that reads keys: what it writes before Enter is echo, not output. */
  async #type(line: Bytes, keyboard: Terminal['keyboard']) {
    this.isTyping = true
    keyboard.type(line)
    const since = this.listened
    let echo = ''
    while (this.listened - since < verdictLimits.defaultTimeoutMs) {
      if (echo === line && !(await this.waitUntilQuiet())) break
      const event = await this.next(verdictLimits.keyPatience)
      if (typeof event === 'string') break
      echo += event.output
    }
    this.takesKeys ||= !(await keyboard.isRaw())
    this.isTyping = false
    keyboard.enter()
  }

  #takeOutput(): Bytes {
    const output = this.#output
    this.#output = ''
    return output
  }

  /** @returns whether output or the end came */
  #waitForChange(milliseconds: number) {
    return this.#clock.wait((wake) => {
      this.#wake = wake
    }, milliseconds)
  }

  async #end(status: number | undefined) {
    this.status = status
    this.#hasEnded = true
    clearInterval(this.#watch)
    const closed = this.child.finish()
    // If the shell was killed, the program may still run.
    if (status === undefined || (closed && !(await listenFor(closed, verdictLimits.pipeHolderGraceMs, this.#clock)))) {
      this.#options.kill()
      if (closed) await listenFor(closed, verdictLimits.pipeHolderGraceMs, this.#clock)
    }
    this.#isOver = true
    this.#wake()
  }

  /** Kills only at the second look in a row above the same limit: output that we have not read is memory, too. */
  #watchLimits() {
    let before: End | undefined
    return setInterval(() => {
      const { processes, bytes } = this.child.usage()
      let now: End | undefined
      if (bytes > verdictLimits.memoryLimit * 1024 * 1024) now = { how: 'memory', mebibytes: verdictLimits.memoryLimit }
      if (processes > verdictLimits.processLimit) now = { how: 'processes', count: verdictLimits.processLimit }
      if (now !== undefined && now.how === before?.how) {
        clearInterval(this.#watch)
        this.#exceeded = now
        this.#options.kill()
      }
      before = now
    }, verdictLimits.watchInterval).unref()
  }
}

/** A timer alone is not enough: we may have had no processor while what we wait for was there already. */
export const systemClock = {
  /** @param listen is given the function that ends the wait @returns whether that was called in time */
  wait(listen: (wake: () => void) => void, milliseconds: number) {
    return new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, milliseconds, false)
      listen(() => {
        clearTimeout(timer)
        resolve(true)
      })
    })
  },
  /** Reads what is there. In a read event, the first turn of the event loop may read nothing. */
  async turn() {
    await setImmediate()
    await setImmediate()
  },
  now: () => performance.now(),
}

/** Waits for a promise; before a tick counts, reads what is there. @returns whether the promise has resolved */
export async function listenFor(happens: Promise<unknown>, milliseconds: number, clock = systemClock) {
  let hasHappened = false
  let wake = () => {}
  void happens.then(() => {
    hasHappened = true
    wake()
  })
  for (let listened = 0; listened < milliseconds && !hasHappened; listened += verdictLimits.listeningTick) {
    const tick = Math.min(verdictLimits.listeningTick, milliseconds - listened)
    const isWoken = await clock.wait((whenWoken) => {
      wake = whenWoken
    }, tick)
    if (!isWoken) await clock.turn()
  }
  return hasHappened
}
