import type { Lines } from '../../session/bytes.ts'
import { mostOverdueTicks, overdueTick } from '../../session/limits.ts'
import type { SessionIo } from './io.ts'
import type { WorkerReport } from './messages.ts'

// An entry may change the originals.
const { setImmediate, setInterval } = globalThis
const now = performance.now.bind(performance)

/**
 * The longest time for which sessions are played before the event loop turns, and reports kept, in milliseconds. It decides
 * about speed alone: a turn of the event loop takes longer than many a session.
 */
const most = 20

/** An entry that is ready to be played, and its parent. */
interface PlayedEntry {
  /** @returns the next sessions */
  receive(): readonly Lines[]
  /** Does what the entry does, for the session that is open. */
  call(): void
  /** Takes back what every golfed entry changes. */
  tidy(): void
  /** Takes back the rest. @param count how many sessions may have seen it */
  tidyRest(count: number): void
  /** @param isLast whether all sessions that were received are over */
  report(reports: readonly WorkerReport[], isLast: boolean): void
}

/**
 * Plays sessions one behind the other. Most programs are over when their function returns, so that the event loop turns
 * only once behind many sessions, to see that this is true. With a program that does something later each session must
 * have the event loop for itself.
 */
export class SessionQueue {
  readonly #io: SessionIo
  readonly #isPatient: boolean
  #entry: PlayedEntry | undefined
  #sessions: readonly Lines[] = []
  /** Reports of sessions behind which the event loop has not turned. */
  #returned: WorkerReport[] = []
  /** Reports that are certain, and were not sent. */
  #certain: WorkerReport[] = []
  /** The number of sessions that are over for certain. */
  #done = 0
  #isPlaying = false
  #reportedAt = 0
  /** The number of looks at a session that is over and goes on. */
  #overdue = 0

  constructor(io: SessionIo, isPatient: boolean) {
    this.#io = io
    this.#isPatient = isPatient
    setInterval(() => this.#look(), overdueTick).unref()
  }

  begin(entry: PlayedEntry) {
    this.#entry = entry
    setImmediate(() => this.#receive(entry))
  }

  /** An error that nobody has caught: the process ends with status 1. */
  failed(error: unknown) {
    const io = this.#io
    if (error === io.stopped) return
    if (!this.#isPlaying) io.unsupported('an error outside its sessions')
    if (io.isOver()) return
    io.writeError()
    io.end('ended', 1)
  }

  /** The event loop has nothing left to do: there is input to give, or the sessions are over. */
  idle() {
    try {
      if (this.#io.session.feed?.()) return void setImmediate(() => {})
    } catch (error) {
      this.failed(error)
    }
    const entry = this.#entry
    // Bun tells only now that nobody has handled a rejection.
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
      if (this.#isPatient) return
      this.#close(entry)
    } while (this.#done + this.#returned.length < this.#sessions.length && now() - began < most)
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
    if (this.#isPatient) this.#close(entry)
    this.#isPlaying = false
    entry.tidyRest(this.#returned.length)
    this.#done += this.#returned.length
    this.#certain.push(...this.#returned)
    this.#returned = []
    const isLast = this.#done === this.#sessions.length
    if (isLast || now() - this.#reportedAt > most) this.#report(entry, isLast)
    if (isLast) this.#receive(entry)
    else this.#play(entry)
  }

  #report(entry: PlayedEntry, isLast: boolean) {
    entry.report(this.#certain, isLast)
    this.#certain = []
    this.#reportedAt = now()
  }

  /** Counts looks at a session that is over while a timer or a promise of it goes on. */
  #look() {
    const isOver = this.#isPlaying && this.#isPatient && this.#io.session.report !== undefined
    if (isOver && ++this.#overdue > mostOverdueTicks) this.#io.unsupported('it leaves a timer or a promise behind')
  }
}
