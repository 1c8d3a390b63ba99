import fc from 'fast-check'
import type { Game } from '../../reference/game.ts'
import type { Limits } from '../run/limits.ts'
import { type Command, here, openPrograms } from '../run/programs.ts'
import type { Sandbox } from '../run/sandbox.ts'
import { runScript } from '../run/script.ts'
import type { Bytes } from '../session/bytes.ts'
import { exactly, scriptOf } from '../session/script.ts'
import { anySession } from './suites/random.ts'

export interface FuzzOptions {
  readonly runs: number
  readonly seed: number
  /** How many lines a session has at the most. */
  readonly lines: number
  /** Whether only the exact form is right. */
  readonly exact: boolean
  /** Whether some lines are not UTF-8. */
  readonly nonUtf8: boolean
  readonly limits: Limits
  readonly onSession: () => void
  /** What keeps the program in; absent: nothing. */
  readonly sandbox?: Sandbox
}

/**
 * Runs random sessions with a command, which must also end with the game's exit status, and shrinks the first that differs
 * from the game.
 * @returns how many sessions were run, and the smallest that differs
 * @throws UsageError if the program cannot be started
 */
export async function fuzz(command: Command, game: Game<unknown>, options: FuzzOptions) {
  const programs = openPrograms(here(options.sandbox))
  let sessions = 0
  const run = async (lines: readonly (Bytes | null)[]) => {
    const allowed = scriptOf(game, lines)
    const script = options.exact ? exactly(allowed) : { ...allowed, demandsStatus: true }
    const outcome = await runScript(programs, command, script, 'interactive', options.limits)
    sessions++
    options.onSession()
    return { script, outcome }
  }
  const property = fc.asyncProperty(
    anySession(game, options),
    async (lines) => (await run(lines)).outcome.verdict === 'AC',
  )
  try {
    const { counterexample } = await fc.check(property, { seed: options.seed, numRuns: options.runs })
    const failure = counterexample === null ? undefined : await run(counterexample[0])
    return { sessions, failure }
  } finally {
    programs.close()
  }
}
