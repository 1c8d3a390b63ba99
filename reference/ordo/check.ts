import type { Read } from '../game.ts'
import { lowest, type Position } from './board.ts'
import { goTo, type Move, staysConnected, unitBetween } from './moves.ts'
import type { NamedSquare, TypedMove } from './notation.ts'
import type { Rules, Ways } from './rules.ts'
import { SquareSet, stepsOn, straightLine } from './square-set.ts'
import { after, isSideways, outcomes, type Situation, type Step } from './turns.ts'

type Outcomes = readonly [Step, ...Step[]]

/** A legal line: its moves, the last one with all its outcomes. More than one outcome means that there is a choice. */
export interface CheckedLine {
  readonly before: readonly Step[]
  readonly last: Outcomes
}

/** Names each subgroup to choose from by its lowest square. */
export const groupNames = (choices: readonly Step[]): string[] =>
  choices.map(({ kept }) => lowest(kept as SquareSet)).sort()

export const askForGroup = (choices: readonly Step[]): string => `Keep which group (${groupNames(choices).join(', ')})`

/** Checks a line of one or two moves. The error is the first one in the line. */
export function checkLine(rules: Rules, situation: Situation, [one, two]: [TypedMove, TypedMove?]): Read<CheckedLine> {
  const first = checkStep(rules, situation, one)
  if ('error' in first || two === undefined) return withBefore([], first)
  const [step, ...choices] = first.value
  if (step.endsTurn) return { error: 'The turn is over after the first move' }
  if (choices.length > 0) return { error: askForGroup(first.value) }
  return withBefore([step], checkStep(rules, after(rules, step), two))
}

/** Checks the answer to a choice: a square of the subgroup that stays. */
export function checkAnswer({ before, last }: CheckedLine, answer: NamedSquare): Read<CheckedLine> {
  return withBefore(before, chooseGroup(last, answer))
}

const withBefore = (before: readonly Step[], last: Read<Outcomes>): Read<CheckedLine> =>
  'error' in last ? last : { value: { before, last: last.value } }

function chooseGroup(choices: Outcomes, { name, square }: NamedSquare): Read<Outcomes> {
  const chosen = choices.find(({ kept }) => kept?.has(square))
  return chosen ? { value: [chosen] } : { error: `${name} is not in one of the largest groups` }
}

function checkStep(rules: Rules, situation: Situation, typed: TypedMove): Read<Outcomes> {
  const { position, stage } = situation
  // If a second move goes sideways, that is reported after all other errors.
  const ways = rules.ways[position.color][stage === 'second' ? 'free' : stage]
  const checked = checkMove(position, ways, typed)
  if ('error' in checked) return checked
  const move = checked.value

  if (!staysConnected(position.own.diff(move.unit.squares), move.landing)) {
    return { error: stage === 'reconnect' ? 'That does not reconnect your group' : 'That would split your group' }
  }
  if (stage === 'second' && isSideways(move)) return { error: 'The second move must go forward' }

  const possible = outcomes(rules, situation, move)
  if (typed.keep === undefined) return { value: possible }
  return possible.length > 1 ? chooseGroup(possible, typed.keep) : { error: 'There is no group to choose' }
}

/** Checks that the pieces are there and can move like that, but not whether they stay one group. */
function checkMove({ own, enemy }: Position, ways: Ways, { from, end, captures, to }: TypedMove): Read<Move> {
  const ends = end ? [from, end] : [from]
  const name = ends.map((square) => square.name).join(':')

  const empty = ends.find(({ square }) => !own.has(square) && !enemy.has(square))
  if (empty) return { error: `${empty.name} is empty` }
  const foreign = ends.find(({ square }) => enemy.has(square))
  if (foreign) return { error: `${foreign.name} is not yours` }
  const unit = unitBetween(own, from.square, end?.square)
  if (!unit) return { error: `${name} is not an ordo` }
  if (end && captures) return { error: 'An ordo may not capture' }

  const others = own.union(enemy).diff(end ? unit.squares : SquareSet.empty)
  if (!captures && others.has(to.square)) return { error: `${to.name} is occupied` }
  if (captures && !enemy.has(to.square)) return { error: `No enemy piece on ${to.name}` }

  const line = straightLine(from.square, to.square)
  const allowed = ways[unit.shape].some(
    ({ east, north }) => east === line?.direction.east && north === line.direction.north,
  )
  if (!line || !allowed) return { error: `${name} may not move to ${to.name}` }

  const { direction, steps } = line
  const landing = goTo(unit, direction, steps, captures ? others.without(to.square) : others)
  if (!landing) return { error: `The way from ${from.name} to ${to.name} is blocked` }
  return { value: { unit, direction, landing, to: stepsOn(unit.first, direction, steps), captures } }
}
