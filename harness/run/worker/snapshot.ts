// Uses nothing that an entry could have changed.
const { apply, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys } = Reflect
const { is } = Object
const text = String

/**
 * Remembers everything that can be reached from some objects.
 * @param roots the objects, by the names that the returned function uses
 * @returns a function that names what has changed since; undefined if nothing has
 */
export function takeSnapshot(roots: Readonly<{ [name: string]: object }>): () => string | undefined {
  const changes: (() => string | undefined)[] = []
  const seen = new Set<unknown>()
  const queue: [name: string, value: unknown][] = Object.entries(roots)
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
export function globalsNow(): () => string | undefined {
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

/** Parts of the names of objects whose getters act on an instance, make a stream, or load a module. */
const unread = ['prototype', '__proto__', 'console', 'assert']

/**
 * Reads the value behind a getter and a setter, such as those of `events.defaultMaxListeners`. Undefined if there is none: our
 * refusals have one function as both, and those of `globalThis` load a module.
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
