import process from 'node:process'
import { Script } from 'node:vm'
import type { EngineReport, EngineSession } from './report.ts'
import { openStage } from './stage.ts'
import type { Answer, Setup } from './wire.ts'
import { openWorld, type World } from './world.ts'

/**
 * Holds sessions one after the other, in the fastest way that keeps them apart:
 *
 * - `local`: implicit globals are the entry's local variables, the world is used again
 * - `global`: they are real and are deleted after each session, the world is used again
 * - `fresh`: each session has a new world
 *
 * A chunk of sessions that leaves its world changed is held again in fresh worlds, and so is everything that follows.
 */
export interface Runner {
  hold(sessions: readonly EngineSession[], eager: boolean): EngineReport[]
}

type Way = 'local' | 'global' | 'fresh'

export function openRunner(
  setup: Setup,
  globals: readonly string[],
  send: (answer: Answer) => void,
  exit: (status: number) => never,
): Runner {
  const { entry } = setup
  let way: Way = entry.local === undefined ? 'global' : 'local'
  let world: World | undefined
  let eager = false

  const stage = openStage(setup, globals, () => exit(1))
  process.on('unhandledRejection', stage.rejected)
  process.removeAllListeners('warning')

  const codes = new Map<string, Script>()
  function scriptOf(code: string) {
    const known = codes.get(code)
    if (known !== undefined) return known
    const script = new Script(code, { filename: '/entry/entry' })
    codes.set(code, script)
    return script
  }

  function enter(): World {
    const local = way === 'local'
    return openWorld(stage.host, scriptOf((local ? entry.local : undefined) ?? entry.plain), local)
  }

  function holdOne(session: EngineSession): EngineReport {
    if (way === 'fresh') world = undefined
    world ??= enter()
    stage.open(session, eager ? send : undefined)
    step(world, () => world?.call(world.entry, entry.script))
    step(world, world.finish)
    const report = stage.close()
    // What is still to be done is done, to no effect.
    stage.host.microtasks()
    world.begin()
    if (way === 'global') world.sweep()
    return report
  }

  function step(world: World, run: () => void) {
    if (stage.closed) return
    try {
      run()
    } catch (error) {
      if (!stage.failed(error)) return
      step(world, world.crash)
    }
  }

  function holdAll(sessions: readonly EngineSession[]): EngineReport[] {
    const reports: EngineReport[] = []
    for (const session of sessions) {
      reports.push(holdOne(session))
      if (stage.tripped) {
        world = undefined
        way = 'global'
        return holdAll(sessions)
      }
    }
    if (way === 'fresh' || world?.snapshot.unchanged()) return reports
    world = undefined
    way = 'fresh'
    return holdAll(sessions)
  }

  return {
    hold(sessions, isEager) {
      eager = isEager
      return holdAll(sessions)
    },
  }
}
