import nodeModule, { createRequire, isBuiltin } from 'node:module'
import process from 'node:process'
import { replaceBun } from './bun.ts'
import { replaceConsole } from './console.ts'
import { refusing, replaceFiles, replaceMethods } from './files.ts'
import { decoded, type SessionIo } from './io.ts'
import type { Setup } from './protocol.ts'
import { replaceStreams } from './streams.ts'

const { defineProperty } = Object
const { exec } = RegExp.prototype
const words = (text: string) => text.split(' ')

/**
 * Modules that an entry may load: what reaches outside in them is replaced; most of them reach nothing. Not punycode: Node warns
 * of it, from 21 on, when it is loaded.
 */
const modules = words(
  'assert buffer console crypto events fs os path process querystring readline readline/promises stream stream/promises string_decoder timers timers/promises url util',
)
/** Globals that reach out of the process when they are called, or keep what the next session would find. */
const unsupportedGlobals = words(
  'fetch WebSocket EventSource Worker BroadcastChannel postMessage close reportError onmessage HTMLRewriter FinalizationRegistry WeakRef',
)
/** Methods of `process` that change nothing outside their session. */
const harmless = words(
  'nextTick hrtime uptime cwd memoryUsage cpuUsage resourceUsage getuid geteuid getgid getegid getgroups constrainedMemory availableMemory',
)

/** Replaces what touches the outside: standard streams, arguments, exit, files. Everything else is the runtime's own. */
export function replaceOutside(io: SessionIo, { file, runtime, input }: Setup) {
  const loaded: Record<string, object> = {}
  const realRequire = createRequire(file)
  for (const name of modules) if (isBuiltin(name)) loaded[name] = realRequire(name) as object

  const streams = replaceStreams(io)
  replaceConsole(io, streams)
  replaceFiles(io, streams)
  if (runtime === 'bun') replaceBun(io, streams)
  const { exits, reset } = replaceProcess(io)

  /** Reading it, or calling it, is unsupported. */
  const refuse = (object: object, name: string, path: string) =>
    defineProperty(object, name, {
      get: () => io.unsupported(path),
      set: () => io.unsupported(path),
      configurable: true,
    })
  for (const name of unsupportedGlobals) {
    if (!(name in globalThis)) continue
    const value = function unsupported() {
      io.unsupported(name)
    }
    defineProperty(value, 'name', { value: name, configurable: true })
    defineProperty(globalThis, name, { value })
  }
  for (const name of ['mark', 'measure', 'timerify']) refuse(performance, name, `performance.${name}`)

  function require(name: unknown) {
    const builtin = typeof name === 'string' ? loaded[name.replace(/^node:/, '')] : undefined
    return builtin ?? io.unsupported(`require('${String(name)}')`)
  }
  for (const name of ['main', 'cache', 'resolve', 'extensions']) refuse(require, name, `require.${name}`)
  refuse(process, 'mainModule', 'process.mainModule')
  replaceMethods(nodeModule, { isBuiltin }, (name) => io.unsupported(`module.${name}`))
  for (const name of ['require', 'load', '_compile']) refuse(nodeModule.prototype, name, `module.${name}`)

  const [program] = process.argv as [string]
  const none: string[] = []
  function setArguments(argv: string[]) {
    process.argv = argv
    if (runtime === 'bun') Object.assign(globalThis.Bun ?? {}, { argv })
  }
  if (runtime === 'bun') Object.assign(globalThis.Bun ?? {}, { main: file })

  return {
    modules: loaded,
    module: refusing(io, 'module'),
    require,
    /** As `import()` gives it. */
    load: async (name: unknown) => {
      const module = require(name)
      return { __proto__: null, ...module, default: module }
    },
    /** Before a session. */
    begin: () => setArguments([program, file, ...(input === 'args' ? io.args().map(decoded) : [])]),
    /** The listeners of 'exit' have their turn. */
    exits,
    /** After a session. */
    reset() {
      streams.reset()
      reset()
      setArguments(none)
    },
    /** RegExp.$1 and its like are those of the last match. */
    forgetMatches: () => Reflect.apply(exec, /(?:)/, ['']),
  }
}

function replaceProcess(io: SessionIo) {
  type Listener = (status: number) => unknown
  let listeners: Listener[] = []
  let isExiting = false
  const status = () => Number(process.exitCode ?? 0) & 255

  /** @param code the exit status unless the entry sets another; Bun cannot take an exit code back */
  function exits(code?: number): number {
    if (isExiting) return status()
    isExiting = true
    if (listeners.length === 0 && code !== undefined) return code
    if (code !== undefined) process.exitCode = code
    for (let i = 0; i < listeners.length; i++) {
      Reflect.apply(listeners[i] as Listener, process, [process.exitCode ?? 0])
    }
    return status()
  }
  function listen(name: unknown, listener: Listener) {
    if (name !== 'exit' || typeof listener !== 'function') io.unsupported(`process.on('${String(name)}')`)
    listeners[listeners.length] = listener
    return process
  }
  function exit(code?: number): never {
    if (code !== undefined && code !== null) process.exitCode = code
    return io.exit(exits())
  }
  const replaced: Record<string, unknown> = { on: listen, addListener: listen, once: listen, exit, reallyExit: exit }
  for (const name of harmless) replaced[name] = process[name as 'cwd']
  for (let object = process as object; object !== Object.prototype; object = Object.getPrototypeOf(object)) {
    for (const name of Object.getOwnPropertyNames(object)) {
      const { value } = Object.getOwnPropertyDescriptor(object, name) ?? {}
      // The runtime itself calls those that begin with `_`.
      const isInternal = /^_(?!kill|linkedBinding|debug|getActive|rawDebug)|^(constructor|emit|emitWarning)$/.test(name)
      if (typeof value !== 'function' || isInternal) continue
      const other = replaced[name] ?? (() => io.unsupported(`process.${name}`))
      const isOwn = object === process
      if (other === value || Object.hasOwn(process, name) !== isOwn) continue
      defineProperty(process, name, { value: other, writable: true, configurable: true, enumerable: isOwn })
    }
  }
  return {
    exits,
    reset() {
      isExiting = false
      if (listeners.length > 0) listeners = []
    },
  }
}
