import type { Verdict } from '../../../session/compare.ts'
import type { Input } from '../../../session/script.ts'

/** An entry that is wrong in one way, or a right one that looks wrong. */
export interface WrongEntry extends Playing {
  readonly name: string
  readonly source: string
  /** Predicted before it was run. */
  readonly verdict: Verdict
  /**
   * The rule that it breaks, predicted, too: that of the reply in which the shortest session goes wrong. A program that writes
   * or waits without end owes what is to come next. None for one that meets a limit of memory, or changes its own file.
   */
  readonly breaks?: string | undefined
  /** Sessions each of which shows the fault, lines parted by spaces. */
  readonly fails: readonly string[]
}

interface Playing {
  /** `bun` if absent. */
  readonly runtime?: 'bun' | 'node'
  /** `interactive` if absent. */
  readonly input?: Input
  /** Sessions that it plays right. */
  readonly passes?: readonly string[]
  /** The time limit for one reply, where the usual one does not do. */
  readonly milliseconds?: number
}

export const wrong = (
  verdict: Verdict,
  breaks: string | undefined,
  name: string,
  source: string,
  fails: readonly string[] = ['0'],
  playing: Playing = {},
): WrongEntry => ({ verdict, breaks, name, source, fails, ...playing })

export const right = (name: string, source: string, playing: Playing = {}): WrongEntry => ({
  verdict: 'AC',
  name,
  source,
  fails: [],
  passes: Object.values(games),
  ...playing,
})

/** Games, by what they end with. */
export const games = {
  xWins: '0 3 1 4 2',
  oWins: '0 3 1 4 8 5',
  tie: '4 2 8 0 1 7 3 5 6',
  ninthWins: '0 1 2 3 5 4 7 6 8',
  refused: 'foo 0 0 12 1  x 9 2 -1 2 3 4 . 5 X O 6',
}

/** The same games again and again, for what shows only now and then or only the second time. */
export const manyGames = Array.from({ length: 4 }, () => Object.values(games)).flat()
