import type { Game } from '../../../reference/game.ts'
import { type Bytes, type Lines, toText } from '../../session/bytes.ts'

/** A choice of sessions: each is the lines that are sent. */
export interface Suite {
  readonly name: string
  /** The cases that it covers, in a few words for the report. */
  readonly covers?: string
  /** Which of several suites proves most: that with the greatest number. Absent: none of all that a game can be. */
  readonly strength?: number
  readonly sessions: readonly Lines[]
}

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
