import type { Game } from '../../../reference/game.ts'
import { atOnce, inTurns, type Steps } from '../../base/steps.ts'
import { whyNoPty } from '../../run/pty.ts'
import { type Bytes, type Lines, toText } from '../../session/bytes.ts'

/** A choice of sessions: each is the lines that are sent. */
export interface Suite {
  readonly name: string
  /** The cases that it covers, in a few words for the report. */
  readonly covers?: string
  /** Which of several suites proves most: that with the greatest number. Absent: none of all that a game can be. */
  readonly strength?: number
  readonly sessions: readonly Lines[]
  /** The reason why its sessions are not played; absent: they are. */
  readonly notRun?: string
  /** About how many sessions they are, if they are made only when they are asked for. */
  readonly size?: number
  /** Makes the sessions in short steps, if they are made only when they are asked for: a signal is answered meanwhile. */
  prepare?(): Promise<void>
}

type Made = Suite['sessions']

function* stepsOf(made: Made | Steps<Made>): Steps<Made> {
  return 'next' in made ? yield* made : made
}

/** A suite whose sessions are made when they are first asked for: most wrong entries fail before that. */
export function laterSuite({
  make,
  ...about
}: Omit<Suite, 'sessions' | 'prepare'> & { size: number; make(): Made | Steps<Made> }): Suite {
  let made: Made | undefined
  let preparing: Promise<Made> | undefined
  return {
    ...about,
    get sessions() {
      made ??= atOnce(stepsOf(make()))
      return made
    },
    async prepare() {
      if (made !== undefined) return
      // Two entries may ask for it at a time.
      preparing ??= inTurns(stepsOf(make()))
      made = await preparing
    },
  }
}

/** A suite that cannot be played, which a report says. */
export const suiteNotRun = (name: string, notRun: string): Suite => ({ name, notRun, sessions: [] })

/** A suite for a terminal, where there are any. */
export function suiteInTerminal(make: () => Suite['sessions'], whyNot = whyNoPty): Suite {
  const why = whyNot()
  return why === undefined ? { name: 'terminal', sessions: make() } : suiteNotRun('terminal', why)
}

/** The name of a suite in reports. */
export const titleOf = ({ name, notRun }: Suite): string =>
  notRun === undefined ? name : `${name} (not run: ${notRun})`

/** Each of some lines several times in a row. */
export const inRow = (lines: Lines): Lines => lines.flatMap((line) => Array.from({ length: 4 }, () => line))

/** A line hundreds of times. */
export const forLong = (line: Bytes): Lines => Array.from({ length: 250 }, () => line)

/** The number of sessions of a suite, or about that number. */
export const sessionCount = (suite: Suite): number => suite.size ?? suite.sessions.length

/** Tells whether the rules say what follows these lines: the input goes on, each is legal or must be refused. */
export function isJudged(game: Game<unknown>, lines: readonly (Bytes | null)[]): lines is Bytes[] {
  let { state } = game.open()
  return lines.every((line) => {
    if (state === undefined) return true
    if (line === null) return false
    const text = toText(line)
    const judged = game.legal(state).includes(text) || refusedIn(game, state).includes(text)
    state = game.answer(state, text).state
    return judged
  })
}

/** Every line that the rules say is refused in a state. */
export const refusedIn = (game: Game<unknown>, state: unknown): string[] => [
  ...game.illegal(state),
  ...(game.nonsense ?? []),
]
