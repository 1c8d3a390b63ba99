import type { makeBuffer } from './buffer.ts'
import type { makeBun } from './bun.ts'
import type { makeConsole } from './console.ts'
import type { makeEvents } from './events.ts'
import type { makeFiles } from './files.ts'
import type { makeGlobals } from './globals.ts'
import type { Host, WorldControl } from './host.ts'
import type { makeKit } from './kit.ts'
import type { makeLoop } from './loop.ts'
import type { makeModules } from './modules.ts'
import type { makeProcess } from './process.ts'
import type { makeReadline } from './readline.ts'
import type { makeStreams } from './streams.ts'

export interface Makers {
  readonly makeKit: typeof makeKit
  readonly makeBuffer: typeof makeBuffer
  readonly makeEvents: typeof makeEvents
  readonly makeLoop: typeof makeLoop
  readonly makeStreams: typeof makeStreams
  readonly makeProcess: typeof makeProcess
  readonly makeConsole: typeof makeConsole
  readonly makeFiles: typeof makeFiles
  readonly makeReadline: typeof makeReadline
  readonly makeModules: typeof makeModules
  readonly makeBun: typeof makeBun
  readonly makeGlobals: typeof makeGlobals
}

/** Puts a world together; like the parts it puts together, it is passed into the world as source text. */
export function makeWorld(make: Makers, host: Host, tripwires: boolean): WorldControl {
  const kit = make.makeKit(host)
  const events = make.makeEvents(host, kit)
  const buffers = make.makeBuffer(host, kit)
  const loop = make.makeLoop(host, kit)
  const streams = make.makeStreams(host, kit, events, buffers, loop)
  const process = make.makeProcess(host, kit, events, streams, loop)
  const console = make.makeConsole(host, kit)
  const fs = make.makeFiles(host, kit, buffers, streams)
  const readline = make.makeReadline(host, kit, events, streams)
  const modules = make.makeModules(host, kit, fs, readline, process, events, buffers, console)
  const bun = host.runtime === 'bun' ? make.makeBun(host, kit, process, streams, buffers, console) : undefined
  make.makeGlobals(host, kit, tripwires)

  const { apply, set } = Reflect
  const { exec } = RegExp.prototype
  const { Promise: RealPromise, Error: Mistake, ReferenceError: Missing, TypeError: Mistyped } = globalThis
  const nothing = /(?:)/
  const argv0 = [host.execPath, '/entry/entry']
  const hole = Object.create(null)
  let unsettled = false

  return {
    begin() {
      process.begin()
      streams.begin()
      loop.begin()
      bun?.begin()
      // What RegExp.$1 and its like tell of the last match.
      apply(exec, nothing, [''])
    },
    call(entry, script) {
      const argv: unknown[] = [argv0[0], argv0[1]]
      if (host.input === 'args') {
        const lines = host.args()
        for (let i = 0; i < lines.length; i++) argv[i + 2] = host.toText(lines[i] as string)
      }
      process.process.argv = argv
      bun?.begin()
      const result = modules.call(entry, script)
      unsettled = !script && result instanceof RealPromise
      if (unsettled) settle(result as Promise<unknown>)
    },
    finish() {
      loop.run()
      // Bun waits for ever for a top-level await that nothing settles.
      if (unsettled) host.loop()
      process.finish()
    },
    crash: process.crash,
    hole,
    swept: [globalThis, process.process, console, ...(bun === undefined ? [] : [bun.Bun])],
    miss(name) {
      throw new Missing(`${name} is not defined`)
    },
    sure(value) {
      if (value !== undefined) return value
      // To note where it stands takes longer than the rest.
      const limit = Mistake.stackTraceLimit
      set(Mistake, 'stackTraceLimit', 0)
      const error = new Mistyped('undefined is not iterable (cannot read property Symbol(Symbol.iterator))')
      set(Mistake, 'stackTraceLimit', limit)
      set(error, 'stack', `${error.stack}\n    at /entry/entry`)
      throw error
    },
    importing: modules.importing,
    require: modules.require,
    roots: [
      ...modules.roots,
      ...streams.roots,
      ...loop.prototypes,
      Object.getPrototypeOf(function* () {}),
      Object.getPrototypeOf(async () => {}),
      Object.getPrototypeOf(async function* () {}),
      Object.getPrototypeOf([][Symbol.iterator]()),
      Object.getPrototypeOf(new Map()[Symbol.iterator]()),
      Object.getPrototypeOf(new Set()[Symbol.iterator]()),
      Object.getPrototypeOf(''[Symbol.iterator]()),
      Object.getPrototypeOf(''.matchAll(/(?:)/g)),
    ],
  }
  async function settle(result: Promise<unknown>) {
    await result
    unsettled = false
  }
}
