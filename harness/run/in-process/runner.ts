/**
 * Runs in the entry's own runtime: makes the entry's function once and calls it for one session after the other, each
 * until there is nothing left to do. It reports what was written; its parent forms the verdict.
 */
import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import type { Lines } from '../../session/bytes.ts'
import { replaceBun } from './bun.ts'
import { decoded, sessionIo } from './io.ts'
import { replaceNode } from './node.ts'
import { replaceOutside } from './outside.ts'
import { takeSnapshot } from './snapshot.ts'
import type { InProcessReport, Setup } from './worker.ts'

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
  while (!received.includes('\n')) {
    const length = readSync(input, bytes)
    if (length === 0) realExit(0)
    received += bytes.toString('latin1', 0, length)
  }
  const line = received.slice(0, received.indexOf('\n'))
  received = received.slice(line.length + 1)
  return line
}

function send(message: 'ready' | InProcessReport) {
  const line = toBuffer(`${stringify(message)}\n`, 'latin1')
  for (let at = 0; at < line.length; ) at += writeSync(output, line, at)
}

/** Only real processes can run the entry: nothing that this one has reported counts. */
function giveUp(why: string): never {
  send({ output: '', readAt: [], stderr: false, end: 'unsupported', why })
  return realExit(0)
}

const { exitCode, argv } = process
const [program] = argv as [string]
const setup: Setup = parse(receive())
const file = decoded(setup.file)
const io = sessionIo(setup.input, giveUp)
let require: unknown
let run: (...args: unknown[]) => unknown
let globals: Set<PropertyKey>
/** @returns what sessions have changed that stays changed */
let changed: () => string | undefined

let sessions: readonly Lines[] = []
/** How many of them are over. */
let done = 0
let isRunning = false
/** How often a session that is over was seen to go on. */
let overdue = 0

process.removeAllListeners('warning')
// The runtime gives some of them only once in a process.
process.on('warning', () => giveUp('it causes a warning'))
for (const name of ['uncaughtException', 'unhandledRejection']) process.on(name, failed)
process.on('beforeExit', idle)
// What is left of a session that is over, a timer perhaps, goes on.
setInterval(() => {
  if (isRunning && io.session.report !== undefined && ++overdue > 1) giveUp('it leaves a timer or a promise behind')
}, 25).unref()
// Then Node's own start is over: what it uses can be replaced.
setImmediate(start)

function start() {
  const outside = replaceOutside(io, file)
  require = outside.require
  if (globalThis.Bun === undefined) replaceNode(io)
  else replaceBun(io, file)
  argv.length = 0
  const parameters = 'exports, require, module, __filename, __dirname'
  // biome-ignore lint/security/noGlobalEval: what else runs a program
  run = globalThis.eval(`(function(${parameters}){${decoded(setup.body)}\n})//# sourceURL=${file}`)
  globals = new Set(ownKeys(globalThis))
  const iterators = [[].values(), ''[Symbol.iterator](), new Map().keys(), new Set().keys(), ''.matchAll(/./g)]
  const functions = [function* () {}, async () => {}, async function* () {}]
  // It grows by itself.
  deleteProperty(process, 'moduleLoadList')
  changed = takeSnapshot({ ...outside.loaded, require: outside.require, iterators, functions, globalThis })
  send('ready')
  setImmediate(receiveSessions)
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
  argv.push(program, file, ...io.args())
  // RegExp.$1 and its like are those of the last match.
  apply(exec, /(?:)/, [''])
  try {
    const exports = {}
    apply(run, exports, [exports, require, { exports }, file, dirname(file)])
  } catch (error) {
    failed(error)
  }
}

/** An error that nobody has caught: the process ends with status 1. */
function failed(error: unknown) {
  if (error === io.stopped) return
  if (!isRunning) giveUp('an error outside its sessions')
  if (io.session.report !== undefined) return
  io.writeError()
  io.end('ended', 1)
}

/** The event loop has nothing left to do: there is input to give, or the session is over. */
function idle() {
  try {
    if (io.session.feed?.()) return setImmediate(() => {})
  } catch (error) {
    failed(error)
  }
  isRunning = false
  const report = io.end('ended', 0)
  tidy()
  done++
  // What sessions have changed is looked for once for all that were sent together: few at first.
  const change = done === sessions.length ? changed() : undefined
  if (change !== undefined) giveUp(change)
  send(report)
  return setImmediate(done < sessions.length ? begin : receiveSessions)
}

/** Takes back what every golfed entry changes. */
function tidy() {
  argv.length = 0
  if (process.exitCode !== exitCode) giveUp('it changes process.exitCode')
  for (const name of ownKeys(globalThis)) {
    if (!globals.has(name) && !deleteProperty(globalThis, name)) giveUp(`it changes globalThis.${String(name)}`)
  }
}
