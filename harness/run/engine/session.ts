import type { Lines } from '../../session/bytes.ts'
import type { EngineReport, SessionTerms } from './report.ts'
import type { Stage } from './stage.ts'
import type { Answer } from './wire.ts'
import type { World } from './world.ts'

/** What is run in a world: the entry's function, and whether it is a script's or a module's. */
interface Entry {
  readonly run: (...args: unknown[]) => unknown
  readonly script: boolean
}

/**
 * Holds one session in a world, and makes the world ready for the next.
 * @param tell hears every piece of what is said at once
 */
export function holdSession(
  stage: Stage,
  world: World,
  { run, script }: Entry,
  lines: Lines,
  terms: SessionTerms,
  tell?: (answer: Answer) => void,
): EngineReport {
  stage.open(lines, terms, tell)
  try {
    world.call(run, script)
    world.finish()
  } catch (error) {
    if (stage.failed(error)) crash(stage, world)
  }
  const report = stage.close()
  // What is still to be done is done, to no effect.
  stage.host.microtasks()
  world.begin()
  return report
}

function crash(stage: Stage, world: World) {
  try {
    world.crash()
  } catch (error) {
    if (stage.failed(error)) crash(stage, world)
  }
}
