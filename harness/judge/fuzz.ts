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
  /** Whether only the exact form is right. */
  readonly exact: boolean
  /** Whether some lines are not UTF-8. */
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
 * Runs random sessions with a command, which must also end with the game's exit status, and shrinks the first that differs
 * from the game.
 * @throws UsageError if the program cannot be started
 */
export async function fuzz(command: Command, game: Game<unknown>, options: FuzzOptions): Promise<Fuzzed> {
  const programs = openPrograms({ cwd: '.', env: process.env })
  let sessions = 0
  const run = async (lines: readonly (Bytes | null)[]) => {
    const script = scriptOf(game, lines)
    const demanded = options.exact ? exactly(script) : { ...script, demandsStatus: true }
    const outcome = await runScript(programs, command, demanded, 'interactive', options.limits)
    sessions++
    options.onSession()
    return { script: demanded, outcome }
  }
  const property = fc.asyncProperty(
    anySession(game, options),
    async (lines) => (await run(lines)).outcome.verdict === 'AC',
  )
  try {
    const { counterexample } = await fc.check(property, { seed: options.seed, numRuns: options.runs })
    return counterexample === null ? { sessions } : { sessions, failure: await run(counterexample[0]) }
  } finally {
    programs.close()
  }
}
