import type { Host } from './host.ts'
import type { Kit } from './kit.ts'

type Listener = ((...args: unknown[]) => unknown) & { listener?: Listener }

/** Node's EventEmitter, as far as entries use it. */
export function makeEvents(host: Host, kit: Kit) {
  const { apply } = Reflect
  const stored = Symbol('listeners')
  type Stored = { [stored]?: Map<unknown, Listener[]> }
  const { get: mapGet, set: mapSet, delete: mapDelete } = Map.prototype

  const listenersOf = (emitter: object, name: unknown): Listener[] => {
    const map = (emitter as Stored)[stored]
    return map === undefined ? [] : ((apply(mapGet, map, [name]) as Listener[] | undefined) ?? [])
  }

  function keep(emitter: object, name: unknown, listeners: Listener[]) {
    const owner = emitter as Stored
    if (owner[stored] === undefined) {
      Object.defineProperty(owner, stored, { value: new Map(), writable: true, enumerable: false, configurable: true })
    }
    apply(listeners.length === 0 ? mapDelete : mapSet, owner[stored], [name, listeners])
  }

  function add(emitter: EventEmitter, name: unknown, listener: Listener, first = false) {
    if (typeof listener !== 'function') {
      kit.fail(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "listener" argument must be of type function.')
    }
    if (listenersOf(emitter, 'newListener').length > 0) host.unsupported("the event 'newListener'")
    const before = listenersOf(emitter, name)
    keep(emitter, name, first ? [listener, ...before] : [...before, listener])
    return emitter
  }

  function onceOnly(emitter: EventEmitter, name: unknown, listener: Listener): Listener {
    if (typeof listener !== 'function') return listener
    const wrapper: Listener = function (this: unknown, ...args) {
      remove(emitter, name, wrapper)
      return apply(listener, this, args)
    }
    wrapper.listener = listener
    return wrapper
  }

  function remove(emitter: EventEmitter, name: unknown, listener: Listener) {
    const before = listenersOf(emitter, name)
    for (let i = before.length - 1; i >= 0; i--) {
      if (before[i] !== listener && before[i]?.listener !== listener) continue
      const after: Listener[] = []
      for (let j = 0; j < before.length; j++) if (j !== i) after[after.length] = before[j] as Listener
      keep(emitter, name, after)
      break
    }
    return emitter
  }

  interface EventEmitter {
    on(name: unknown, listener: Listener): this
    once(name: unknown, listener: Listener): this
    off(name: unknown, listener: Listener): this
    removeAllListeners(name?: unknown): this
    emit(name: unknown, ...args: unknown[]): boolean
  }
  function EventEmitter(this: EventEmitter) {}
  kit.define(EventEmitter.prototype, {
    on(this: EventEmitter, name: unknown, listener: Listener) {
      return add(this, name, listener)
    },
    prependListener(this: EventEmitter, name: unknown, listener: Listener) {
      return add(this, name, listener, true)
    },
    once(this: EventEmitter, name: unknown, listener: Listener) {
      return this.on(name, onceOnly(this, name, listener))
    },
    off(this: EventEmitter, name: unknown, listener: Listener) {
      return remove(this, name, listener)
    },
    removeAllListeners(this: EventEmitter, ...names: unknown[]) {
      if (names.length === 0) delete (this as Stored)[stored]
      else keep(this, names[0], [])
      return this
    },
    emit(this: EventEmitter, name: unknown, ...args: unknown[]) {
      const listeners = listenersOf(this, name)
      if (listeners.length === 0 && name === 'error') {
        throw args[0] instanceof Error ? args[0] : new Error(`Unhandled error. (${String(args[0])})`)
      }
      for (let i = 0; i < listeners.length; i++) apply(listeners[i] as Listener, this, args)
      return listeners.length > 0
    },
    listenerCount(this: EventEmitter, name: unknown) {
      return listenersOf(this, name).length
    },
    listeners(this: EventEmitter, name: unknown) {
      return listenersOf(this, name).map((listener) => listener.listener ?? listener)
    },
    setMaxListeners(this: EventEmitter) {
      return this
    },
  })
  const proto = EventEmitter.prototype
  kit.define(proto, { addListener: proto.on, removeListener: proto.off })
  kit.partial('EventEmitter', proto)

  /** The promise form, `events.once`. */
  const once = (emitter: EventEmitter, name: unknown) =>
    new Promise((resolve, reject) => {
      const clear = () => {
        remove(emitter, name, done)
        remove(emitter, 'error', failed)
      }
      const done: Listener = (...args) => {
        clear()
        resolve(args)
      }
      const failed: Listener = (error) => {
        clear()
        reject(error)
      }
      emitter.on(name, done)
      if (name !== 'error') emitter.on('error', failed)
    })

  kit.define(EventEmitter, { EventEmitter, once })
  kit.partial('events', EventEmitter, Function.prototype)
  const Emitter = EventEmitter as unknown as new () => EventEmitter
  return { Emitter, count: (emitter: object, name: unknown) => listenersOf(emitter, name).length, add, remove }
}

export type Events = ReturnType<typeof makeEvents>
