import type { AnyGame } from '../judge/suites/suite.ts'
import type { Lines } from '../session/bytes.ts'
import type { Input } from '../session/input.ts'
import { exactly, playedOn, type Script, scriptOf, upToLastAnswer } from '../session/script.ts'
import type { Outcome } from '../session/verdict.ts'
import type { Limits } from './hold.ts'

/** A way to hold many sessions with an entry: in real processes, or many in one. */
export interface Driver {
  readonly name: 'processes' | 'engine'
  /** Holds sessions; once one has failed, only shorter ones are of interest. */
  holdAll(sessions: Iterable<Lines>): Promise<Held>
  /** Whether a session goes as it ought to. */
  passes(lines: Lines): Promise<boolean>
}

export interface Held {
  /** How many sessions were held. */
  readonly sessions: number
  /** The shortest of those that failed, and how it went, where a real process tells. */
  readonly failed?: { readonly lines: Lines; readonly outcome?: Outcome }
  /** What was used beside the exact form in those that did not. */
  readonly freedoms: ReadonlySet<string>
  /** Why this driver cannot tell. */
  readonly unsupported?: string
}

/** What an entry is held to. */
export interface Terms {
  readonly game: AnyGame
  readonly input: Input
  /** Whether only the exact form will do. */
  readonly exact: boolean
  readonly limits: Limits
  /** Told that one session more was held, or so many. */
  readonly onSession: (count?: number) => void
}

/** How a session ought to go. What an entry says only when its input has ended is not judged. */
export function scriptFor({ game, input, exact }: Terms, lines: Lines): Script {
  const script = scriptOf(game, input === 'interactive' ? lines : playedOn(game, lines))
  const judged = input === 'interactive' || script.ends ? script : upToLastAnswer(script)
  return exact ? exactly(judged) : judged
}
