import fc from 'fast-check'
import type { Game } from '../../reference/game.ts'
import { type Command, openPrograms } from '../run/programs.ts'
import { type Limits, runScript } from '../run/script.ts'
import type { Bytes } from '../session/bytes.ts'
import { exactly, type Script, scriptOf } from '../session/script.ts'
import type { Outcome } from '../session/verdict.ts'
import { anySession } from './suites/random.ts'

export interface FuzzOptions {
  readonly runs: number
  readonly seed: number
  /** How many lines a session has at the most. */
  readonly lines: number
  /** Whether only the exact form will do. */
  readonly exact: boolean
  /** Whether lines are sent that are not UTF-8, too. */
  readonly nonUtf8: boolean
  readonly limits: Limits
  readonly onSession: () => void
}

export interface Fuzzed {
  readonly sessions: number
  /** The smallest session that was found to differ. */
  readonly failure?: { readonly script: Script; readonly outcome: Outcome }
}

/**
 * Runs random sessions with a program in lock-step, and makes the first that differs from the game as small as it gets. A
 * command must end with the game's status, too.
 * @throws UsageError if the program cannot be started
 */
export async function fuzz(command: Command, game: Game<unknown>, options: FuzzOptions): Promise<Fuzzed> {
  const programs = openPrograms({ cwd: '.', env: process.env })
  let sessions = 0
  const run = async (lines: readonly (Bytes | null)[]) => {
    const free = scriptOf(game, lines)
    const script = options.exact ? exactly(free) : { ...free, demandsStatus: true }
    const outcome = await runScript(programs, command, script, 'interactive', options.limits)
    sessions++
    options.onSession()
    return { script, outcome }
  }
  const property = fc.asyncProperty(anySession(game, options), async (lines) => {
    return (await run(lines)).outcome.verdict === 'AC'
  })
  try {
    const { counterexample } = await fc.check(property, { seed: options.seed, numRuns: options.runs })
    return counterexample === null ? { sessions } : { sessions, failure: await run(counterexample[0]) }
  } finally {
    programs.close()
  }
}
