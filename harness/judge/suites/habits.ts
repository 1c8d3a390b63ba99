import type { Game } from '../../../reference/game.ts'
import { refusedIn } from '../../games/rules.ts'
import { whyNoPty } from '../../run/pty.ts'
import { type Lines, toBytes } from '../../session/bytes.ts'
import { playedOn } from '../../session/script.ts'
import { randomMoves } from '../typing/sessions.ts'
import { type Suite, type SuiteOptions, suiteWith } from './suite.ts'

// Suites of a game besides those of its positions: random sessions, and what people and shells do to a program.

/** Random games with refused lines among their moves. */
export function randomSuite(game: Game<unknown>, { seed = 1, runs = 50 }: SuiteOptions): Suite {
  return suiteWith('random', randomMoves(game, seed, runs), `${runs} random sessions (seed ${seed})`)
}

/** Every line that is refused before and after a first move (not one that ends the game), four times; and one, 250 times. */
export function repetitionSuite(game: Game<unknown>): Suite {
  const { state } = game.open()
  if (state === undefined) return suiteWith('repetition', [])
  const refused = refusedIn(game, state).map(toBytes)
  const move = game.legal(state).find((line) => game.answer(state, line).state !== undefined)
  const later = move === undefined ? [] : refusedIn(game, game.answer(state, move).state).map(toBytes)
  const moves = move === undefined ? [] : [toBytes(move)]
  const [first] = refused
  const sessions =
    first === undefined ? [] : [[...eachFourTimes(refused), ...moves, ...eachFourTimes(later)], Array(250).fill(first)]
  return suiteWith(
    'repetition',
    sessions.map((lines) => playedOn(game, lines)),
  )
}

const eachFourTimes = (lines: Lines): Lines => lines.flatMap((line) => [line, line, line, line])

/** Games with lines after their end, which must change nothing: one, several, another game, a hundred. */
export function leftoverSuite(game: Game<unknown>, { seed = 1 }: SuiteOptions): Suite {
  const { state } = game.open()
  if (state === undefined) return suiteWith('leftover', [])
  const legal = game.legal(state).map(toBytes)
  const refused = refusedIn(game, state).map(toBytes)
  const again = playedOn(game, [])
  const leftovers = [
    ...[...legal.slice(0, 2), ...refused.slice(0, 7)].map((line) => [line]),
    legal.slice(0, 3),
    refused.slice(0, 5),
    again,
    Array.from({ length: 100 }, (_, i) => again[i % 3] ?? ''),
  ]
  const games = randomGames(game, seed, leftovers.length)
  return suiteWith(
    'leftover',
    games.map((lines, index) => [...lines, ...(leftovers[index] ?? [])]),
  )
}

/** A few games for a terminal. */
export function terminalSuite(
  game: Game<unknown>,
  { seed = 1, quick = false }: SuiteOptions,
  whyNot = whyNoPty,
): Suite {
  const notRun = whyNot()
  if (notRun !== undefined) return suiteWith(`terminal (not run: ${notRun})`, [])
  return suiteWith('terminal', randomGames(game, seed, quick ? 2 : 5))
}

/** One game, whose second answer is late. */
export const silenceSuite = (game: Game<unknown>): Suite => suiteWith('silence', [playedOn(game, [])])

/** Random games with refused lines among their moves, each up to its end. */
const randomGames = (game: Game<unknown>, seed: number, count: number): Lines[] =>
  randomMoves(game, seed, count).map((lines) => playedOn(game, lines))
