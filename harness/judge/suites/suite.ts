import { atOnce, inTurns, type Steps } from '../../base/steps.ts'
import { whyNoPty } from '../../run/pty.ts'
import type { Bytes, Lines } from '../../session/bytes.ts'
import type { Input } from '../../session/script.ts'

/** A choice of sessions, each with the lines to send. */
export interface Suite {
  readonly name: string
  /** What the suite covers, in a few words for the report. */
  readonly covers?: string
  /** The suite with the greatest number proves most; absent if it proves nothing. */
  readonly strength?: number
  readonly sessions: readonly Lines[]
  /** Why the sessions are not played; absent if they are. */
  readonly notRun?: string
  /** An estimate of the number of sessions, if they are made later. */
  readonly size?: number
  /** Makes the sessions in short steps, if they are made on demand: signals are handled meanwhile. */
  prepare?(): Promise<void>
}

/**
 * - `processes`: in real processes, on pipes
 * - `terminal`: in real processes, each in a pseudo-terminal
 * - `pauses`: in real processes, where the second answer is late
 * - `worker`: in one process of the entry's own runtime
 */
export type RunnerName = 'processes' | 'terminal' | 'pauses' | 'worker'

/** How a suite is played. */
export interface HowToPlay {
  /** Default: `processes`. */
  readonly by?: RunnerName
  /** The kinds of input for which it is played (default: all). */
  readonly inputs?: readonly Input[]
}

/** How a suite of a game is made. */
export interface SuiteOptions {
  /** The seed of random sessions and of the order of refusals (default: 1). */
  readonly seed?: number
  /** The number of random sessions (default: 50). */
  readonly runs?: number
  /** The number of last moves on which a reply may depend: they are part of a position (default: 0). */
  readonly memory?: number
  /** True for a first look: fewer sessions, and a third fewer refused lines. */
  readonly quick?: boolean
  /** The folder with fixtures (default: that of this process). */
  readonly cwd?: string | undefined
}

type Sessions = readonly Lines[]

function* stepsOf(made: Sessions | Steps<Sessions>): Steps<Sessions> {
  return 'next' in made ? yield* made : made
}

/** A suite whose sessions are made on demand: most wrong entries fail before. */
export function lazySuite({
  make,
  ...about
}: Omit<Suite, 'sessions' | 'prepare'> & { size: number; make(): Sessions | Steps<Sessions> }): Suite {
  let made: Sessions | undefined
  let preparing: Promise<Sessions> | undefined
  return {
    ...about,
    get sessions() {
      made ??= atOnce(stepsOf(make()))
      return made
    },
    async prepare() {
      if (made !== undefined) return
      // Several entries may need it at a time.
      preparing ??= inTurns(stepsOf(make()))
      made = await preparing
    },
  }
}

/** A suite that cannot be played; the report says why. */
export const suiteNotRun = (name: string, notRun: string): Suite => ({ name, notRun, sessions: [] })

export function suiteInTerminal(make: () => Suite['sessions'], whyNot = whyNoPty): Suite {
  const why = whyNot()
  return why === undefined ? { name: 'terminal', sessions: make() } : suiteNotRun('terminal', why)
}

export const titleOf = ({ name, notRun }: Suite): string =>
  notRun === undefined ? name : `${name} (not run: ${notRun})`

/** Each line four times in a row. */
export const eachFourTimes = (lines: Lines): Lines => lines.flatMap((line) => Array.from({ length: 4 }, () => line))

/** A line 250 times. */
export const manyTimes = (line: Bytes): Lines => Array.from({ length: 250 }, () => line)

/** The number of sessions of a suite, or an estimate. */
export const sessionCount = (suite: Suite): number => suite.size ?? suite.sessions.length
