import type { Lines } from '../../session/bytes.ts'
import { mostOverdueTicks, overdueTick } from '../../session/limits.ts'
import type { SessionIo } from './io.ts'
import type { WorkerReport } from './messages.ts'

// An entry may change the originals.
const { setImmediate, setInterval } = globalThis
const now = performance.now.bind(performance)

/**
 * The longest time that sessions are played before the event loop turns, and reports are held, in milliseconds. It only affects
 * speed: a turn of the event loop takes longer than many sessions.
 */
const batchMilliseconds = 20

/** An entry that is ready to be played, and the channel to the worker's parent. */
interface PlayedEntry {
  receive(): readonly Lines[]
  call(): void
  /** Undoes what any golfed entry changes, such as the variables that its source names. */
  tidy(): void
  /** Undoes the rest, such as other global variables. @param count the number of sessions that may have seen it */
  tidyRest(count: number): void
  /** @param isLast true if all received sessions are over */
  report(reports: readonly WorkerReport[], isLast: boolean): void
}

/**
 * Plays sessions one after the other. Most are over when the entry's function returns, so the event loop turns only once after
 * many, to confirm it. If an entry does something later, each of its sessions gets the event loop to itself. A round:
 * - `#play` calls the entry for one session or several, whose reports are then `#returned`
 * - `idle`, once the event loop is empty, gives a waiting stream its input, or leads to `#settle`
 * - `#settle` makes the reports `#certain`, sends them now and then, and begins the next round
 */
export class SessionQueue {
  readonly #io: SessionIo
  readonly #waitsForEventLoop: boolean
  #entry: PlayedEntry | undefined
  #sessions: readonly Lines[] = []
  /** Reports of sessions since the event loop last turned. */
  #returned: WorkerReport[] = []
  /** Reports that are certain, but not yet sent. */
  #certain: WorkerReport[] = []
  #done = 0
  #isPlaying = false
  #reportedAt = 0
  /** How often a session that is over was seen to continue. */
  #overdue = 0

  constructor(io: SessionIo, waitsForEventLoop: boolean) {
    this.#io = io
    this.#waitsForEventLoop = waitsForEventLoop
    setInterval(() => this.#look(), overdueTick).unref()
  }

  begin(entry: PlayedEntry) {
    this.#entry = entry
    setImmediate(() => this.#receive(entry))
  }

  /** Handles an uncaught error, which ends a process with status 1. */
  failed(error: unknown) {
    const io = this.#io
    if (error === io.stopped) return
    if (!this.#isPlaying) io.unsupported('an error outside its sessions')
    if (io.isOver()) return
    io.writeError()
    io.end('ended', 1)
  }

  /** Called when the event loop has nothing left to do: gives input, or the sessions are over. */
  idle() {
    try {
      if (this.#io.session.feed?.()) return void setImmediate(() => {})
    } catch (error) {
      this.failed(error)
    }
    const entry = this.#entry
    // Only now does Bun report an unhandled rejection.
    if (entry !== undefined) setImmediate(() => this.#settle(entry))
  }

  #receive(entry: PlayedEntry) {
    this.#sessions = entry.receive()
    this.#done = 0
    this.#play(entry)
  }

  #play(entry: PlayedEntry) {
    this.#isPlaying = true
    this.#overdue = 0
    const began = now()
    do {
      this.#call(entry, this.#sessions[this.#done + this.#returned.length] as Lines)
      if (this.#waitsForEventLoop) return
      this.#close(entry)
    } while (this.#done + this.#returned.length < this.#sessions.length && now() - began < batchMilliseconds)
  }

  #call(entry: PlayedEntry, lines: Lines) {
    this.#io.open(lines)
    try {
      entry.call()
    } catch (error) {
      this.failed(error)
    }
    this.#io.isLate = true
  }

  #close(entry: PlayedEntry) {
    this.#returned.push(this.#io.end('ended', 0))
    entry.tidy()
  }

  #settle(entry: PlayedEntry) {
    if (this.#waitsForEventLoop) this.#close(entry)
    this.#isPlaying = false
    entry.tidyRest(this.#returned.length)
    this.#done += this.#returned.length
    this.#certain.push(...this.#returned)
    this.#returned = []
    const isLast = this.#done === this.#sessions.length
    if (isLast || now() - this.#reportedAt > batchMilliseconds) this.#report(entry, isLast)
    if (isLast) this.#receive(entry)
    else this.#play(entry)
  }

  #report(entry: PlayedEntry, isLast: boolean) {
    entry.report(this.#certain, isLast)
    this.#certain = []
    this.#reportedAt = now()
  }

  /** Counts how often a session that is over is seen to continue with a timer or a promise. */
  #look() {
    const isOver = this.#isPlaying && this.#waitsForEventLoop && this.#io.session.report !== undefined
    if (isOver && ++this.#overdue > mostOverdueTicks) this.#io.unsupported('it leaves a timer or a promise behind')
  }
}
