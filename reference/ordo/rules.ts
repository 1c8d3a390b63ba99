import type { Color } from './board.ts'
import type { Direction } from './square-set.ts'

/** What moves: a single piece, or an ordo in a row or in a column. */
export type Shape = 'singleton' | 'row' | 'column'

/**
 * Which move is required: any; one that reconnects a split group (Ordo); or the forward move that must follow
 * a sideways move in the same turn (Ordo X).
 */
export type Stage = 'free' | 'reconnect' | 'second'

export type Ways = Readonly<Record<Shape, readonly Direction[]>>

/** All differences between Ordo and Ordo X. In this folder, comments in quotation marks are the rules' own words. */
export interface Rules {
  readonly title: string
  readonly ways: Readonly<Record<Color, Readonly<Record<Stage, Ways>>>>
  /** When a capture splits a group: its owner must reconnect it, or all but its largest subgroup is removed. */
  readonly splitGroup: 'reconnect' | 'remove'
  /** A sideways move: it ends the turn like any other, or must be followed by a forward move. */
  readonly sidewaysMove: 'ends-turn' | 'needs-second'
}

const sideways: Direction[] = [
  { east: -1, north: 0 },
  { east: 1, north: 0 },
]

const straight = (north: 1 | -1): Direction[] => [{ east: 0, north }]

const ahead = (north: 1 | -1): Direction[] => [
  { east: -1, north },
  { east: 0, north },
  { east: 1, north },
]

/** White moves towards row 8. */
const forBoth = (ways: (forward: 1 | -1, backward: 1 | -1) => Record<Stage, Ways>) => ({
  white: ways(1, -1),
  black: ways(-1, 1),
})

const every = (directions: Direction[]): Ways => ({ singleton: directions, row: directions, column: directions })

export const ordoRules: Rules = {
  title: 'Ordo',
  splitGroup: 'reconnect',
  sidewaysMove: 'ends-turn',
  ways: forBoth((forward, backward) => ({
    free: {
      singleton: [...ahead(forward), ...sideways],
      row: straight(forward),
      column: sideways,
    },
    reconnect: {
      singleton: [...ahead(forward), ...sideways, ...ahead(backward)],
      row: [...straight(forward), ...straight(backward)],
      column: sideways,
    },
    second: every([]),
  })),
}

export const ordoXRules: Rules = {
  title: 'Ordo X',
  splitGroup: 'remove',
  sidewaysMove: 'needs-second',
  ways: forBoth((forward) => ({
    free: every([...ahead(forward), ...sideways]),
    reconnect: every([]),
    second: every(ahead(forward)),
  })),
}
