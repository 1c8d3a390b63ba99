import type { Game, Variation } from '../../reference/game.ts'
import { type Lines, toText } from '../session/bytes.ts'
import type { Outcome } from '../session/script.ts'
import { exactly, type Input, playedOn, type Script, scriptOf, upToLastAnswer } from '../session/script.ts'
import type { Limits } from './limits.ts'

/** A way to run many sessions with an entry: each in a process of its own, or all in one. */
export interface Runner {
  /** Runs sessions; once one has failed, only shorter ones are of interest. */
  runAll(sessions: Iterable<Lines>): Promise<RunResult>
}

/**
 * - `processes`: in real processes, on pipes
 * - `terminal`: in real processes, each in a pseudo-terminal
 * - `pauses`: in real processes, where the second answer is long in coming
 * - `in-process`: in one process of the entry's own runtime
 */
export type RunnerName = 'processes' | 'terminal' | 'pauses' | 'in-process'

export interface RunResult {
  /** How many sessions were run. */
  readonly sessions: number
  /** The shortest of those that failed; its outcome only from real processes. */
  readonly failed?: { readonly lines: Lines; readonly outcome?: Outcome }
  /** The variations that the others used. */
  readonly variations: ReadonlySet<string>
  /** Why this runner cannot tell. */
  readonly unsupported?: string
}

/** What an entry must pass, whatever the suite. */
export interface Terms {
  readonly game: Game<unknown>
  readonly input: Input
  /** Whether only the exact form will do. */
  readonly exact: boolean
  readonly limits: Limits
  /** Whether programs run in terminals, which show standard error, too. */
  readonly isTerminal?: boolean
  /** Is called after `count` more sessions, by default 1. */
  readonly onSession: (count?: number) => void
}

/** How a session should go. What an entry writes only when its input has ended is not judged. */
export function scriptFor({ game, input, exact, isTerminal }: Terms, lines: Lines): Script {
  const script = scriptOf(game, input === 'interactive' ? lines : playedOn(game, lines))
  const judged = input === 'interactive' || script.ends ? script : upToLastAnswer(script)
  const compared = exact ? exactly(judged) : judged
  return isTerminal && script.ends ? withStderr(compared) : compared
}

const anyByte = Array.from({ length: 256 }, (_, byte) => toText(String.fromCharCode(byte)))
const stderr: Variation = { name: 'stderr', oneOf: anyByte, times: '*' }

/** A terminal mixes standard error into the output, and a program may end with an error: anything may follow the last text. */
function withStderr(script: Script): Script {
  const steps = script.steps.map((step, index) => {
    if (index < script.steps.length - 1 || step.output === null) return step
    return { ...step, output: [step.output, stderr].flat() }
  })
  return { ...script, steps }
}
