import type { Game } from '../../../reference/game.ts'
import { refusedIn } from '../../games/rules.ts'
import { whyNoPty } from '../../run/pty.ts'
import { type Lines, toBytes } from '../../session/bytes.ts'
import { playedToEnd } from '../../session/script.ts'
import { randomMoves } from '../typing/sessions.ts'
import { type Suite, type SuiteOptions, suiteWith } from './suite.ts'

// Random sessions, and what people and shells do to a program.

export function randomSuite(game: Game<unknown>, { seed = 1, runs = 50 }: SuiteOptions): Suite {
  return suiteWith('random', randomMoves(game, seed, runs), `${runs} random sessions (seed ${seed})`)
}

/** Every line that is refused before and after a first move (not one that ends the game), four times; and one, 250 times. */
export function repetitionSuite(game: Game<unknown>): Suite {
  const { state } = game.open()
  const [first, ...others] = state === undefined ? [] : refusedIn(game, state)
  if (first === undefined) return suiteWith('repetition', [])
  const move = game.legal(state).find((line) => game.answer(state, line).state !== undefined)
  const later = move === undefined ? [] : [move, ...fourTimes(refusedIn(game, game.answer(state, move).state))]
  const begun = [[...fourTimes([first, ...others]), ...later], Array<string>(250).fill(first)]
  const sessions = begun.map((lines) => playedToEnd(game, lines.map(toBytes)))
  return suiteWith('repetition', sessions)
}

const fourTimes = (lines: readonly string[]) => lines.flatMap((line) => [line, line, line, line])

/** Games with lines after their end, which must change nothing: one, several, another game, a hundred. */
export function leftoverSuite(game: Game<unknown>, { seed = 1, quick = false }: SuiteOptions): Suite {
  const { state } = game.open()
  if (state === undefined) return suiteWith('leftover', [])
  const legal = game.legal(state).map(toBytes)
  const refused = refusedIn(game, state).map(toBytes)
  const again = playedToEnd(game, [])
  const leftovers = [
    ...[...legal.slice(0, quick ? 1 : 2), ...refused.slice(0, quick ? 1 : 7)].map((line) => [line]),
    legal.slice(0, 3),
    refused.slice(0, 5),
    again,
    Array.from({ length: 100 }, (_, i) => again[i % 3] ?? ''),
  ]
  const games = randomGames(game, seed, leftovers.length)
  const sessions = games.map((lines, index) => [...lines, ...(leftovers[index] ?? [])])
  return suiteWith('leftover', sessions)
}

export function terminalSuite(
  game: Game<unknown>,
  { seed = 1, quick = false }: SuiteOptions,
  whyNot = whyNoPty,
): Suite {
  const notRun = whyNot()
  if (notRun !== undefined) return suiteWith(`terminal (not run: ${notRun})`, [])
  return suiteWith('terminal', randomGames(game, seed, quick ? 2 : 5))
}

/** Random sessions, each up to the end of the game. */
const randomGames = (game: Game<unknown>, seed: number, count: number): Lines[] =>
  randomMoves(game, seed, count).map((lines) => playedToEnd(game, lines))
