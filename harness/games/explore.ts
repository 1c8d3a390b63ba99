import type { Game } from '../../reference/game.ts'
import { type Lines, toBytes } from '../session/bytes.ts'

/** All positions of a game, as a graph. */
export interface Positions {
  /** Every position in which the game is not over; the first one is the start. */
  readonly nodes: readonly Position[]
  /** How many legal moves lead from one position to another or to the end. */
  readonly moves: number
}

export interface Position {
  readonly state: unknown
  /** The moves from here, in the game's order. */
  readonly moves: readonly Move[]
}

export interface Move {
  readonly line: string
  /** The index of the position that it leads to; absent if the game is over. */
  readonly to?: number
}

/**
 * Finds every position that legal lines lead to.
 * @returns undefined if there are more than `limit`
 */
export function explore(game: Game<unknown>, limit = 100_000): Positions | undefined {
  const states: unknown[] = []
  const indices = new Map<string, number>()
  const indexOf = (state: unknown) => {
    const key = game.key(state)
    const known = indices.get(key)
    if (known !== undefined) return known
    indices.set(key, states.length)
    return states.push(state) - 1
  }

  const opening = game.open()
  if (opening.state !== undefined) indexOf(opening.state)
  const nodes: Position[] = []
  for (let i = 0; i < states.length; i++) {
    if (states.length > limit) return undefined
    const state = states[i]
    const moves = game.legal(state).map((line): Move => {
      const { state: next } = game.answer(state, line)
      return next === undefined ? { line } : { line, to: indexOf(next) }
    })
    nodes.push({ state, moves })
  }
  return { nodes, moves: nodes.reduce((sum, { moves }) => sum + moves.length, 0) }
}

/** Every complete game, as the lines that are played in it. */
export interface CompleteGames extends Iterable<Lines> {
  readonly size: number
}

/** @returns undefined if there are more than a million games */
export function completeGames({ nodes }: Positions): CompleteGames | undefined {
  const size = countGames(nodes)
  if (size > 1_000_000) return undefined
  function* games(at: number, before: Lines): Generator<Lines> {
    for (const { line, to } of nodes[at]?.moves ?? []) {
      const lines = [...before, toBytes(line)]
      if (to === undefined) yield lines
      else yield* games(to, lines)
    }
  }
  return { size, [Symbol.iterator]: () => games(0, []) }
}

/** @returns Infinity if a position can lead to itself, so that a game can go on forever */
function countGames(nodes: readonly Position[]): number {
  const counts: number[] = []
  const count = (at: number): number => {
    const known = counts[at]
    if (known !== undefined) return known
    // Until the position is counted, a way back to it is a cycle.
    counts[at] = Number.POSITIVE_INFINITY
    const sum = (nodes[at]?.moves ?? []).reduce((sum, { to }) => sum + (to === undefined ? 1 : count(to)), 0)
    counts[at] = sum
    return sum
  }
  return count(0)
}
