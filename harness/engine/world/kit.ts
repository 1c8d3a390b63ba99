import type { Host } from './host.ts'

/**
 * Every file of this folder but host.ts is one function that the child passes as source text into the entry's own realm:
 * what it makes there is made of that realm's objects, so an entry finds nothing of ours by following prototypes and
 * constructors. So none may refer to anything outside itself but globals, and those only while it sets up: the entry
 * may change them later.
 */
export function makeKit(host: Host) {
  const { defineProperty, get, ownKeys, setPrototypeOf } = Reflect
  const { prototype, create } = Object
  const silent = ['then', 'toJSON', 'constructor', '__proto__']

  /** A prototype under which a property that is not offered ends the session, rather than being undefined. */
  function partial<T extends object>(name: string, object: T, parent: object = prototype): T {
    const absent = (key: string | symbol) => typeof key === 'string' && !(key in parent) && !silent.includes(key)
    const known = create(parent)
    const guard = new Proxy(known, {
      get: (_, key, receiver) =>
        absent(key) ? host.unsupported(`${name}.${String(key)}`) : get(parent, key, receiver),
      has: (_, key) => (absent(key) ? host.unsupported(`${name}.${String(key)}`) : key in parent),
      set: (_, key, value, receiver) =>
        defineProperty(receiver, key, { value, writable: true, enumerable: true, configurable: true }),
    })
    setPrototypeOf(object, guard)
    return object
  }

  /** Accessors that end the session, for names that the real runtime has and the engine does not offer. */
  function deny(object: object, name: string, keys: readonly string[]) {
    const present = ownKeys(object)
    for (const key of keys) {
      if (present.includes(key)) continue
      defineProperty(object, key, {
        get: () => host.unsupported(`${name}${key}`),
        set(value) {
          defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true })
        },
        configurable: true,
        enumerable: false,
      })
    }
  }

  function define(object: object, properties: Readonly<Record<string, unknown>>, enumerable = false) {
    for (const key of ownKeys(properties) as string[]) {
      defineProperty(object, key, { value: properties[key], writable: true, enumerable, configurable: true })
    }
  }

  function fail(Kind: ErrorConstructor, code: string, message: string): never {
    const error = new Kind(message)
    defineProperty(error, 'code', { value: code, writable: true, enumerable: true, configurable: true })
    throw error
  }

  return { partial, deny, define, fail }
}

export type Kit = ReturnType<typeof makeKit>
