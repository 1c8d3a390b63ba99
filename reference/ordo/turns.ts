import { type Color, goal, opponent, otherSide, type Position } from './board.ts'
import { type Move, moves, play } from './moves.ts'
import type { Rules, Stage } from './rules.ts'
import type { SquareSet } from './square-set.ts'

export interface Situation {
  readonly position: Position
  /** Which move is required next. */
  readonly stage: Stage
}

export interface Step {
  readonly move: Move
  /** Which subgroup of the enemy stays, if there was a choice. */
  readonly kept?: SquareSet
  /** How many pieces were removed in addition to the captured one. */
  readonly removed: number
  /** Afterwards, with the same player to move. */
  readonly position: Position
  /** False after a sideways move that must be followed by a forward move. */
  readonly endsTurn: boolean
}

export const begin = (rules: Rules, position: Position): Situation => ({
  position,
  stage: rules.splitGroup === 'reconnect' && !position.own.isConnected() ? 'reconnect' : 'free',
})

/** What follows a step: the same player's second move, or the other player's turn. */
export const after = (rules: Rules, { position, endsTurn }: Step): Situation =>
  endsTurn ? begin(rules, otherSide(position)) : { position, stage: 'second' }

/** "A sideways move must be instantly followed by any other move (… but now forward only) in the same turn." */
const needsSecond = (rules: Rules, stage: Stage, move: Move) =>
  rules.sidewaysMove === 'needs-second' && stage !== 'second' && isSideways(move)

export const isSideways = (move: Move): boolean => move.direction.north === 0

/**
 * "If a player disconnects the opponent's group by capturing a piece, then said player must also remove all opponent
 * pieces, which are not part of the largest subgroup." Several subgroups can be the largest.
 */
function largestGroups(enemy: SquareSet): SquareSet[] {
  const groups = enemy.groups()
  const largest = Math.max(...groups.map((group) => group.size()))
  return groups.filter((group) => group.size() === largest)
}

/** Returns one outcome of a move, or one for each subgroup that "the attacking player may choose". */
export function outcomes(rules: Rules, { position, stage }: Situation, move: Move): [Step, ...Step[]] {
  const board = play(position, move)
  const endsTurn = board.enemy.isEmpty() || !needsSecond(rules, stage, move)
  const step: Step = { move, removed: 0, position: board, endsTurn }
  if (!move.captures || rules.splitGroup === 'reconnect' || board.enemy.isConnected()) return [step]

  return largestGroups(board.enemy).map((group, _, { length }) => ({
    ...step,
    ...(length > 1 && { kept: group }),
    removed: board.enemy.size() - group.size(),
    position: { ...board, enemy: group },
  })) as [Step, ...Step[]]
}

/** Every legal single move, once for each subgroup that may be kept. */
export function steps(rules: Rules, situation: Situation): Step[] {
  return [...allMoves(rules, situation)].flatMap((move) => outcomes(rules, situation, move))
}

export function turns(rules: Rules, situation: Situation): Step[][] {
  return steps(rules, situation).flatMap((step) =>
    step.endsTurn ? [[step]] : turns(rules, after(rules, step)).map((rest) => [step, ...rest]),
  )
}

/** Counts the sequences of `depth` turns; the first turn may have begun. */
export function perft(rules: Rules, situation: Situation, depth: number): number {
  if (depth === 0) return 1
  if (depth === 1) return countTurns(rules, situation)
  let count = 0
  for (const step of steps(rules, situation)) {
    count += perft(rules, after(rules, step), step.endsTurn ? depth - 1 : depth)
  }
  return count
}

/** Counts the turns. A move that ends the turn and has one outcome is counted without being made. */
function countTurns(rules: Rules, situation: Situation): number {
  let count = 0
  for (const move of allMoves(rules, situation)) {
    if (!needsSecond(rules, situation.stage, move) && !(move.captures && rules.splitGroup === 'remove')) count++
    else {
      for (const step of outcomes(rules, situation, move)) {
        count += step.endsTurn ? 1 : countTurns(rules, after(rules, step))
      }
    }
  }
  return count
}

const allMoves = (rules: Rules, { position, stage }: Situation): Iterable<Move> =>
  isOver(position) ? [] : moves(position, rules.ways[position.color][stage])

/** True if a player has reached the goal row or has no piece left: then nobody moves. */
const isOver = ({ color, own, enemy }: Position): boolean =>
  own.isEmpty() || enemy.isEmpty() || own.intersects(goal(color)) || enemy.intersects(goal(opponent(color)))

/** Finds the winner at the beginning of a turn, if any. */
export function winner(rules: Rules, position: Position): Color | undefined {
  const { color, own, enemy } = position
  const other = opponent(color)
  if (own.isEmpty() || enemy.intersects(goal(other))) return other
  if (enemy.isEmpty() || own.intersects(goal(color))) return color
  // "If no such move is possible, the game is lost immediately."
  for (const _ of allMoves(rules, begin(rules, position))) return undefined
  return other
}
