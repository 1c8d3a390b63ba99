import type { Game, Read } from '../../reference/game.ts'
import { type Lines, toBytes } from '../session/bytes.ts'
import { repliesTo } from '../session/script.ts'

/** Positions that are searched for the nearest end of a game: a second at the most. */
const maxSearched = 2000

/** Characters of the keys of positions that are explored: they stay in memory. */
const maxKeyCharacters = 50_000_000

/** Positions that are explored. A larger game is judged by random sessions. */
const maxPositions = 100_000

const maxGames = 1_000_000
const positionsInStep = 100

export interface ExploredPosition {
  readonly state: unknown
  /** Legal lines, each with the index of the next position; that is absent if the game is over. */
  readonly moves: readonly { readonly line: string; readonly to?: number }[]
}

/**
 * Finds all positions that legal lines lead to and in which the game is not over, from the start on. A large game takes seconds.
 * @returns undefined if there are too many, their keys are too long for memory, or there are none
 */
export function* explore(game: Game<unknown>): Generator<void, ExploredPosition[] | undefined> {
  const states: unknown[] = []
  const indices = new Map<string, number>()
  let characters = 0
  const indexOf = (state: unknown) => {
    const key = game.key(state)
    const known = indices.get(key)
    if (known !== undefined) return known
    indices.set(key, states.length)
    characters += key.length
    return states.push(state) - 1
  }

  const opening = game.open()
  if (opening.state === undefined) return undefined
  indexOf(opening.state)
  const nodes: ExploredPosition[] = []
  // `indexOf` appends new states to the list while this loop walks it.
  for (const state of states) {
    const moves: ExploredPosition['moves'][number][] = []
    for (const line of game.legal(state)) {
      if (states.length > maxPositions || characters > maxKeyCharacters) return undefined
      const { state: next } = game.answer(state, line)
      moves.push(next === undefined ? { line } : { line, to: indexOf(next) })
    }
    if (nodes.push({ state, moves }) % positionsInStep === 0) yield
  }
  return nodes
}

/**
 * Finds a shortest way from the end of these lines to the end of the game.
 * @returns legal lines; none if the game is over, or its end was not found
 */
export function nearestEnd(game: Game<unknown>, lines: Lines): Lines {
  const { position } = repliesTo(game, lines).at(-1) ?? {}
  if (position === undefined) return []
  const seen = new Set([position.key])
  const queue: { readonly state: unknown; readonly path: Lines }[] = [{ state: position.state, path: [] }]
  // New positions are appended to the list while this loop walks it: the nearest come first.
  for (const { state, path } of queue) {
    for (const line of game.legal(state)) {
      const { state: next } = game.answer(state, line)
      if (next === undefined) return [...path, toBytes(line)]
      const key = game.key(next)
      if (seen.has(key)) continue
      if (seen.size === maxSearched) return []
      seen.add(key)
      queue.push({ state: next, path: [...path, toBytes(line)] })
    }
  }
  return []
}

/** Counts complete games; undefined if there are more than a million: they are not listed then. */
export function countGames(nodes: readonly ExploredPosition[]): number | undefined {
  const counts: number[] = []
  /** Positions up to the one that is counted next. No recursion: a game may have thousands of moves. */
  const path = [0]
  for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
    const moves = nodes[at]?.moves ?? []
    const { to: next } = moves.find(({ to }) => to !== undefined && counts[to] === undefined) ?? {}
    // Marks the position as being counted: reaching it again means that a game can go on forever.
    counts[at] = Number.POSITIVE_INFINITY
    if (next !== undefined) {
      path.push(next)
      continue
    }
    counts[at] = moves.reduce((sum, { to }) => sum + (to === undefined ? 1 : (counts[to] ?? 0)), 0)
    path.pop()
  }
  const games = counts[0] ?? 0
  return games > maxGames ? undefined : games
}

/** Call it only if `countGames` returns a number. */
export function* completeGames(nodes: readonly ExploredPosition[]): Generator<Lines> {
  const movesAt = (at: number, before: Lines) => (nodes[at]?.moves ?? []).map((move) => ({ before, ...move })).reverse()
  const waiting = movesAt(0, [])
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { before, line, to } = next
    const lines = [...before, toBytes(line)]
    if (to === undefined) yield lines
    else waiting.push(...movesAt(to, lines))
  }
}

/**
 * Counts sequences of so many legal turns: perft, the usual test of move generators. A sequence that ends the game counts at
 * its own length only; at depth 0, there is the empty one.
 * @param known counts by depth and position
 */
export function perft(game: Game<unknown>, state: unknown, depth: number, known = new Map<string, number>()): number {
  if (game.count !== undefined) return game.count(state, depth)
  if (depth === 0) return 1
  if (depth === 1) return turnsOf(game, state).length
  const key = `${depth} ${game.key(state)}`
  const total = known.get(key) ?? divide(game, state, depth, known).reduce((sum, { count }) => sum + count, 0)
  known.set(key, total)
  return total
}

export function divide(game: Game<unknown>, state: unknown, depth: number, known = new Map<string, number>()) {
  return turnsOf(game, state).map((turn) => {
    const { state: next } = game.answer(state, turn)
    return { turn, count: next === undefined ? Number(depth === 1) : perft(game, next, depth - 1, known) }
  })
}

export const turnsOf = (game: Game<unknown>, state: unknown): string[] =>
  (game.turns ?? game.legal).call(game, state).toSorted()

/**
 * Reads a position, in the game's own notation or as the lines played so far, separated by white space or commas; a line that
 * holds one of those is in quotes. The state is undefined if the game is over.
 */
export function readPosition(game: Game<unknown>, position: string): Read<unknown> {
  if (game.read !== undefined) return game.read(position)
  const words = position.matchAll(/'(?<single>[^']*)'|"(?<double>[^"]*)"|[^\s,]+/g)
  const lines = [...words].map(([word, single, double]) => single ?? double ?? word)
  let { state } = game.open()
  for (const [index, line] of lines.entries()) {
    if (state === undefined) return { error: `line ${index + 1}, '${line}', comes after the end of the game` }
    if (!game.legal(state).includes(line)) return { error: `line ${index + 1}, '${line}', is not legal` }
    state = game.answer(state, line).state
  }
  return { value: state }
}
