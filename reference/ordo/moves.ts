import type { Position } from './board.ts'
import type { Shape, Ways } from './rules.ts'
import { type Direction, type Square, SquareSet, stepsOn, straightLine } from './square-set.ts'

/** Pieces that move together: a singleton, or an ordo of at least two neighbours in a row or a column. */
interface Unit {
  readonly shape: Shape
  readonly squares: SquareSet
  /** Ends of an ordo, the left or lower one first; for a singleton, both are its square. */
  readonly first: Square
  readonly last: Square
}

export interface Move {
  readonly unit: Unit
  readonly direction: Direction
  readonly landing: SquareSet
  /** Where the unit's first end lands. */
  readonly to: Square
  readonly captures: boolean
}

/** Directions of ordos, from the left or lower end. */
const lines = [
  { shape: 'row', direction: { east: 1, north: 0 } },
  { shape: 'column', direction: { east: 0, north: 1 } },
] as const

const edges = {
  east: SquareSet.column(9),
  west: SquareSet.column(0),
  north: SquareSet.row(7),
  south: SquareSet.row(0),
}

const atEdge = (squares: SquareSet, direction: Direction): boolean =>
  (direction.east > 0 && squares.intersects(edges.east)) ||
  (direction.east < 0 && squares.intersects(edges.west)) ||
  (direction.north > 0 && squares.intersects(edges.north)) ||
  (direction.north < 0 && squares.intersects(edges.south))

const singleton = (square: Square): Unit => ({
  shape: 'singleton',
  squares: SquareSet.empty.with(square),
  first: square,
  last: square,
})

/** Every singleton and every ordo. Any part of a longer line is an ordo, too. */
export function* units(own: SquareSet): Generator<Unit> {
  for (const first of own) {
    const alone = singleton(first)
    yield alone
    for (const { shape, direction } of lines) {
      let { squares } = alone
      let last = first
      while (!atEdge(squares, direction) && own.has(stepsOn(last, direction, 1))) {
        last = stepsOn(last, direction, 1)
        squares = squares.with(last)
        yield { shape, squares, first, last }
      }
    }
  }
}

/** Finds the singleton on a square, or the ordo between two squares; undefined if there is no such ordo. */
export function unitBetween(own: SquareSet, from: Square, end?: Square): Unit | undefined {
  if (end === undefined) return singleton(from)
  const [first, last] = from < end ? [from, end] : [end, from]
  const line = straightLine(first, last)
  const shape = line?.direction.north === 0 ? 'row' : line?.direction.east === 0 ? 'column' : undefined
  if (!line || !shape) return undefined
  const between = Array.from({ length: line.steps + 1 }, (_, steps) => stepsOn(first, line.direction, steps))
  return between.every((square) => own.has(square))
    ? { shape, squares: SquareSet.of(...between), first, last }
    : undefined
}

/** Returns where a unit lands after so many steps; undefined if an obstacle or the edge is in the way. */
export function goTo(unit: Unit, direction: Direction, steps: number, obstacles: SquareSet): SquareSet | undefined {
  let landing = unit.squares
  for (let step = 0; step < steps; step++) {
    if (atEdge(landing, direction)) return undefined
    landing = landing.shift(direction)
    if (landing.intersects(obstacles)) return undefined
  }
  return landing
}

/** "Throughout the game, after a player's move, all pieces of said player must be connected in one sole group." */
export const staysConnected = (rest: SquareSet, landing: SquareSet): boolean => rest.union(landing).isConnected()

export function* moves({ own, enemy }: Position, ways: Ways): Generator<Move> {
  for (const unit of units(own)) {
    const rest = own.diff(unit.squares)
    // Without the unit, the rest may fall into several groups. The unit must touch each of them where it lands.
    let around: SquareSet[] | undefined
    for (const direction of ways[unit.shape]) {
      let landing = unit.squares
      let { first: to } = unit
      let captures = false
      while (!captures && !atEdge(landing, direction)) {
        landing = landing.shift(direction)
        to = stepsOn(to, direction, 1)
        captures = landing.intersects(enemy)
        if (landing.intersects(rest) || (captures && unit.shape !== 'singleton')) break
        around ??= rest.groups().map((group) => group.near())
        if (around.every((near) => near.intersects(landing))) yield { unit, direction, landing, to, captures }
      }
    }
  }
}

/** Makes a move, but does not remove split-off pieces; the same player is to move. */
export const play = ({ color, own, enemy }: Position, { unit, landing }: Move): Position => ({
  color,
  own: own.diff(unit.squares).union(landing),
  enemy: enemy.diff(landing),
})
