/**
 * Golf's child process: holds a few sessions with one program after the other, hundreds of programs a second. The
 * engine's child proves one program and costs a process; this one refuses thousands and costs none. It uses the engine's
 * world again for the next program as long as nothing in it has changed.
 */
import { Buffer } from 'node:buffer'
import { readSync, writeSync } from 'node:fs'
import process from 'node:process'
import { Script } from 'node:vm'
import { lockDown } from '../run/engine/lockdown.ts'
import { namesOf } from '../run/engine/names.ts'
import type { EngineReport, EngineSession } from '../run/engine/report.ts'
import { holdSession } from '../run/engine/session.ts'
import { openStage, type Stage } from '../run/engine/stage.ts'
import type { Prepared } from '../run/engine/wire.ts'
import { openWorld, type World } from '../run/engine/world.ts'
import type { Order, Tried, WorldKind } from './wire.ts'

const exit = (process as unknown as { reallyExit(status: number): never }).reallyExit.bind(process)
const { parse, stringify } = JSON
const root = globalThis as unknown as { task: (() => void) | undefined }

for (const stream of [process.stdin, process.stdout]) {
  const { _handle: pipe } = stream as unknown as { _handle?: { setBlocking?(blocking: boolean): void } }
  pipe?.setBlocking?.(true)
}

const bytes = Buffer.alloc(1 << 16)
let pending: Buffer[] = []

function receive(): Order {
  for (;;) {
    const last = pending.at(-1)
    const newline = last?.indexOf(10) ?? -1
    if (last !== undefined && newline !== -1) {
      const line = Buffer.concat([...pending.slice(0, -1), last.subarray(0, newline)]).toString()
      pending = [last.subarray(newline + 1)]
      return parse(line)
    }
    const length = readSync(0, bytes)
    if (length === 0) exit(0)
    pending.push(Buffer.from(bytes.subarray(0, length)))
  }
}

function send(answer: Tried | true) {
  const line = Buffer.from(`${stringify(answer)}\n`)
  for (let at = 0; at < line.length; ) at += writeSync(1, line, at)
}

/** Gives a function that evaluates code in the world, and what code with local globals is given. */
const opening = new Script('((load, require) => (code) => [(0, eval)(code), load, require])', {
  filename: '/entry/entry',
})
const running = new Script('task()', { filename: '/entry/task' })

/** Runs something, for so long and no longer. @returns whether it came to its end */
function within(milliseconds: number, task: () => void): boolean {
  root.task = task
  try {
    running.runInThisContext({ timeout: milliseconds })
    return true
  } catch {
    return false
  } finally {
    root.task = undefined
  }
}

type Made = (...args: unknown[]) => (...args: unknown[]) => unknown
type Opened = (code: string) => [Made, unknown, unknown]

interface Trier {
  /** @returns undefined if the program loops */
  hold(program: Prepared, sessions: readonly EngineSession[], milliseconds: number): EngineReport[] | undefined
}

function openTrier({ runtime, input }: WorldKind): Trier {
  const setup = { entry: { runtime, plain: '', script: true }, input, milliseconds: 2000 }
  const stage: Stage = openStage(setup, namesOf(runtime), () => exit(1))
  process.on('unhandledRejection', stage.rejected)
  process.removeAllListeners('warning')
  let world: World | undefined

  return {
    hold({ local, plain, script }, sessions, milliseconds) {
      // A world without the engine's tripwires: what might look behind a local variable gets real globals.
      const usesLocal = local !== undefined && !/eval|Function|constructor|toString/.test(plain)
      const reports: EngineReport[] = []

      const enter = () => {
        world ??= openWorld(stage.host, opening, false, true)
        const [made, load, require] = (world.entry as unknown as Opened)(usesLocal ? local : plain)
        return usesLocal ? made(world.hole, world.miss, load, require) : made(load, require)
      }
      const holdAll = (fresh: boolean) => {
        let run = enter()
        for (const session of sessions) {
          if (fresh && reports.length > 0) {
            world = undefined
            run = enter()
          }
          reports.push(holdSession(stage, world as World, { run, script }, session.lines, session))
          if (!usesLocal) world?.sweep()
        }
      }

      // To make a world takes longer than most sessions, and is not the program's fault.
      world ??= openWorld(stage.host, opening, false, true)
      const inTime = within(milliseconds, () => holdAll(false))
      if (inTime && world?.snapshot?.unchanged()) return reports
      world = undefined
      if (!inTime || sessions.length > 100) return undefined
      reports.length = 0
      const again = within(milliseconds + 10 * sessions.length, () => holdAll(true))
      world = undefined
      return again ? reports : undefined
    },
  }
}

// A module is evaluated by a microtask, and microtasks cannot be run from within one.
setImmediate(() => {
  const first = receive()
  const trier = openTrier(first as WorldKind)
  lockDown()
  const kept = new Map<number, readonly EngineSession[]>()
  send(true)
  for (;;) {
    const order = receive()
    if ('keep' in order) kept.set(order.keep, order.sessions)
    else if ('programs' in order) {
      const sessions = kept.get(order.set)?.slice(order.from, order.to) ?? []
      send(order.programs.map((program) => trier.hold(program, sessions, order.milliseconds) ?? null))
    }
  }
})
