import type { Game } from '../../reference/game.ts'

/** All positions of a game as a graph: what can be proven of a program goes through all of it. */
export interface Positions {
  /** Every position that is not the end, the first one at the beginning. */
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
  /** The index of the position that it leads to; absent: the game is over. */
  readonly to?: number
}

/** How many positions are looked at before a game counts as too large to explore. */
const positionLimit = 100_000

/**
 * Looks at every position that legal lines lead to.
 * @returns undefined if there are more than `limit`
 */
export function explore(game: Game<unknown>, limit = positionLimit): Positions | undefined {
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
  if (opening.state === undefined) return { nodes: [], moves: 0 }
  indexOf(opening.state)
  const nodes: Position[] = []
  let count = 0
  for (let i = 0; i < states.length; i++) {
    if (states.length > limit) return undefined
    const state = states[i]
    const moves = game.legal(state).map((line): Move => {
      const { state: next } = game.answer(state, line)
      return next === undefined ? { line } : { line, to: indexOf(next) }
    })
    count += moves.length
    nodes.push({ state, moves })
  }
  return { nodes, moves: count }
}
