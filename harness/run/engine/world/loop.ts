import type { Host } from './host.ts'
import type { Kit } from './kit.ts'

interface Timer {
  due: number
  order: number
  readonly every: number | undefined
  readonly run: () => void
  held: boolean
}

/** Where input comes from when nothing else is left to do. */
export interface Source {
  listens(): boolean
  deliver(chunk: string | null): void
}

/**
 * The event loop, on a clock of its own: what waits for time waits no longer than what comes before it. Input comes
 * first, as a judge answers at once; only what is due in a moment comes before that.
 */
export function makeLoop(host: Host, kit: Kit) {
  const { apply, defineProperty } = Reflect
  const moment = 10
  let ticks: (() => void)[] = []
  let timers: Timer[] = []
  let immediates: Timer[] = []
  let now = 0
  let heard = 0
  let order = 0
  let source: Source | undefined

  const call = (callback: unknown, args: unknown[]) => {
    if (typeof callback !== 'function') {
      kit.fail(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "callback" argument must be of type function.')
    }
    return () => apply(callback as () => void, undefined, args)
  }
  const push = <T>(list: T[], value: T) =>
    defineProperty(list, list.length, { value, writable: true, enumerable: true, configurable: true })

  const known = new WeakMap<object, Timer>()
  const { get: timerOf, set: keepTimer } = WeakMap.prototype
  const ids = new Map<number, Timer>()
  const { get: timerOfId, set: keepId, clear: forgetIds } = Map.prototype

  class Timeout {
    ref() {
      return hold(this, true)
    }
    unref() {
      return hold(this, false)
    }
    hasRef() {
      return (apply(timerOf, known, [this]) as Timer).held
    }
    close() {
      clear(this)
      return this
    }
    [Symbol.toPrimitive]() {
      const timer = apply(timerOf, known, [this]) as Timer
      apply(keepId, ids, [timer.order, timer])
      return timer.order
    }
  }
  class Immediate {
    ref() {
      return hold(this, true)
    }
    unref() {
      return hold(this, false)
    }
    hasRef() {
      return (apply(timerOf, known, [this]) as Timer).held
    }
  }
  kit.partial('Timeout', Timeout.prototype)
  kit.partial('Immediate', Immediate.prototype)

  function hold<T extends object>(handle: T, held: boolean): T {
    ;(apply(timerOf, known, [handle]) as Timer).held = held
    return handle
  }

  function start(callback: unknown, delay: unknown, args: unknown[], repeats: boolean) {
    const run = call(callback, args)
    const wanted = Number(delay)
    const milliseconds = wanted >= 1 && wanted <= 2 ** 31 - 1 ? wanted : 1
    const every = repeats ? milliseconds : undefined
    const timer: Timer = { due: now + milliseconds, order: ++order, every, run, held: true }
    push(timers, timer)
    return handle(new Timeout(), timer)
  }

  function handle<T extends object>(handle: T, timer: Timer): T {
    apply(keepTimer, known, [handle, timer])
    return handle
  }

  function clear(handle: unknown) {
    const byId = typeof handle === 'number' || typeof handle === 'string'
    const timer = byId ? apply(timerOfId, ids, [Number(handle)]) : apply(timerOf, known, [handle])
    if (timer === undefined) return
    timers = without(timers, timer as Timer)
    immediates = without(immediates, timer as Timer)
  }

  function without(list: Timer[], timer: Timer) {
    const rest: Timer[] = []
    for (let i = 0; i < list.length; i++) if (list[i] !== timer) push(rest, list[i] as Timer)
    return rest
  }

  function tick() {
    do {
      while (ticks.length > 0) {
        const run = ticks
        ticks = []
        for (let i = 0; i < run.length; i++) run[i]?.()
      }
      host.microtasks()
    } while (ticks.length > 0)
  }

  function earliest(held: boolean): Timer | undefined {
    let first: Timer | undefined
    for (let i = 0; i < timers.length; i++) {
      const timer = timers[i] as Timer
      if (held && !timer.held) continue
      if (first === undefined || timer.due < first.due || (timer.due === first.due && timer.order < first.order))
        first = timer
    }
    return first
  }

  function fire(timer: Timer) {
    if (timer.due > now) now = timer.due
    if (now - heard > host.milliseconds) host.loop()
    if (timer.every === undefined) timers = without(timers, timer)
    else timer.due = now + timer.every
    timer.run()
    tick()
  }

  function run() {
    tick()
    for (;;) {
      const first = earliest(false)
      if (first !== undefined && first.due <= now + 1) {
        fire(first)
        continue
      }
      if (immediates.length > 0) {
        const all = immediates
        immediates = []
        for (let i = 0; i < all.length; i++) {
          all[i]?.run()
          tick()
        }
        continue
      }
      if (source?.listens()) {
        if (first !== undefined && (first.due <= now + moment || !host.canArrive())) {
          fire(first)
          continue
        }
        const chunk = host.arrive()
        heard = now
        source.deliver(chunk)
        tick()
        continue
      }
      const last = earliest(true)
      if (last === undefined) return
      fire(first ?? last)
    }
  }

  async function microtask(callback: () => void) {
    await undefined
    try {
      callback()
    } catch (error) {
      nextTick(() => {
        throw error
      })
    }
  }

  function nextTick(callback: unknown, ...args: unknown[]) {
    push(ticks, call(callback, args))
  }

  kit.define(
    globalThis,
    {
      setTimeout: (callback: unknown, delay?: unknown, ...args: unknown[]) => start(callback, delay, args, false),
      setInterval: (callback: unknown, delay?: unknown, ...args: unknown[]) => start(callback, delay, args, true),
      setImmediate(callback: unknown, ...args: unknown[]) {
        const timer: Timer = { due: 0, order: ++order, every: undefined, run: call(callback, args), held: true }
        push(immediates, timer)
        return handle(new Immediate(), timer)
      },
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
      queueMicrotask(callback: unknown) {
        microtask(call(callback, []))
      },
    },
    true,
  )

  return {
    run,
    nextTick,
    listenTo(input: Source) {
      source = input
    },
    begin() {
      if (order > 0) {
        timers = []
        immediates = []
        now = 0
        heard = 0
        order = 0
        apply(forgetIds, ids, [])
      }
      if (ticks.length > 0) ticks = []
      source = undefined
    },
    prototypes: [Timeout.prototype, Immediate.prototype],
  }
}

export type Loop = ReturnType<typeof makeLoop>
