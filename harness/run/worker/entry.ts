import { dirname } from 'node:path'
import process from 'node:process'
import type { Bytes } from '../../session/bytes.ts'
import { fromUtf8, type SessionIo } from './io.ts'
import { refuseProperty, replaceOutside } from './outside.ts'
import { replaceRuntime } from './runtime.ts'

// An entry may change the originals.
const { apply, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys } = Reflect
const { exec } = RegExp.prototype
const { is } = Object
const text = String

/** Keeps an entry in this process, and notices what it changes. */
export function prepareEntry(io: SessionIo, file: string) {
  const { exitCode, argv } = process
  const [program = ''] = argv
  const { loaded, require } = replaceOutside(io, file)
  const openModule = replaceModule(io, require, file)
  replaceRuntime(io, file)
  argv.length = 0
  let run: ReturnType<typeof functionOf>
  const removeGlobals = globalsNow()
  const changed = takeSnapshot({ ...loaded, require })

  return {
    load(source: Bytes) {
      run = functionOf(source, file)
    },
    call() {
      argv.push(program, file, ...io.args())
      forgetMatch()
      const words = openModule()
      apply(run, words[0], words)
    },
    /** Undoes what any golfed entry changes. */
    tidy() {
      argv.length = 0
      if (process.exitCode !== exitCode) io.unsupported('it changes process.exitCode')
      const lasting = removeGlobals()
      if (lasting !== undefined) io.unsupported(`it changes globalThis.${lasting}`)
    },
    checkUnchanged() {
      forgetMatch()
      const change = changed()
      if (change !== undefined) io.unsupported(`it changes ${change}`)
    },
  }
}

/** @returns a function that makes `module` for a session, and returns the arguments of `functionOf` */
function replaceModule(io: SessionIo, require: (name: unknown) => unknown, file: string) {
  const folder = dirname(file)
  // All else describes its file, and who loaded it.
  const onlyExports: ProxyHandler<{ exports: object }> = {
    get: (module, name) => (name === 'exports' ? module.exports : io.unsupported(`module.${String(name)}`)),
    ownKeys: () => io.unsupported('the keys of module'),
  }
  let main: object | undefined

  // One function, as each session has another module: see `readerOf`.
  const access = (...given: unknown[]) => (given.length === 0 ? main : io.unsupported('a new main module'))
  const accessor = { get: access, set: access, enumerable: true }
  Object.defineProperty(require, 'main', accessor)
  Object.defineProperty(process, 'mainModule', { ...accessor, configurable: true })
  for (const name of ['resolve', 'extensions', 'cache']) refuseProperty(io, require, name, `require.${name}`)

  return () => {
    const exports = {}
    main = new Proxy({ exports }, onlyExports)
    return [exports, require, main, file, folder]
  }
}

function functionOf(source: Bytes, file: string): (...words: unknown[]) => unknown {
  const parameters = 'exports, require, module, __filename, __dirname'
  // biome-ignore lint/security/noGlobalEval: what else runs a program
  return globalThis.eval(`(function(${parameters}){${fromUtf8(source)}\n})//# sourceURL=${file}`)
}

/** Resets RegExp.$1 and the like. */
function forgetMatch() {
  apply(exec, /(?:)/, [''])
}

/** @returns a function that names what has changed since in all that sessions share; undefined if nothing has */
function takeSnapshot(named: Readonly<Record<string, object>>): () => string | undefined {
  // Only syntax reaches these.
  const iterators = [[].values(), ''[Symbol.iterator](), new Map().keys(), new Set().keys(), ''.matchAll(/./g)]
  const functions = [function* () {}, async () => {}, async function* () {}]
  // This list grows by itself.
  deleteProperty(process, 'moduleLoadList')
  forgetMatch()
  const changes: (() => string | undefined)[] = []
  const seen = new Set<unknown>()
  const queue: [name: string, value: unknown][] = Object.entries({ ...named, iterators, functions, globalThis })
  for (const [name, object] of queue) {
    if (!isObject(object) || seen.has(object)) continue
    seen.add(object)
    const { parent, properties, changed } = recordOf(name, object)
    changes.push(changed)
    queue.push([`${name}.__proto__`, parent])
    for (const { key, value, get, set, hidden } of properties)
      for (const inner of [value, get, set, hidden]) queue.push([`${name}.${text(key)}`, inner])
  }
  return () => {
    let change: string | undefined
    for (let i = 0; i < changes.length && change === undefined; i++) change = changes[i]?.()
    return change
  }
}

/** @returns a function that deletes the global variables made since, and names one that cannot be deleted */
function globalsNow(): () => string | undefined {
  const before = new Set(ownKeys(globalThis))
  return () => {
    const names = ownKeys(globalThis)
    // The snapshot notices one that is gone.
    if (names.length === before.size) return undefined
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string | symbol
      if (!before.has(name) && !deleteProperty(globalThis, name)) return text(name)
    }
    return undefined
  }
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** In the names of objects whose getters act on an instance, make a stream, or load a module. */
const unread = ['prototype', '__proto__', 'console', 'assert']

/**
 * Reads the value behind a getter and a setter, such as those of `events.defaultMaxListeners`. Undefined if there is none: our
 * own are one function, and those of `globalThis` load a module.
 */
function readerOf(name: string, object: object, key: PropertyKey) {
  const { get, set } = getOwnPropertyDescriptor(object, key) ?? {}
  if (get === undefined || set === undefined || get === set || object === globalThis) return undefined
  if (unread.some((part) => name.includes(part))) return undefined
  return () => {
    try {
      return apply(get, object, [])
    } catch {
      return undefined
    }
  }
}

/** @returns also `changed`, which names the object, or its property, that is different now */
function recordOf(name: string, object: object) {
  const parent = getPrototypeOf(object)
  const wasExtensible = isExtensible(object)
  const properties = ownKeys(object).map((key) => {
    // The first read may turn an accessor into a value.
    readerOf(name, object, key)?.()
    const read = readerOf(name, object, key)
    return { key, read, hidden: read?.(), ...getOwnPropertyDescriptor(object, key) }
  })
  function changed(): string | undefined {
    if (isExtensible(object) !== wasExtensible || getPrototypeOf(object) !== parent) return name
    if (ownKeys(object).length !== properties.length) return name
    for (let i = 0; i < properties.length; i++) {
      const before = properties[i] as (typeof properties)[number]
      const now = getOwnPropertyDescriptor(object, before.key)
      const isSame =
        is(now?.value, before.value) &&
        now?.get === before.get &&
        now?.set === before.set &&
        now?.writable === before.writable &&
        now?.enumerable === before.enumerable &&
        now?.configurable === before.configurable &&
        (before.read === undefined || isObject(before.hidden) || is(before.read(), before.hidden))
      if (!isSame) return `${name}.${text(before.key)}`
    }
    return undefined
  }
  return { parent, properties, changed }
}
