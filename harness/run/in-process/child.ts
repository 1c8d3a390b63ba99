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
import { replaceOutside } from './outside.ts'
import type { InProcessReport, SessionTerms } from './report.ts'
import { sessionState } from './session.ts'
import { takeSnapshot } from './snapshot.ts'
import type { Answer, Chunk, Setup } from './wire.ts'

/** Descriptor of the socket to the parent. */
const parent = 3
/** How long what a session has left may go on after its end, in milliseconds. */
const grace = 25

const realExit = ((process as { reallyExit?: (status: number) => never }).reallyExit ?? process.exit).bind(process)
const { setImmediate, setInterval } = globalThis
const { readSync, writeSync } = fs
const { parse, stringify } = JSON
const text = String
const { ownKeys, deleteProperty, apply } = Reflect
const toBuffer = Buffer.from.bind(Buffer)

const bytes = Buffer.alloc(1 << 16)
let rest = ''

/** @returns the next message's line; the process ends where the parent is gone */
function receive(): string {
  const parts = [rest]
  for (;;) {
    const last = parts[parts.length - 1] as string
    const newline = last.indexOf('\n')
    if (newline !== -1) {
      parts[parts.length - 1] = last.slice(0, newline)
      rest = last.slice(newline + 1)
      return parts.join('')
    }
    const length = readSync(parent, bytes)
    if (length === 0) realExit(0)
    parts.push(bytes.toString('latin1', 0, length))
  }
}

function send(answer: Answer) {
  const line = toBuffer(`${stringify(answer)}\n`, 'latin1')
  for (let at = 0; at < line.length; ) at += writeSync(parent, line, at)
}

const { exitCode } = process
const setup = parse(receive()) as Setup
const { entry, runtime } = setup
const folder = dirname(setup.file)
let sessions: readonly Lines[] = []
let terms: SessionTerms = { endsInput: true }
let eager = false
let reports: InProcessReport[] = []
let running = false
let overdue = 0
let spoiled: string | undefined
/** Whether a module has not come to its end. */
let awaiting = false

process.removeAllListeners('warning')
for (const name of ['uncaughtException', 'unhandledRejection']) process.on(name, failed)
process.on('beforeExit', idle)
// The runtime gives some of them only once in a process.
process.on('warning', () => {
  spoiled ??= 'what the runtime warns of'
})

const io = sessionState(setup, leave)
let outside: ReturnType<typeof replaceOutside>
let run: (...args: unknown[]) => unknown
let globals: Set<PropertyKey>
/** The globals that sessions have made, which are taken away after each. */
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
  send({ ready: true })
  setImmediate(next)
}

function compile(): (...args: unknown[]) => unknown {
  const code = `${entry.body}\n`
  if (runtime === 'node') return compileFunction(code, [...entry.parameters], { filename: setup.file }) as never
  // biome-ignore lint/security/noGlobalEval: what else runs a program
  return globalThis.eval(`(function(${entry.parameters}){${code}})//# sourceURL=${setup.file}`)
}

/** Reports the sessions that are over and ends the process, which is started again for the others. */
function leave(): never {
  reports[reports.length] = io.report()
  cleanUp()
  finish(true)
  return realExit(0)
}

function begin() {
  running = true
  overdue = 0
  io.open(sessions[reports.length] as Lines, terms, eager ? send : undefined)
  outside.begin()
  try {
    if (entry.script) {
      const { exports, require, module } = outside.script()
      const given: unknown[] = [exports, require, module, setup.file, folder]
      if (entry.parameters.length > given.length) given[given.length] = outside.load
      outside.forgetMatches()
      apply(run, exports, given)
    } else {
      outside.forgetMatches()
      const result = run(outside.require, outside.load)
      if (result instanceof Promise) {
        awaiting = true
        result.then(() => (awaiting = false), failed)
      }
    }
  } catch (error) {
    failed(error)
  }
}
/** An error that nobody has caught: the process ends with status 1. */
function failed(error: unknown) {
  awaiting = false
  if (!io.isFailure(error)) return
  try {
    io.writeError()
    io.end('ended', { status: outside.exits(1) })
  } catch (error) {
    failed(error)
  }
}

