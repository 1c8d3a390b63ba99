import fc from 'fast-check'
import type { Game } from '../../reference/game.ts'
import { hold, type Limits } from '../run/hold.ts'
import type { Program } from '../run/process.ts'
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
  readonly limits: Limits
  readonly onSession: () => void
}

export interface Fuzzed {
  readonly sessions: number
  /** The smallest session that was found to differ. */
  readonly failure?: { readonly script: Script; readonly outcome: Outcome }
}

/** Holds random sessions with a program in lock-step, and makes the first that differs from the game as small as it gets. */
export async function fuzz(program: Program, game: Game<unknown>, options: FuzzOptions): Promise<Fuzzed> {
  let sessions = 0
  const held = async (lines: readonly (Bytes | null)[]) => {
    const free = scriptOf(game, lines)
    const script = options.exact ? exactly(free) : free
    const outcome = await hold(program, script, 'interactive', options.limits)
    sessions++
    options.onSession()
    return { script, outcome: statusOf(outcome, script) }
  }
  const property = fc.asyncProperty(anySession(game, options.lines), async (lines) => {
    return (await held(lines)).outcome.verdict === 'AC'
  })
  const { counterexample } = await fc.check(property, { seed: options.seed, numRuns: options.runs })
  return counterexample === null ? { sessions } : { sessions, failure: await held(counterexample[0]) }
}

/** A command ends with the game's status, too. */
const statusOf = (outcome: Outcome, { ends, status }: Script): Outcome =>
  outcome.verdict === 'AC' && ends && outcome.status !== status
    ? { ...outcome, verdict: 'RTE', why: `ended with ${outcome.status}, not ${status}` }
    : outcome
