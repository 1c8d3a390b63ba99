import type { Game } from '../../../reference/game.ts'
import { explore, type Position, type Positions } from '../../games/explore.ts'
import { type Bytes, type Lines, toBytes } from '../../session/bytes.ts'
import type { Suite } from './suite.ts'

/** How many complete games are held before there are too many to. */
const gameLimit = 1_000_000

/**
 * Every complete game.
 * @returns undefined if there are more than `limit`, or endlessly many
 */
export function gamesSuite({ nodes }: Positions, limit = gameLimit): Suite | undefined {
  const size = countGames(nodes, limit)
  if (size === undefined) return undefined
  const steps = nodes.map(({ moves }) => moves.map((move): Step => ({ ...move, line: toBytes(move.line) })))
  const covers = `all ${size.toLocaleString('en')} games`
  return { name: 'games', covers, sessions: { [Symbol.iterator]: () => games(steps) }, size, isHuge: true }
}

/** Every complete game, as a list; none of a game that is too large. */
export function completeGames(game: Game<unknown>): readonly Lines[] {
  const positions = explore(game)
  return positions === undefined ? [] : [...(gamesSuite(positions)?.sessions ?? [])]
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
