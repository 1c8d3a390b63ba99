import { obeys } from '../sentences/ordo.ts'
import { goal, opponent, type Position } from './board.ts'
import type { Stage } from './rules.ts'
import type { Step } from './turns.ts'

// The rules that replies obey, the most particular first.

/** The rules of a prompt, by the kind of move that it asks for. */
export const rulesOfStage: Readonly<Record<Stage, readonly string[]>> = {
  free: obeys('take-turns'),
  reconnect: obeys('reconnect'),
  second: obeys('sideways'),
}

export function rulesOfStep(stage: Stage, { move, removed, kept, position }: Step): readonly string[] {
  const { unit, direction, captures } = move
  const isBackward = direction.north === (position.color === 'white' ? -1 : 1)
  const isOrdo = unit.shape !== 'singleton'
  return [
    ...(kept ? obeys('choose') : []),
    ...(removed > 0 ? obeys('remove') : []),
    ...(isBackward ? obeys(isOrdo ? 'backward-ordo' : 'backward') : []),
    ...(stage === 'reconnect' ? obeys('reconnect') : []),
    ...(position.own.size() === 1 ? obeys('one-piece') : []),
    ...(isOrdo
      ? obeys('ordo-ways', 'ordo-move')
      : obeys(...(captures ? (['capture'] as const) : []), 'singleton-move')),
    ...obeys('connected'),
  ]
}

export function rulesOfEnd({ color, own, enemy }: Position): readonly string[] {
  if (own.isEmpty() || enemy.isEmpty()) return obeys('no-pieces')
  const isThere = own.intersects(goal(color)) || enemy.intersects(goal(opponent(color)))
  return obeys(isThere ? 'home-row-wins' : 'lost')
}
