/**
 * Runs in the entry's own runtime: makes the entry's function once, and plays sessions with it, one after the other. It reports
 * what was written; its parent forms the verdict. For each session,
 * - `play` calls the entry
 * - `onIdle`, once the event loop is empty, gives a waiting stream its input, or leads to `settle`
 * - `settle` sends the reports now and then, and begins the next
 */
import process from 'node:process'
import type { Bytes } from '../../session/bytes.ts'
import { realExit, receiveNext, send, setup } from './channel.ts'
import { type Entry, prepareEntry } from './entry.ts'
import { fromUtf8, SessionIo } from './io.ts'
import { unsupported, type WorkerReport } from './messages.ts'

/** The longest time that reports are held, in milliseconds. It only affects speed. */
const reportMilliseconds = 20

/**
 * How often we look at a session that goes on after its end, in milliseconds, and the number of looks after which only a real
 * process can play it. A busy machine makes a look late, never early.
 */
const overdueTick = 25
const maxOverdueTicks = 20

// An entry may change the originals.
const { setImmediate, setInterval } = globalThis
const now = performance.now.bind(performance)
const { apply } = Reflect
const { slice } = String.prototype

const io = new SessionIo(setup.input, giveUp)
let entry: Entry | undefined
let inputs: readonly Bytes[] = []
/** The index of the session that is played, or that comes next. */
let index = 0
let isPlaying = false
/** The reports that have not been sent. */
let reports: WorkerReport[] = []
let reportedAt = 0
/** How often a session that is over was seen to continue with a timer or a promise. */
let overdue = 0

process.removeAllListeners('warning')
// The runtime gives some warnings only once in a process.
process.on('warning', () => giveUp('it causes a warning'))
for (const name of ['uncaughtException', 'unhandledRejection']) process.on(name, onError)
process.on('beforeExit', onIdle)
setInterval(() => {
  if (isPlaying && io.isOver() && ++overdue > maxOverdueTicks) giveUp('it leaves a timer or a promise behind')
}, overdueTick).unref()
// By then, Node has started: what it uses can be replaced.
setImmediate(() => {
  entry = prepareEntry(io, fromUtf8(setup.file), setup.source)
  send('ready')
  setImmediate(receive, entry)
})

/** Gives up, as only real processes can run the entry. Nothing that this process has reported counts. */
function giveUp(why: string): never {
  send([unsupported(apply(slice, `${why}`, [0, 200]) as string)])
  return realExit(0)
}

/** Handles an uncaught error, which ends a process with status 1. */
function onError(error: unknown) {
  if (error === io.stopped) return
  if (!isPlaying) giveUp('an error outside its sessions')
  if (io.isOver()) return
  io.writeError()
  io.end('ended', 1)
}

/** Called when the event loop has nothing left to do: gives input, or the session is over. */
function onIdle() {
  try {
    if (io.session.feed?.()) return void setImmediate(() => {})
  } catch (error) {
    onError(error)
  }
  // Only now does Bun report an unhandled rejection.
  if (entry !== undefined) setImmediate(settle, entry)
}

/** Receives the next sessions, or first another source. */
function receive(entry: Entry) {
  let next = receiveNext()
  while ('source' in next) {
    entry.load(next.source)
    send('ready')
    next = receiveNext()
  }
  io.limit = next.limit
  inputs = next.inputs
  index = 0
  play(entry)
}

function play(entry: Entry) {
  isPlaying = true
  overdue = 0
  io.open(inputs[index] as Bytes)
  try {
    entry.call()
  } catch (error) {
    onError(error)
  }
}

function settle(entry: Entry) {
  reports.push(io.end('ended', 0))
  index++
  isPlaying = false
  entry.tidy()
  const isLast = index === inputs.length
  // Changes are looked for once for all sessions that were sent together, which are few at first.
  if (isLast) entry.checkUnchanged()
  if (isLast || now() - reportedAt > reportMilliseconds) {
    send(reports)
    reports = []
    reportedAt = now()
  }
  if (isLast) receive(entry)
  else play(entry)
}
