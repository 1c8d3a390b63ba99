import type { Verdict } from '../../../session/compare.ts'
import type { Input } from '../../../session/script.ts'

/** An entry that is wrong in one way, or looks as if it were. */
export type WrongEntry = Program & (Accepted | Rejected)

interface Program {
  readonly name: string
  readonly source: string
  /** `bun` if absent. */
  readonly runtime?: 'bun' | 'node'
  /** `interactive` if absent. */
  readonly input?: Input
  /** Sessions that it plays right, lines parted by spaces. */
  readonly passes?: readonly string[]
  /** The time limit for one reply, where the usual one does not do. */
  readonly milliseconds?: number
}

interface Accepted {
  readonly verdict: 'AC'
}

interface Rejected {
  /** Predicted before it was run. */
  readonly verdict: Exclude<Verdict, 'AC'>
  /**
   * The rule that it breaks, predicted before it was run: that of the reply in which the shortest session goes wrong. A program
   * that writes or waits without end owes what is to come next. None for one that meets a limit: memory, or its own file, which
   * must stay as it is.
   */
  readonly breaks?: string
  /** Sessions each of which shows the fault. */
  readonly fails: readonly string[]
}

/** The details of a rejected program, without its code. */
export type Fault = Omit<Program, 'name' | 'source'> & Omit<Rejected, 'verdict'>

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
