import type { Game, Read } from '../../reference/game.ts'

/**
 * Counts sequences of legal turns, as move generators are tested ("performance test"). A sequence that ends the game
 * counts at its own length, not at a greater one.
 * @param depth how many turns long; 0 counts one sequence, the empty one
 */
export function perft(game: Game<unknown>, state: unknown, depth: number): number {
  return game.count?.(state, depth) ?? counter(game)(state, depth)
}

/** The same count for each first turn. */
export function divide(game: Game<unknown>, state: unknown, depth: number): { turn: string; count: number }[] {
  const count = counter(game)
  return turnsOf(game, state).map((turn) => {
    const { state: next } = game.answer(state, turn)
    if (next === undefined) return { turn, count: depth === 1 ? 1 : 0 }
    return { turn, count: game.count?.(next, depth - 1) ?? count(next, depth - 1) }
  })
}

/** The legal turns of a position, sorted by code point. */
export const turnsOf = (game: Game<unknown>, state: unknown): string[] =>
  (game.turns ?? game.legal).call(game, state).sort()

/** Positions that nothing can tell apart are counted once. */
function counter(game: Game<unknown>) {
  const known = new Map<string, number>()
  const count = (state: unknown, depth: number): number => {
    if (depth === 0) return 1
    const turns = turnsOf(game, state)
    if (depth === 1) return turns.length
    const key = `${depth} ${game.key(state)}`
    const before = known.get(key)
    if (before !== undefined) return before
    let sum = 0
    for (const turn of turns) {
      const { state: next } = game.answer(state, turn)
      if (next !== undefined) sum += count(next, depth - 1)
    }
    known.set(key, sum)
    return sum
  }
  return count
}

/**
 * Reads a position: in the game's own notation, or, where it has none, as the lines played so far, separated by white
 * space or commas.
 * @returns undefined as the value of a game that is over
 */
export function readPosition(game: Game<unknown>, position: string): Read<unknown> {
  if (game.read !== undefined) return game.read(position)
  let { state } = game.open()
  for (const [index, line] of position
    .split(/[\s,]+/)
    .filter(Boolean)
    .entries()) {
    if (state === undefined) return { error: `line ${index + 1}, '${line}', comes after the end of the game` }
    if (!game.legal(state).includes(line)) return { error: `line ${index + 1}, '${line}', is not legal` }
    state = game.answer(state, line).state
  }
  return { value: state }
}
