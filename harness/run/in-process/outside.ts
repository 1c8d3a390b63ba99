import nodeModule, { createRequire, isBuiltin } from 'node:module'
import { dirname } from 'node:path'
import process from 'node:process'
import { replaceBun } from './bun.ts'
import { replaceConsole } from './console.ts'
import { replaceFiles, replaceMethods } from './files.ts'
import { decoded, type SessionIo } from './io.ts'
import type { Setup } from './protocol.ts'
import { replaceStreams } from './streams.ts'

const { defineProperty } = Object

/** Modules that an entry may load: what they reach outside is replaced, or nothing. */
const modules =
  'assert buffer console crypto events fs os path process punycode querystring readline readline/promises stream stream/promises string_decoder timers timers/promises url util'.split(
    ' ',
  )

/** Globals that reach out of the process when they are called, or keep what the next session would find. */
const unsupportedGlobals =
  'fetch WebSocket EventSource Worker BroadcastChannel postMessage close reportError onmessage HTMLRewriter FinalizationRegistry WeakRef'.split(
    ' ',
  )

/** Methods of `process` that change nothing outside their session. */
const harmless =
  'nextTick hrtime uptime cwd memoryUsage cpuUsage resourceUsage umask getuid geteuid getgid getegid getgroups constrainedMemory availableMemory'.split(
    ' ',
  )

/** What a script is called with. */
export interface Arguments {
  readonly exports: object
  readonly require: object
  /** Absent where the script cannot name it. */
  readonly module: object | undefined
}

/** Replaces what touches the outside: standard streams, arguments, exit, files. Everything else is the runtime's own. */
export function replaceOutside(io: SessionIo, { entry, file, runtime, input }: Setup) {
  const loaded: Record<string, object> = {}
  const realRequire = createRequire(file)
  for (const name of modules) if (isBuiltin(name)) loaded[name] = realRequire(name) as object

  const paths = realRequire.resolve.paths?.('x')?.filter((path) => file.startsWith(dirname(path)))

  const streams = replaceStreams(io)
  replaceConsole(io, streams)
  replaceFiles(io, streams)
  if (runtime === 'bun') replaceBun(io, streams)
  const { exits, reset } = replaceProcess(io)

  for (const name of unsupportedGlobals) {
    if (!(name in globalThis)) continue
    const value = function unsupported() {
      io.unsupported(name)
    }
    defineProperty(value, 'name', { value: name, configurable: true })
    defineProperty(globalThis, name, { value })
  }
  for (const name of ['mark', 'measure', 'timerify']) {
    defineProperty(performance, name, { value: () => io.unsupported(`performance.${name}`), configurable: true })
  }

  function require(name: unknown) {
    const builtin = typeof name === 'string' ? loaded[name.replace(/^node:/, '')] : undefined
    return builtin ?? io.unsupported(`require('${String(name)}')`)
  }
  const Module = nodeModule as unknown as new (id: string, parent: unknown) => { exports: object }
  const namesModule = /\b(module|arguments|eval)\b|\\u/.test(entry.body)
  let exports: object = {}
  let main: object | undefined
  /** The script's module, made where a session asks for it. */
  function mainModule(): object {
    main ??= Object.assign(new Module('.', undefined), {
      ...(runtime === 'node' ? { path: dirname(file), paths } : {}),
      exports,
      filename: file,
    })
    return main
  }
  const set = () => io.unsupported('process.mainModule')
  const accessor = { get: () => (entry.isScript ? mainModule() : undefined), set, configurable: true, enumerable: true }
  defineProperty(process, 'mainModule', accessor)
  if (runtime === 'node') defineProperty(require, 'main', accessor)
  const { cache, resolve } = realRequire
  for (const [name, value] of Object.entries({ cache, resolve, extensions: realRequire.extensions })) {
    if (runtime === 'node' || name === 'resolve') {
      defineProperty(require, name, { value, writable: true, enumerable: true, configurable: true })
    }
  }
  replaceMethods(nodeModule, { isBuiltin }, (name) => io.unsupported(`module.${name}`))
  for (const name of ['require', 'load', '_compile']) {
    defineProperty(nodeModule.prototype, name, { value: () => io.unsupported(`module.${name}`), configurable: true })
  }
  const [program] = process.argv as [string]
  const argv = () => [program, file, ...(input === 'args' ? io.args().map(decoded) : [])]
  const none: string[] = []
  if (runtime === 'bun') Object.assign(globalThis.Bun as object, { main: file })

  return {
    modules: loaded,
    require,
    /** As `import()` gives it. */
    load: async (name: unknown) => {
      const module = require(name)
      return { __proto__: null, ...module, default: module }
    },
    /** Before a session. */
    begin() {
      const args = argv()
      process.argv = args
      if (runtime === 'bun') Object.assign(globalThis.Bun ?? {}, { argv: args })
    },
    script(): Arguments {
      exports = {}
      main = undefined
      return { exports, require, module: namesModule ? mainModule() : undefined }
    },
    /** The listeners of 'exit' have their turn. */
    exits,
    /** After a session. */
    reset() {
      streams.reset()
      reset()
      process.argv = none
      if (runtime === 'bun') Object.assign(globalThis.Bun ?? {}, { argv: none })
      main = undefined
    },
    /** RegExp.$1 and its like are those of the last match. */
    forgetMatches: () => Reflect.apply(exec, /(?:)/, ['']),
  }
}

const { exec } = RegExp.prototype

function replaceProcess(io: SessionIo) {
  type Listener = (status: number) => unknown
  let listeners: Listener[] = []
  let exiting = false
  const status = () => Number(process.exitCode ?? 0) & 255

  /** @param code the exit status unless the entry sets another; Bun cannot take an exit code back */
  function exits(code?: number): number {
    if (exiting) return status()
    exiting = true
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
  for (const name of harmless) {
    const real = process[name as 'cwd'] as (...args: unknown[]) => unknown
    const changes = name === 'umask'
    replaced[name] = changes
      ? (...args: unknown[]) => (args.length > 0 ? io.unsupported('process.umask') : real())
      : real
  }
  for (let object = process as object; object !== Object.prototype; object = Object.getPrototypeOf(object)) {
    for (const name of Object.getOwnPropertyNames(object)) {
      const { value } = Object.getOwnPropertyDescriptor(object, name) ?? {}
      // The runtime itself calls those that begin with `_`.
      const isInternal = /^_(?!kill|linkedBinding|debug|getActive|rawDebug)|^(constructor|emit|emitWarning)$/.test(name)
      if (typeof value !== 'function' || isInternal) continue
      const other = replaced[name] ?? (() => io.unsupported(`process.${name}`))
      if (other !== value && Object.hasOwn(process, name) === (object === process)) {
        defineProperty(process, name, {
          value: other,
          writable: true,
          configurable: true,
          enumerable: object === process,
        })
      }
    }
  }
  return {
    exits,
    reset() {
      exiting = false
      if (listeners.length > 0) listeners = []
    },
  }
}
