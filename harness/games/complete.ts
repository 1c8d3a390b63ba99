import { type Bytes, type Lines, toBytes } from '../session/bytes.ts'
import type { Position, Positions } from './explore.ts'

/** How many complete games are looked at before there are too many to. */
const gameLimit = 1_000_000

/** Every complete game, as the lines that are played in it. */
export interface CompleteGames extends Iterable<Lines> {
  readonly size: number
}

/** @returns undefined if there are more games than `limit`, or endlessly many */
export function completeGames({ nodes }: Positions, limit = gameLimit): CompleteGames | undefined {
  const size = countGames(nodes, limit)
  if (size === undefined) return undefined
  const steps = nodes.map(({ moves }) => moves.map((move): Step => ({ ...move, line: toBytes(move.line) })))
  return { size, [Symbol.iterator]: () => games(steps) }
}

interface Step {
  readonly line: Bytes
  readonly to?: number
}

function* games(steps: readonly (readonly Step[])[], at = 0, before: Lines = []): Generator<Lines> {
  for (const { line, to } of steps[at] ?? []) {
    const lines = [...before, line]
    if (to === undefined) yield lines
    else yield* games(steps, to, lines)
  }
}

function countGames(nodes: readonly Position[], limit: number): number | undefined {
  const counts: (number | undefined)[] = []
  const open = new Set<number>()
  const count = (at: number): number => {
    const known = counts[at]
    if (known !== undefined) return known
    // A position that leads to itself: the game may go on for ever.
    if (open.has(at)) return Number.POSITIVE_INFINITY
    open.add(at)
    const sum = (nodes[at]?.moves ?? []).reduce((sum, { to }) => sum + (to === undefined ? 1 : count(to)), 0)
    open.delete(at)
    counts[at] = sum
    return sum
  }
  const all = count(0)
  return all <= limit ? all : undefined
}
