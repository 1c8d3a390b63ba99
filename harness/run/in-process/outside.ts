import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import { createRequire, isBuiltin, syncBuiltinESMExports } from 'node:module'
import process from 'node:process'
import { everything, type SessionIo } from './io.ts'

const from = Buffer.from.bind(Buffer)
const words = (text: string) => text.split(' ')

/**
 * Modules that an entry may load: what reaches outside in them is replaced; most of them reach nothing. Not punycode: Node
 * warns of it, from 21 on, when it is loaded.
 */
const modules = words(
  'assert buffer console crypto events fs os path process querystring readline readline/promises stream stream/promises string_decoder timers timers/promises url util',
)
/** Globals that reach out of the process when they are called, or carry state into the next session. */
const unsupportedGlobals = words(
  'fetch WebSocket EventSource Worker BroadcastChannel postMessage close reportError onmessage HTMLRewriter FinalizationRegistry WeakRef alert confirm',
)
/** Methods of `process` that change nothing outside their session. */
const harmless = words(
  'nextTick hrtime uptime cwd memoryUsage cpuUsage resourceUsage getuid geteuid getgid getegid getgroups constrainedMemory availableMemory',
)
/** Methods that the runtime itself calls, and classes. */
const internal = /^_(?!kill|linkedBinding|debug|getActive|rawDebug)|^[A-Z]|^(constructor|emit|emitWarning)$/

/**
 * Replaces what touches the outside: modules, files, arguments, exit. What else only Node or only Bun has is replaced in
 * files of their own; all the rest is the runtime's.
 */
export function replaceOutside(io: SessionIo, file: string) {
  const loaded: Record<string, object> = {}
  const realRequire = createRequire(file)
  for (const name of modules) if (isBuiltin(name)) loaded[name] = realRequire(name) as object

  replaceFiles(io)
  replaceMethods(io, process, 'process', { ...kept(process, harmless), exit, reallyExit: exit })
  for (const name of unsupportedGlobals) if (name in globalThis) refuse(io, globalThis, name, name)
  for (const name of ['mark', 'measure', 'timerify']) refuse(io, performance, name, `performance.${name}`)
  for (const name of ['main', 'cache', 'resolve', 'extensions']) refuse(io, require, name, `require.${name}`)
  refuse(io, process, 'mainModule', 'process.mainModule')

  function exit(status: unknown = 0): never {
    if (!Number.isInteger(status)) io.unsupported('process.exit with what is no whole number')
    return io.exit(Number(status) & 255)
  }

  function require(name: unknown) {
    const builtin = typeof name === 'string' ? loaded[name.startsWith('node:') ? name.slice(5) : name] : undefined
    return builtin ?? io.unsupported(`require('${String(name)}')`)
  }

  const [program] = process.argv as [string]
  const none: string[] = []
  function setArguments(argv: string[]) {
    process.argv = argv
    if (globalThis.Bun !== undefined) globalThis.Bun.argv = argv
  }
  setArguments(none)

  return {
    modules: loaded,
    module: refusing(io, 'module'),
    require,
    /** Before a session. */
    begin: () => setArguments([program, file, ...io.args()]),
    /** After a session. */
    end: () => setArguments(none),
  }
}

/** `fs`: standard input and output are the session's, all else is unsupported. */
function replaceFiles(io: SessionIo) {
  function read(length: number) {
    // Together with a stream, it shares a buffer only in a real process.
    if (io.reader !== undefined) io.unsupported('standard input read in two ways')
    return io.read(length)
  }

  function readFileSync(path: unknown, options?: BufferEncoding | { readonly encoding?: BufferEncoding } | null) {
    if (path !== 0 && path !== '/dev/stdin') io.unsupported('fs.readFileSync of other files')
    const encoding = typeof options === 'object' ? options?.encoding : options
    let all = ''
    for (let bytes = read(everything); bytes !== ''; bytes = read(everything)) all += bytes
    const buffer = from(all, 'latin1')
    if (encoding === undefined || encoding === null) return buffer
    return Buffer.isEncoding(encoding) ? buffer.toString(encoding) : io.unsupported('fs.readFileSync as something else')
  }

  function readSync(fd: unknown, buffer: unknown, offset = 0, length?: number, position: number | null = null) {
    if (fd !== 0 || !(buffer instanceof Uint8Array) || (position !== null && position !== -1))
      return io.unsupported('fs.readSync of other files')
    const most = length === undefined ? buffer.length - offset : length
    const isInside = offset >= 0 && most >= 0 && offset + most <= buffer.length
    if (!Number.isInteger(offset) || !Number.isInteger(most) || !isInside)
      return io.unsupported('fs.readSync with such arguments')
    if (most === 0) return 0
    const bytes = from(read(most), 'latin1')
    buffer.set(bytes, offset)
    return bytes.length
  }

  function writeSync(fd: unknown, data: unknown, ...more: unknown[]) {
    const isData = typeof data === 'string' || data instanceof Uint8Array
    if (!isData || more.length > 0) return io.unsupported('fs.writeSync with such arguments')
    if (fd === 1) io.write(data)
    else if (fd === 2) io.writeError()
    else io.unsupported('fs.writeSync to other files')
    return Buffer.byteLength(data)
  }

  replaceMethods(io, fs, 'fs', { readFileSync, readSync, writeSync })
  replaceMethods(io, fs.promises, 'fs.promises', {})
  syncBuiltinESMExports()
}

/** Replaces an object's methods, also those it inherits: by those given, or else by one that is unsupported. */
export function replaceMethods(io: SessionIo, object: object, path: string, methods: Record<string, unknown>) {
  const seen = new Set<string>()
  for (let holder = object; holder !== Object.prototype; holder = Object.getPrototypeOf(holder)) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
      if (seen.has(name)) continue
      seen.add(name)
      if (typeof property.value !== 'function' || !property.writable || internal.test(name)) continue
      const value = methods[name] ?? (() => io.unsupported(`${path}.${name}`))
      const attributes = object === holder ? {} : { writable: true, configurable: true }
      Object.defineProperty(object, name, { ...attributes, value })
    }
  }
}

/** Some methods of an object, as they are. */
export const kept = (object: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, (object as Record<string, unknown>)[name]]))

/** Makes it unsupported to read or write a property. */
export function refuse(io: SessionIo, object: object, name: PropertyKey, path: string) {
  const accessor = () => io.unsupported(path)
  Object.defineProperty(object, name, { get: accessor, set: accessor, configurable: true })
}

/** An object of which nothing can be asked but some properties. */
export function refusing(io: SessionIo, path: string, known: Record<PropertyKey, unknown> = {}): object {
  const refuse = () => io.unsupported(path)
  const get = (_: object, name: PropertyKey) => (Object.hasOwn(known, name) ? known[name] : refuse())
  return new Proxy({}, { get, set: refuse, has: refuse })
}
