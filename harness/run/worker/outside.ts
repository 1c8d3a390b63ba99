import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import process from 'node:process'
import type { SessionIo } from './io.ts'

const from = Buffer.from.bind(Buffer)
const words = (text: string) => text.split(' ')

/** Without punycode, about which Node warns from version 21. */
const allowedModules = words(
  'assert buffer console crypto events fs os path process querystring readline readline/promises stream stream/promises string_decoder timers timers/promises url util',
)
/** They reach a network, a thread, a person or the runtime, or carry something into the next session. */
const refusedGlobals = words(
  'fetch WebSocket EventSource Worker BroadcastChannel postMessage close reportError onmessage HTMLRewriter alert confirm addEventListener FinalizationRegistry WeakRef PerformanceObserver',
)
/** They change a state that no property shows. */
const functionsWithHiddenState = {
  crypto: 'setEngine setFips',
  os: 'setPriority',
  stream: 'setDefaultHighWaterMark',
  util: 'setTraceSigInt',
}
/** Some change nothing outside their session, and the runtime calls the others. */
const harmlessProcess = words(
  'nextTick hrtime uptime cwd memoryUsage cpuUsage resourceUsage emit emitWarning constructor _tickCallback _fatalException _startProfilerIdleNotifier _stopProfilerIdleNotifier',
)
/** Classes, and what the runtime calls. */
const harmlessFs = words('Stats Dirent Dir _toUnixTimestamp')

/** Replaces modules, files, exit; runtime.ts, what differs between runtimes. */
export function replaceOutside(io: SessionIo, file: string) {
  const loaded: Record<string, object> = {}
  const realRequire = createRequire(file)
  for (const name of allowedModules) if (isBuiltin(name)) loaded[name] = realRequire(name) as object

  for (const [name, functions] of Object.entries(functionsWithHiddenState))
    for (const key of words(functions)) refuseProperty(io, loaded[name] ?? {}, key, `${name}.${key}`)
  replaceFiles(io)
  replaceMethods(io, process, 'process', { exit, reallyExit: exit }, harmlessProcess)
  // These differ between real processes, or describe this process.
  for (const name of ['pid', 'ppid', 'report']) refuseProperty(io, process, name, `process.${name}`)
  const { title } = process
  const setTitle = () => io.unsupported('a new process.title')
  Object.defineProperty(process, 'title', { get: () => title, set: setTitle, configurable: true, enumerable: true })
  // A stack shows our own frames. Node itself asks for one when it ends a stream with an error. Bun calls an assigned function,
  // not a defined one.
  Error.prepareStackTrace = ({ code }: NodeJS.ErrnoException) =>
    code === 'ABORT_ERR' ? '' : io.unsupported('the stack of an error')
  Object.defineProperty(Error, 'prepareStackTrace', { writable: false, configurable: false })
  for (const name of ['addEventListener', 'mark', 'measure', 'timerify'])
    refuseProperty(io, performance, name, `performance.${name}`)
  for (const name of refusedGlobals) if (name in globalThis) refuseProperty(io, globalThis, name, name)

  function exit(given?: unknown): never {
    // `write(text, exit)` gives null if there was no error.
    const status = given ?? 0
    if (!Number.isInteger(status)) io.unsupported('process.exit with what is no whole number')
    return io.exit(Number(status) & 255)
  }

  function require(name: unknown) {
    const builtin = typeof name === 'string' ? loaded[name.startsWith('node:') ? name.slice(5) : name] : undefined
    return builtin ?? io.unsupported(`require('${String(name)}')`)
  }

  return { loaded, require }
}

function replaceFiles(io: SessionIo) {
  function readFileSync(path: unknown, options?: BufferEncoding | { readonly encoding?: BufferEncoding } | null) {
    if (path !== 0 && path !== '/dev/stdin') io.unsupported('fs.readFileSync of other files')
    const encoding = typeof options === 'object' ? options?.encoding : options
    let all = ''
    for (let bytes = io.read(); bytes !== ''; bytes = io.read()) all += bytes
    const buffer = from(all, 'latin1')
    return encoding ? buffer.toString(encoding) : buffer
  }

  function readSync(fd: unknown, buffer: unknown, offset = 0, length?: number, position: unknown = null) {
    if (position !== null || length === 0) return io.unsupported('fs.readSync with such arguments')
    if (fd !== 0 || !(buffer instanceof Uint8Array)) return io.unsupported('fs.readSync of other files')
    const size = length ?? buffer.length - offset
    if (!Number.isInteger(offset) || !Number.isInteger(size)) return io.unsupported('fs.readSync with such arguments')
    const bytes = from(io.read(size), 'latin1')
    buffer.set(bytes, offset)
    return bytes.length
  }

  function writeSync(fd: unknown, data: unknown, ...more: unknown[]) {
    const isData = typeof data === 'string' || data instanceof Uint8Array
    if (!isData || more.length > 0 || (fd !== 1 && fd !== 2)) return io.unsupported('fs.writeSync with such arguments')
    if (fd === 1) io.write(data)
    else io.writeError()
    return Buffer.byteLength(data)
  }

  replaceMethods(io, fs, 'fs', { readFileSync, readSync, writeSync }, harmlessFs)
  replaceMethods(io, fs.promises, 'fs.promises')
}

/** Refuses all methods of an object, also inherited ones, but the given ones and those kept. */
export function replaceMethods(
  io: SessionIo,
  object: object,
  path: string,
  methods: Record<string, unknown> = {},
  kept: readonly string[] = [],
) {
  const done = new Set(kept)
  for (let holder = object; holder !== Object.prototype; holder = Object.getPrototypeOf(holder)) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
      if (done.has(name)) continue
      done.add(name)
      if (typeof property.value !== 'function' || !property.writable) continue
      Object.assign(object, { [name]: methods[name] ?? (() => io.unsupported(`${path}.${name}`)) })
    }
  }
}

export function refuseProperty(io: SessionIo, object: object, name: PropertyKey, path: string) {
  const accessor = () => io.unsupported(path)
  Object.defineProperty(object, name, { get: accessor, set: accessor, configurable: true })
}
