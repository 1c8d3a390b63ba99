import type { Bytes } from '../../session/bytes.ts'
import type { SessionIo } from './io.ts'
import type { WorkerReport } from './messages.ts'

/**
 * How often a worker looks at a session that goes on after its end, in milliseconds of the worker's clock, and the
 * number of looks after which only a real process can play it. A busy machine makes a look late, never early.
 */
const overdueTick = 25
const maxOverdueTicks = 20

// An entry may change the originals.
const { setImmediate, setInterval } = globalThis
const now = performance.now.bind(performance)

/**
 * The longest time that reports are held, in milliseconds. It only affects speed.
 */
const reportMilliseconds = 20

/** An entry that is ready to be played, and the channel to the worker's parent. */
interface PlayableEntry {
  /** Receives the inputs of the next sessions. */
  receive(): readonly Bytes[]
  call(): void
  /** Undoes what any golfed entry changes, such as global variables. */
  tidy(): void
  /** @param isLast true if all received sessions are over */
  report(reports: readonly WorkerReport[], isLast: boolean): void
}

/**
 * Plays sessions one after the other. In each,
 * - `#play` calls the entry
 * - `onIdle`, once the event loop is empty, gives a waiting stream its input, or leads to `#settle`
 * - `#settle` sends the reports now and then, and begins the next
 */
export class SessionLoop {
  readonly #io: SessionIo
  #entry: PlayableEntry | undefined
  #inputs: readonly Bytes[] = []
  /** The index of the session that is played, or that comes next. */
  #index = 0
  /** The reports that have not been sent. */
  #reports: WorkerReport[] = []
  #isPlaying = false
  #reportedAt = 0
  /** How often a session that is over was seen to continue. */
  #overdue = 0

  constructor(io: SessionIo) {
    this.#io = io
    setInterval(() => this.#countOverdue(), overdueTick).unref()
  }

  begin(entry: PlayableEntry) {
    this.#entry = entry
    setImmediate(() => this.#receive(entry))
  }

  /** Handles an uncaught error, which ends a process with status 1. */
  onError(error: unknown) {
    const io = this.#io
    if (error === io.stopped) return
    if (!this.#isPlaying) io.unsupported('an error outside its sessions')
    if (io.isOver()) return
    io.writeError()
    io.end('ended', 1)
  }

  /** Called when the event loop has nothing left to do: gives input, or the sessions are over. */
  onIdle() {
    try {
      if (this.#io.session.feed?.()) return void setImmediate(() => {})
    } catch (error) {
      this.onError(error)
    }
    const entry = this.#entry
    // Only now does Bun report an unhandled rejection.
    if (entry !== undefined) setImmediate(() => this.#settle(entry))
  }

  #receive(entry: PlayableEntry) {
    this.#inputs = entry.receive()
    this.#index = 0
    this.#play(entry)
  }

  #play(entry: PlayableEntry) {
    this.#isPlaying = true
    this.#overdue = 0
    this.#io.open(this.#inputs[this.#index] as Bytes)
    try {
      entry.call()
    } catch (error) {
      this.onError(error)
    }
  }

  #settle(entry: PlayableEntry) {
    this.#reports.push(this.#io.end('ended', 0))
    this.#index++
    this.#isPlaying = false
    entry.tidy()
    const isLast = this.#index === this.#inputs.length
    if (isLast || now() - this.#reportedAt > reportMilliseconds) {
      entry.report(this.#reports, isLast)
      this.#reports = []
      this.#reportedAt = now()
    }
    if (isLast) this.#receive(entry)
    else this.#play(entry)
  }

  /** Counts how often a session that is over is seen to continue with a timer or a promise. */
  #countOverdue() {
    const isOver = this.#isPlaying && this.#io.session.report !== undefined
    if (isOver && ++this.#overdue > maxOverdueTicks) this.#io.unsupported('it leaves a timer or a promise behind')
  }
}
