import type { Host } from './host.ts'

/**
 * Every file of this folder but host.ts is one function that the child passes as source text into the entry's own realm:
 * what it makes there is made of that realm's objects, so an entry finds nothing of ours by following prototypes and
 * constructors. So none may refer to anything outside itself but globals, and those only while it sets up: the entry
 * may change them later.
 */
export function makeKit(host: Host) {
  const { defineProperty, ownKeys, setPrototypeOf } = Reflect
  const { prototype, create, freeze } = Object

  /** Makes the names that the real runtime has in a place, and that are not offered, end the session. */
  function deny(object: object, place: string) {
    for (const key of host.names(place)) {
      if (key in object) continue
      const get = freeze(() => host.unsupported(place === 'globalThis' ? key : `${place}.${key}`))
      defineProperty(object, key, { get, set: setters[key] ?? setter(key), configurable: true, enumerable: false })
    }
  }

  const setters: Record<string, (value: unknown) => void> = create(null)
  function setter(key: string) {
    const { set } = {
      set(this: object, value: unknown) {
        defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true })
      },
    }
    setters[key] = freeze(set)
    return set
  }

  /** Denies what an object, which has to be without a parent of its own, does not offer. */
  function partial<T extends object>(place: string, object: T, parent: object = prototype): T {
    const denied = create(parent)
    deny(denied, place)
    setPrototypeOf(object, denied)
    return object
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
