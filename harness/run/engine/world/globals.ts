import type { Host } from './host.ts'
import type { Kit } from './kit.ts'

/** The small change of a runtime's globals; names that it has and we have not end the session. */
export function makeGlobals(host: Host, kit: Kit, tripwires: boolean) {
  const { isArray } = Array
  const { getPrototypeOf } = Object
  const { defineProperty, ownKeys } = Reflect
  const objectPrototype = Object.prototype
  const arrayPrototype = Array.prototype

  function copy(value: unknown, seen: Map<unknown, unknown>): unknown {
    if (typeof value === 'function' || typeof value === 'symbol')
      return host.unsupported('structuredClone of a function')
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return seen.get(value)
    const parent = getPrototypeOf(value)
    if (!(isArray(value) && parent === arrayPrototype) && parent !== objectPrototype) {
      return host.unsupported('structuredClone of more than arrays and objects')
    }
    const made: object = isArray(value) ? [] : {}
    seen.set(value, made)
    if (isArray(value)) (made as unknown[]).length = value.length
    for (const key of ownKeys(value)) {
      if (typeof key !== 'string' || (isArray(value) && key === 'length')) continue
      const item = copy((value as Record<string, unknown>)[key], seen)
      defineProperty(made, key, { value: item, writable: true, enumerable: true, configurable: true })
    }
    return made
  }

  kit.define(globalThis, { global: globalThis, structuredClone: (value: unknown) => copy(value, new Map()) }, true)
  for (const name of ['WebAssembly', 'FinalizationRegistry', 'WeakRef', 'Atomics', 'SharedArrayBuffer', 'gc']) {
    Reflect.deleteProperty(globalThis, name)
  }
  const names = host.names('globalThis')
  kit.deny(globalThis, 'globalThis')
  for (const name of ownKeys(globalThis)) {
    if (typeof name === 'string' && !names.includes(name)) Reflect.deleteProperty(globalThis, name)
  }

  // Code that is made at run time sees globals only, and the source of a function is not the entry's.
  if (!tripwires) return
  const wire = <T extends object>(target: T): T => new Proxy(target, { apply: host.trip, construct: host.trip })
  for (const kind of [() => {}, async () => {}, function* () {}, async function* () {}]) {
    const owner = getPrototypeOf(kind)
    kit.define(owner, { constructor: wire(owner.constructor) })
  }
  const { prototype } = Function
  kit.define(prototype, { toString: wire(prototype.toString) })
  kit.define(globalThis, { Function: prototype.constructor, eval: wire(Reflect.get(globalThis, 'eval')) })
}
