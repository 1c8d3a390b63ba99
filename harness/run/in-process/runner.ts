/**
 * Runs in the entry's own runtime: makes the entry's function once and calls it for one session after the other, each
 * until there is nothing left to do. It reports what was written; its parent forms the verdict.
 */
import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { compileFunction } from 'node:vm'
import type { Lines } from '../../session/bytes.ts'
import { sessionState } from './io.ts'
import { replaceOutside } from './outside.ts'
import type { Chunk, Message, Setup } from './protocol.ts'
import { takeSnapshot } from './snapshot.ts'

/** How long the timers of a finished session may go on, in milliseconds. */
const grace = 25
/** Reports are sent when there are so many bytes of them. */
const batch = 16 * 1024
/** So many sessions of a process are searched one by one for what they leave behind, later ones chunk by chunk. */
const searchedSingly = 16

const realExit = ((process as { reallyExit?: (status: number) => never }).reallyExit ?? process.exit).bind(process)
const { setImmediate, setInterval } = globalThis
const { readSync, writeSync } = fs
// Opened again, as the runtime makes the pipes of its own standard streams non-blocking.
const [input, output] = [fs.openSync('/dev/stdin', 'r'), fs.openSync('/dev/stdout', 'w')]
const { parse, stringify } = JSON
const text = String
const { ownKeys, deleteProperty, apply } = Reflect
const toBuffer = Buffer.from.bind(Buffer)

const bytes = Buffer.alloc(1 << 16)
let received = ''

/** @returns the next line from the parent; the process ends where the parent is gone */
function receive(): string {
  for (;;) {
    const newline = received.indexOf('\n')
    if (newline !== -1) {
      const line = received.slice(0, newline)
      received = received.slice(newline + 1)
      return line
    }
    const length = readSync(input, bytes)
    if (length === 0) realExit(0)
    received += bytes.toString('latin1', 0, length)
  }
}

let unsent = ''

function send(message: Message) {
  unsent += `${stringify(message)}\n`
  if (isCareful || typeof message === 'string' || unsent.length > batch) flush()
}

function flush() {
  const line = toBuffer(unsent, 'latin1')
  for (let at = 0; at < line.length; ) at += writeSync(output, line, at)
  unsent = ''
}

const { exitCode } = process
const setup = parse(receive()) as Setup
const { entry, runtime } = setup
const folder = dirname(setup.file)
let sessions: readonly Lines[] = []
let isCareful = false
/** How many sessions of the chunk are over, and of the process. */
let done = 0
let count = 0
let isRunning = false
let overdue = 0
/** What an entry has done that cannot be taken back. */
let spoiled: string | undefined
/** Whether a module has not come to its end. */
let isAwaiting = false

process.removeAllListeners('warning')
for (const name of ['uncaughtException', 'unhandledRejection']) process.on(name, failed)
process.on('beforeExit', idle)
// The runtime gives some of them only once in a process.
process.on('warning', () => {
  spoiled ??= 'it causes a warning'
})

const io = sessionState(setup, leave)
let outside: ReturnType<typeof replaceOutside>
let run: (...args: unknown[]) => unknown
let globals: Set<PropertyKey>
/** The globals that sessions have made, which are deleted after each. */
const added: PropertyKey[] = []
let changed: () => string | undefined

/** Node's own start is over by now: what it uses can be replaced. */
function start() {
  outside = replaceOutside(io, setup)
  run = compile()
  outside.reset()
  globals = new Set(ownKeys(globalThis))
  const iterators = [[].values(), ''[Symbol.iterator](), new Map().keys(), new Set().keys(), ''.matchAll(/./g)]
  const functions = [function* () {}, async () => {}, async function* () {}]
  // They change by themselves.
  const { moduleLoadList } = process as { moduleLoadList?: object }
  const { _stdout, _stderr } = console as { _stdout?: object; _stderr?: object }
  const roots = { ...outside.modules, require: outside.require, iterators, functions, globalThis }
  changed = takeSnapshot(roots, new Set([bytes, moduleLoadList, _stdout, _stderr]))
  send('ready')
  setImmediate(nextChunk)
}

function compile(): (...args: unknown[]) => unknown {
  const code = `${entry.body}\n`
  if (runtime === 'node') return compileFunction(code, [...entry.parameters], { filename: setup.file }) as never
  // biome-ignore lint/security/noGlobalEval: what else runs a program
  return globalThis.eval(`(function(${entry.parameters}){${code}})//# sourceURL=${setup.file}`)
}

