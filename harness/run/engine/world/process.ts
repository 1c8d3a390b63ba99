import type { Events } from './events.ts'
import type { Host } from './host.ts'
import type { Kit } from './kit.ts'
import type { Loop } from './loop.ts'
import type { Streams } from './streams.ts'

/** The `process` of an entry, and how it ends. */
export function makeProcess(host: Host, kit: Kit, events: Events, streams: Streams, loop: Loop) {
  const { defineProperty } = Reflect
  const { isInteger } = Number
  const { prototype } = events.Emitter
  const offered = ['exit', 'beforeExit']
  let exitCode: number | string | undefined
  let exiting = false
  let used = false

  function check(code: unknown) {
    if (code === undefined || code === null) return
    if (typeof code === 'string' && code !== '' && isInteger(Number(code))) return
    if (typeof code !== 'number') {
      kit.fail(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "code" argument must be of type number.')
    }
    if (!isInteger(code)) kit.fail(RangeError, 'ERR_OUT_OF_RANGE', 'The value of "code" is out of range.')
  }

  const status = () => Number(exitCode ?? 0) & 255

  function exit(code?: unknown): never {
    check(code)
    if (code !== undefined && code !== null) exitCode = code as number
    leave()
    return host.exit(status())
  }

  function leave() {
    if (exiting) return
    exiting = true
    if (used) process.emit('exit', exitCode ?? 0)
  }

  const listen = (add: unknown) =>
    function (this: typeof process, name: unknown, listener: unknown) {
      if (typeof name !== 'string' || !offered.includes(name)) host.unsupported(`process.on('${String(name)}')`)
      used = true
      return Reflect.apply(add as () => unknown, this, [name, listener])
    }

  const process = Object.create({}) as InstanceType<typeof events.Emitter> & { argv: unknown }
  kit.partial('process', process, prototype)
  kit.define(
    process,
    {
      argv: undefined,
      execArgv: [],
      execPath: host.execPath,
      argv0: host.runtime,
      platform: 'linux',
      title: host.runtime,
      exit,
      nextTick: loop.nextTick,
    },
    true,
  )
  kit.define(process, { on: listen(prototype.on), addListener: listen(prototype.on), once: listen(prototype.once) })
  for (const name of ['stdin', 'stdout', 'stderr'] as const) {
    defineProperty(process, name, { get: () => streams[name](), configurable: true, enumerable: true })
  }
  defineProperty(process, 'exitCode', {
    get: () => exitCode,
    set(code) {
      check(code)
      exitCode = code ?? undefined
    },
    configurable: true,
    enumerable: true,
  })
  kit.define(globalThis, { process })

  return {
    process,
    begin() {
      exitCode = undefined
      exiting = false
      process.argv = undefined
      if (used) {
        used = false
        process.removeAllListeners()
      }
    },
    /** Nothing is left to do. */
    finish() {
      if (used) {
        process.emit('beforeExit', exitCode ?? 0)
        loop.run()
      }
      leave()
      host.ended(status())
    },
    crash() {
      exitCode = 1
      leave()
      host.ended(status())
    },
  }
}

export type Process = ReturnType<typeof makeProcess>