/** The event loop has nothing left to do: there is input to give, or the session is over. */
function idle() {
  if (entry.isSynchronous && reports.length > 0 && reports.length === sessions.length) {
    if (io.isLate) spoiled ??= asynchronous
    return finish(false)
  }
  if (!running) return
  try {
    if (!io.isOver && io.reader?.waits()) {
      io.reader.give()
      return setImmediate(() => {})
    }
    // Bun waits for ever for what a module awaits.
    if (awaiting) io.end('looping')
    if (!io.isOver) io.end('ended', { status: outside.exits() })
  } catch (error) {
    failed(error)
    if (!io.isOver) return setImmediate(() => {})
  }
  reports[reports.length] = shown(io.report())
  const dirty = cleanUp()
  if (reports.length === sessions.length || dirty) {
    finish(dirty)
    return dirty ? realExit(0) : undefined
  }
  setImmediate(begin)
}

/**
 * Runs all sessions of an entry that does everything at once, without a turn of the event loop between them. Should it do
 * something later after all, that is noticed at the end.
 */
function runAtOnce() {
  while (reports.length < sessions.length) {
    begin()
    if (io.reader !== undefined || awaiting) spoiled ??= asynchronous
    try {
      if (!io.isOver) io.end('ended', { status: outside.exits() })
    } catch (error) {
      failed(error)
    }
    reports[reports.length] = shown(io.report())
    if (cleanUp()) {
      finish(true)
      return realExit(0)
    }
  }
  // When nothing is left to do, `idle` sends the reports.
  setImmediate(() => {})
}

const asynchronous = 'what is yet to happen'

const shown = (report: InProcessReport): InProcessReport =>
  /\n\s+at /.test(report.output) ? { ...report, end: 'unsupported', why: 'a stack is shown' } : report

/** @returns whether something is left that only a new process takes away */
function cleanUp(): boolean {
  running = false
  awaiting = false
  io.close()
  outside.reset()
  for (let i = 0; i < added.length; i++) deleteProperty(globalThis, added[i] as PropertyKey)
  if (process.exitCode === exitCode) return false
  process.exitCode = exitCode
  return process.exitCode !== exitCode
}

/** @returns whether globals are left of which we did not know: sessions may have met those of the session before */
function findGlobals(): boolean {
  const before = added.length
  const names = ownKeys(globalThis)
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as PropertyKey
    if (globals.has(name)) continue
    added[added.length] = name
    if (!deleteProperty(globalThis, name)) spoiled ??= `globalThis.${text(name)}`
  }
  return added.length > before
}

function finish(last: boolean) {
  if (findGlobals() && spoiled === undefined && reports.length > 1) {
    if (last) reports.length = 1
    else return restart()
  }
  spoiled ??= changed()
  if (spoiled !== undefined) {
    const why = `it changes ${spoiled}`
    for (let i = 0; i < reports.length; i++)
      reports[i] = { output: '', readAt: [], stderr: false, end: 'unsupported', why }
    // What writes the reports may have been changed, too.
    if (reports.length > 0) reports.length = 1
  }
  send({ reports: reports, last })
  reports = []
  sessions = []
  if (!last) setImmediate(next)
}

function next() {
  const chunk = parse(receive()) as Chunk
  sessions = chunk.sessions
  terms = chunk.terms
  eager = chunk.eager
  restart()
}

function restart() {
  reports = []
  if (entry.isSynchronous) runAtOnce()
  else begin()
}

// What is left of a session that is over, a timer perhaps, goes on: another process runs the others.
setInterval(() => {
  if (running && io.isOver && ++overdue > 1) leave()
}, grace).unref()

setImmediate(start)
