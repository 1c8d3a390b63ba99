import type { Lines } from '../../session/bytes.ts'
import type { SessionIo } from './io.ts'
import type { WorkerReport } from './messages.ts'

// An entry may change the originals.
const { setImmediate, setInterval } = globalThis
const now = performance.now.bind(performance)

/** The longest time for which sessions are played before the event loop turns, and reports kept, in milliseconds. */
const most = 20

/** The number of times that a session which is over may be seen to go on. */
const patience = 20

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
export function player(io: SessionIo, isPatient: boolean) {
  let entry: PlayedEntry
  let sessions: readonly Lines[] = []
  /** Reports of sessions behind which the event loop has not turned. */
  let returned: WorkerReport[] = []
  /** Reports that are certain, and were not sent. */
  let certain: WorkerReport[] = []
  /** The number of sessions that are over for certain. */
  let done = 0
  let isPlaying = false
  let reportedAt = 0
  /** The number of times that a session which is over was seen to go on. */
  let overdue = 0

  function receive() {
    sessions = entry.receive()
    done = 0
    play()
  }

  function play() {
    isPlaying = true
    overdue = 0
    const began = now()
    do {
      call(sessions[done + returned.length] as Lines)
      if (isPatient) return
      close()
    } while (done + returned.length < sessions.length && now() - began < most)
  }

  function call(lines: Lines) {
    io.open(lines)
    try {
      entry.call()
    } catch (error) {
      failed(error)
    }
    io.isLate = true
  }

  function close() {
    returned.push(io.end('ended', 0))
    entry.tidy()
  }

  /** An error that nobody has caught: the process ends with status 1. */
  function failed(error: unknown) {
    if (error === io.stopped) return
    if (!isPlaying) io.unsupported('an error outside its sessions')
    if (io.isOver()) return
    io.writeError()
    io.end('ended', 1)
  }

  /** The event loop has nothing left to do: there is input to give, or the sessions are over. */
  function idle() {
    try {
      if (io.session.feed?.()) return setImmediate(() => {})
    } catch (error) {
      failed(error)
    }
    // Bun tells only now that nobody has handled a rejection.
    return setImmediate(settle)
  }

  function settle() {
    if (isPatient) close()
    isPlaying = false
    entry.tidyRest(returned.length)
    done += returned.length
    certain.push(...returned)
    returned = []
    const isLast = done === sessions.length
    if (isLast || now() - reportedAt > most) report(isLast)
    if (isLast) receive()
    else play()
  }

  function report(isLast: boolean) {
    entry.report(certain, isLast)
    certain = []
    reportedAt = now()
  }

  // What is left of a session that is over, a timer perhaps, goes on. A tick comes late where the machine is busy, never early.
  setInterval(() => {
    const isOver = isPlaying && isPatient && io.session.report !== undefined
    if (isOver && ++overdue > patience) io.unsupported('it leaves a timer or a promise behind')
  }, 25).unref()

  return {
    idle,
    failed,
    begin(ready: PlayedEntry): void {
      entry = ready
      setImmediate(receive)
    },
  }
}
