import process from 'node:process'
import { Script } from 'node:vm'
import type { Lines } from '../../session/bytes.ts'
import type { EngineReport, SessionTerms } from './report.ts'
import { holdSession } from './session.ts'
import { openStage } from './stage.ts'
import type { Answer, Setup } from './wire.ts'
import { openWorld, type World } from './world.ts'

/**
 * Holds sessions one after the other, in the fastest way that keeps them apart:
 *
 * - `local`: implicit globals are the entry's local variables, the world is used again
 * - `plain`: there are none, the world is used again
 * - `global`: they are real and are deleted after each session, the world is used again
 * - `fresh`: each session has a new world
 *
 * A chunk of sessions that leaves its world changed is held again, and so is all that follows: in the same way if no more
 * than properties of objects have changed, which are mended after each session from then on, otherwise in the next slower
 * way.
 */
export interface Runner {
  hold(sessions: readonly Lines[], terms: SessionTerms, eager: boolean): EngineReport[]
}

type Way = 'local' | 'plain' | 'global' | 'fresh'

export function openRunner(
  setup: Setup,
  names: (place: string) => readonly string[],
  send: (answer: Answer) => void,
  exit: (status: number) => never,
): Runner {
  const { entry } = setup
  let way: Way = entry.local === undefined ? 'plain' : 'local'
  let world: World | undefined
  /** Places in the world's snapshot whose properties the entry changes. */
  const changing = new Set<number>()
  let mend = () => {}

  const stage = openStage(setup, names, () => exit(1))
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
    const world = openWorld(
      stage.host,
      scriptOf((local ? entry.local : undefined) ?? entry.plain),
      local,
      way !== 'fresh',
    )
    mend = world.snapshot?.mender(changing) ?? (() => {})
    return world
  }

  function holdOne(lines: Lines, terms: SessionTerms, eager: boolean): EngineReport {
    if (way === 'fresh') world = undefined
    world ??= enter()
    const { entry: run } = world
    const report = holdSession(stage, world, { run, script: entry.script }, lines, terms, eager ? send : undefined)
    if (way === 'global') world.sweep()
    mend()
    return report
  }

  function hold(sessions: readonly Lines[], terms: SessionTerms, eager: boolean): EngineReport[] {
    const reports: EngineReport[] = []
    for (const lines of sessions) {
      reports.push(holdOne(lines, terms, eager))
      if (stage.tripped) {
        world = undefined
        way = 'global'
        return hold(sessions, terms, eager)
      }
    }
    if (way === 'fresh' || world?.snapshot?.unchanged()) return reports
    const places = world?.snapshot?.changed() ?? []
    const known = changing.size
    for (const place of places) changing.add(place)
    world = undefined
    if (changing.size === known) way = way === 'global' ? 'fresh' : 'global'
    return hold(sessions, terms, eager)
  }

  return { hold }
}
