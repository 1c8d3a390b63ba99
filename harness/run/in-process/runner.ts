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
import { replaceBun } from './bun.ts'
import { leftover, sessionIo } from './io.ts'
import { replaceNode } from './node.ts'
import { replaceOutside } from './outside.ts'
import { takeSnapshot } from './snapshot.ts'
import type { Message, Setup } from './worker.ts'

/** How long the timers of a finished session may go on, in milliseconds. */
const grace = 25
/** So many sessions are searched for what they leave behind after each; later ones at the end of each batch. */
const searchedSingly = 16

// An entry may change the originals.
const realExit = ((process as { reallyExit?: (status: number) => never }).reallyExit ?? process.exit).bind(process)
const { setImmediate, setInterval } = globalThis
const { readSync, writeSync } = fs
const { parse, stringify } = JSON
const { ownKeys, deleteProperty, apply } = Reflect
const { exec } = RegExp.prototype
const toBuffer = Buffer.from.bind(Buffer)

// Opened again, as the runtime makes the pipes of its own standard streams non-blocking.
const [input, output] = [fs.openSync('/dev/stdin', 'r'), fs.openSync('/dev/stdout', 'w')]
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

function send(message: Message) {
  const line = toBuffer(`${stringify(message)}\n`, 'latin1')
  for (let at = 0; at < line.length; ) at += writeSync(output, line, at)
}

/** Only real processes can run the entry: nothing that this one has reported counts. */
function giveUp(why: string): never {
  send({ output: '', readAt: [], stderr: false, end: 'unsupported', why })
  return realExit(0)
}

const { exitCode } = process
const { body, parameters, runtime, input: way, file } = parse(receive()) as Setup
const io = sessionIo(way, giveUp)
let outside: ReturnType<typeof replaceOutside>
let run: (...args: unknown[]) => unknown
let globals: Set<PropertyKey>
/** @returns what sessions have changed that stays changed */
let changed: () => string | undefined

let sessions: readonly Lines[] = []
/** How many of them are over, and how many of all. */
let done = 0
let count = 0
let isRunning = false
let overdue = 0

process.removeAllListeners('warning')
// The runtime gives some of them only once in a process.
process.on('warning', () => giveUp('it causes a warning'))
for (const name of ['uncaughtException', 'unhandledRejection']) process.on(name, failed)
process.on('beforeExit', idle)
// What is left of a session that is over, a timer perhaps, goes on.
setInterval(() => {
  if (isRunning && io.isOver() && ++overdue > 1) giveUp(leftover)
}, grace).unref()
// Then Node's own start is over: what it uses can be replaced.
setImmediate(start)

function start() {
  outside = replaceOutside(io, file)
  if (runtime === 'bun') replaceBun(io, file)
  else replaceNode(io)
  run = compile()
  globals = new Set(ownKeys(globalThis))
  const iterators = [[].values(), ''[Symbol.iterator](), new Map().keys(), new Set().keys(), ''.matchAll(/./g)]
  const functions = [function* () {}, async () => {}, async function* () {}]
  // It grows by itself.
  const { moduleLoadList } = process as { moduleLoadList?: object }
  const roots = { ...outside.modules, require: outside.require, iterators, functions, globalThis }
  changed = takeSnapshot(roots, new Set([moduleLoadList]))
  send('ready')
  setImmediate(receiveSessions)
}

function compile(): (...args: unknown[]) => unknown {
  const code = `${body}\n`
  try {
    if (runtime === 'node') return compileFunction(code, [...parameters], { filename: file }) as never
    // biome-ignore lint/security/noGlobalEval: what else runs a program
    return globalThis.eval(`(function(${parameters}){${code}})//# sourceURL=${file}`)
  } catch {
    return giveUp('it cannot be parsed')
  }
}

function receiveSessions() {
  sessions = parse(receive())
  done = 0
  begin()
}

function begin() {
  isRunning = true
  overdue = 0
  io.open(sessions[done] as Lines)
  outside.begin()
  // RegExp.$1 and its like are those of the last match.
  apply(exec, /(?:)/, [''])
  try {
    const exports = {}
    apply(run, exports, [exports, outside.require, outside.module, file, dirname(file)])
  } catch (error) {
    failed(error)
  }
}

/** An error that nobody has caught: the process ends with status 1. */
function failed(error: unknown) {
  if (error === io.stopped) return
  if (!isRunning) giveUp('an error outside its sessions')
  if (io.isOver()) return
  io.writeError()
  io.end('ended', 1)
}

/** The event loop has nothing left to do: there is input to give, or the session is over. */
function idle() {
  try {
    if (!io.isOver() && io.reader?.waits()) {
      io.reader.give()
      return setImmediate(() => {})
    }
  } catch (error) {
    failed(error)
  }
  isRunning = false
  const report = io.close()
  if (/\n\s+at /.test(report.output)) giveUp('a stack is shown')
  send(report)
  done++
  tidy()
  if (++count <= searchedSingly || done === sessions.length) search()
  if (done < sessions.length) return setImmediate(begin)
  send('done')
  setImmediate(receiveSessions)
}

/** Takes back what every golfed entry changes. */
function tidy() {
  outside.end()
  if (process.exitCode !== exitCode) giveUp('it changes process.exitCode')
  for (const name of ownKeys(globalThis)) {
    if (!globals.has(name) && !deleteProperty(globalThis, name)) giveUp(`it changes globalThis.${String(name)}`)
  }
}

/** Gives up if a session has changed what the next one would find. */
function search() {
  const found = changed()
  if (found !== undefined) giveUp(found)
}