function nextChunk() {
  const chunk = parse(receive()) as Chunk
  sessions = chunk.sessions
  isCareful = chunk.isCareful
  done = 0
  if (entry.isSynchronous) runAtOnce()
  else begin()
}

function begin() {
  isRunning = true
  overdue = 0
  io.open(sessions[done] as Lines)
  outside.begin()
  try {
    if (entry.isScript) {
      const exports = {}
      const given: unknown[] = [exports, outside.require, outside.module, setup.file, folder]
      if (entry.parameters.length > given.length) given[given.length] = outside.load
      outside.forgetMatches()
      apply(run, exports, given)
    } else {
      outside.forgetMatches()
      const result = run(outside.require, outside.load)
      if (result instanceof Promise) {
        isAwaiting = true
        result.then(() => (isAwaiting = false), failed)
      }
    }
  } catch (error) {
    failed(error)
  }
}

/** An error that nobody has caught: the process ends with status 1. */
function failed(error: unknown) {
  isAwaiting = false
  if (!io.isFailure(error)) return
  try {
    io.writeError()
    io.end('ended', { status: outside.exits(1) })
  } catch (error) {
    failed(error)
  }
}

/** The program has nothing left to do: it ends, unless a listener of 'exit' does something else. */
function end() {
  try {
    if (!io.isOver) io.end('ended', { status: outside.exits() })
  } catch (error) {
    failed(error)
  }
}

/** The event loop has nothing left to do: there is input to give, or the session is over. */
function idle() {
  if (!isRunning) {
    // All sessions were run at once, and nothing has happened later.
    if (done > 0) finishChunk()
    return
  }
  try {
    if (!io.isOver && io.reader?.waits()) {
      io.reader.give()
      return setImmediate(() => {})
    }
  } catch (error) {
    failed(error)
  }
  // Bun waits for ever for what a module awaits.
  if (isAwaiting) io.end('looping')
  end()
  finishSession()
  if (done === sessions.length) finishChunk()
  else setImmediate(begin)
}

/** Runs all sessions of an entry that does everything at once, without a turn of the event loop between them. */
function runAtOnce() {
  while (done < sessions.length) {
    begin()
    if (io.reader !== undefined || isAwaiting) spoiled ??= later
    end()
    finishSession()
  }
  // When nothing is left to do, `idle` goes on.
  setImmediate(() => {})
}

const later = 'it leaves a timer or a promise behind'

function finishSession() {
  const report = io.report()
  const showsStack = /\n\s+at /.test(report.output)
  send(showsStack ? { ...report, end: 'unsupported', why: 'a stack is shown' } : report)
  done++
  cleanUp()
  if (++count <= searchedSingly) {
    deleteGlobals()
    spoiled ??= changed()
  }
  if (process.exitCode !== exitCode) process.exitCode = exitCode
  // Bun cannot take an exit code back: another process runs the others.
  if (process.exitCode !== exitCode) leave()
}

function cleanUp() {
  isRunning = false
  isAwaiting = false
  io.close()
  outside.reset()
  for (let i = 0; i < added.length; i++) deleteProperty(globalThis, added[i] as PropertyKey)
}

/** @returns the name of a global that was not there before, if there is one */
function deleteGlobals(): string | undefined {
  const names = ownKeys(globalThis)
  let found: string | undefined
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as PropertyKey
    if (globals.has(name)) continue
    found = `it changes globalThis.${text(name)}`
    added[added.length] = name
    if (!deleteProperty(globalThis, name)) spoiled ??= found
  }
  return found
}

function finishChunk() {
  checkWorld()
  send('done')
  done = 0
  setImmediate(nextChunk)
}

/** Reports what an entry has changed: then nothing that this process has reported counts. */
function checkWorld() {
  spoiled ??= deleteGlobals() ?? (io.isLate ? later : changed())
  if (spoiled === undefined) return
  send({ output: '', readAt: [], stderr: false, end: 'unsupported', why: spoiled })
}

/** Sends what there is to report and ends the process; another one runs the other sessions. */
function leave(): never {
  if (isRunning) send(io.report())
  cleanUp()
  checkWorld()
  flush()
  return realExit(0)
}

// What is left of a session that is over, a timer perhaps, goes on.
setInterval(() => {
  if (isRunning && io.isOver && ++overdue > 1) leave()
}, grace).unref()

setImmediate(start)
