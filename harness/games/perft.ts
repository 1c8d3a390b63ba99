import type { Game, Read } from '../../reference/game.ts'

/**
 * Counts sequences of legal turns, as move generators are tested ("performance test"). A sequence that ends the game
 * counts at its own length only.
 * @param depth the number of turns; at depth 0 there is one sequence, the empty one
 * @param known counts by depth and position
 */
export function perft(game: Game<unknown>, state: unknown, depth: number, known = new Map<string, number>()): number {
  if (game.count !== undefined) return game.count(state, depth)
  if (depth === 0) return 1
  const turns = turnsOf(game, state)
  if (depth === 1) return turns.length
  const key = `${depth} ${game.key(state)}`
  const before = known.get(key)
  if (before !== undefined) return before
  let sum = 0
  for (const turn of turns) {
    const { state: next } = game.answer(state, turn)
    if (next !== undefined) sum += perft(game, next, depth - 1, known)
  }
  known.set(key, sum)
  return sum
}

/** The same count for each first turn. */
export function divide(game: Game<unknown>, state: unknown, depth: number): { turn: string; count: number }[] {
  const known = new Map<string, number>()
  return turnsOf(game, state).map((turn) => {
    const { state: next } = game.answer(state, turn)
    return { turn, count: next === undefined ? Number(depth === 1) : perft(game, next, depth - 1, known) }
  })
}

/** The legal turns of a position, sorted by code point. */
export const turnsOf = (game: Game<unknown>, state: unknown): string[] =>
  (game.turns ?? game.legal).call(game, state).sort()

/**
 * Reads a position: in the game's own notation, or else as the lines played so far, separated by white space or commas.
 * @returns undefined as the value if the game is over
 */
export function readPosition(game: Game<unknown>, position: string): Read<unknown> {
  if (game.read !== undefined) return game.read(position)
  const lines = position.split(/[\s,]+/).filter(Boolean)
  let { state } = game.open()
  for (const [index, line] of lines.entries()) {
    if (state === undefined) return { error: `line ${index + 1}, '${line}', comes after the end of the game` }
    if (!game.legal(state).includes(line)) return { error: `line ${index + 1}, '${line}', is not legal` }
    state = game.answer(state, line).state
  }
  return { value: state }
}
