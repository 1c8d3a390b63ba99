/**
 * Runs in the entry's own runtime. `play` calls the entry; `onIdle`, once the event loop is empty, gives a stream its input, or
 * leads to `settle`, which reports now and then, and plays the next session.
 */
import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import process from 'node:process'
import type { Bytes } from '../../session/bytes.ts'
import { prepareEntry } from './entry.ts'
import { fromUtf8, SessionIo } from './io.ts'
import { type Batch, bareReport, reportText, type Setup, type WorkerReport } from './messages.ts'

/** It only affects speed. */
const reportIntervalMs = 20

/** Milliseconds between looks at a session that goes on after its end, and how many looks it may take. */
const overdueTick = 25
const maxOverdueTicks = 20

// An entry may change the originals.
const { setImmediate, setInterval } = globalThis
const now = performance.now.bind(performance)
const { apply } = Reflect
const { slice } = String.prototype
const { parse } = JSON
const { readSync, writeSync } = fs
const { reallyExit = process.exit } = process as { reallyExit?: (status: number) => never }
const realExit = reallyExit.bind(process)

// Opened again, as the runtime makes its own standard streams non-blocking.
const [input, output] = [fs.openSync('/dev/stdin', 'r'), fs.openSync('/dev/stdout', 'w')]
const received = Buffer.alloc(1 << 16)
let unread = ''
const setup = receiveNext<Setup>()

const io = new SessionIo(setup.input, giveUp)
let entry: ReturnType<typeof prepareEntry>
let inputs: readonly Bytes[] = []
let index = 0
let isPlaying = false
let reports: WorkerReport[] = []
let reportedAt = 0
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
  entry = prepareEntry(io, fromUtf8(setup.file))
  setImmediate(receive)
})

/** Voids all that was reported: only real processes can run the entry. */
function giveUp(why: string): never {
  send([bareReport('unsupported', apply(slice, `${why}`, [0, 200]) as string)])
  return realExit(0)
}

function onError(error: unknown) {
  if (error === io.stopped) return
  if (!isPlaying) giveUp('an error outside its sessions')
  if (io.isOver()) return
  io.writeError()
  io.end('ended', 1)
}

function onIdle() {
  try {
    if (io.session.feed?.()) return void setImmediate(() => {})
  } catch (error) {
    onError(error)
  }
  // Only now does Bun report an unhandled rejection.
  setImmediate(settle)
}

function receive() {
  const next = receiveNext<Batch | { readonly source: Bytes }>()
  if ('source' in next) {
    entry.load(next.source)
    send([bareReport('ended')])
    receive()
  } else {
    io.limit = next.limit
    inputs = next.inputs
    index = 0
    play()
  }
}

/** Ends the process if the parent is gone. */
function receiveNext<Request>(): Request {
  let end = unread.indexOf('\n')
  for (; end < 0; end = unread.indexOf('\n')) {
    const length = readSync(input, received)
    if (length === 0) realExit(0)
    unread += received.toString('latin1', 0, length)
  }
  const line = unread.slice(0, end)
  unread = unread.slice(end + 1)
  return parse(line)
}

/** Uses nothing that an entry could have changed, or could read: it must not learn the seal. */
function send(reports: readonly WorkerReport[]) {
  let text = ''
  for (let i = 0; i < reports.length; i++) text += setup.seal + reportText(reports[i] as WorkerReport)
  while (text !== '') text = apply(slice, text, [writeSync(output, text, null, 'latin1')]) as Bytes
}

function play() {
  isPlaying = true
  overdue = 0
  io.open(inputs[index] as Bytes)
  try {
    entry.call()
  } catch (error) {
    onError(error)
  }
}

function settle() {
  reports.push(io.end('ended', 0))
  index++
  isPlaying = false
  entry.tidy()
  const isLast = index === inputs.length
  // Changes are looked for once for all sessions that were sent together, which are few at first.
  if (isLast) entry.checkUnchanged()
  if (isLast || now() - reportedAt > reportIntervalMs) {
    send(reports)
    reports = []
    reportedAt = now()
  }
  if (isLast) receive()
  else play()
}
