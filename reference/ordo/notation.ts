import type { Read } from '../game.ts'
import { lowest, squareName, squareNamed } from './board.ts'
import type { Move } from './moves.ts'
import type { Rules } from './rules.ts'
import type { Square } from './square-set.ts'
import type { Step } from './turns.ts'

export interface NamedSquare {
  readonly name: string
  /** `NaN` if it is off the board. */
  readonly square: Square
}

/** A move as it was typed: well-formed, but perhaps illegal. From `readTurn`, all its squares are on the board. */
export interface TypedMove {
  readonly from: NamedSquare
  readonly end?: NamedSquare
  readonly captures: boolean
  /** Where `from` lands. */
  readonly to: NamedSquare
  /** A square of the subgroup that stays. */
  readonly keep?: NamedSquare
}

/** A move in notation: `a3-a4`, `c4xc5`, `c2:d2-c3`. The left or lower end of an ordo comes first. */
export const writeMove = ({ unit, captures, to }: Move): string =>
  squareName(unit.first) +
  (unit.shape === 'singleton' ? '' : `:${squareName(unit.last)}`) +
  (captures ? 'x' : '-') +
  squareName(to)

/** A move and the subgroup that was chosen to stay, if any: `c3xc7=e5`. */
export const writeStep = ({ move, kept }: Step): string => writeMove(move) + (kept ? `=${lowest(kept)}` : '')

/** One or two moves: `b3-c3,c3-c4`. */
export const writeTurn = (steps: readonly Step[]): string => steps.map(writeStep).join()

const moveForm = /^([a-z]\d+)(?::([a-z]\d+))?([-x])([a-z]\d+)(?:=([a-z]\d+))?$/

const squareForm = /^[a-z]\d+$/

const invalidFormat = (examples: string) => ({ error: `Invalid format. Examples: ${examples}` })

/** Parses a line in lower case, without white space: one move, or two if the rules allow two in a turn. */
export function readTurn(rules: Rules, line: string): Read<[TypedMove, TypedMove?]> {
  const parts = rules.sidewaysMove === 'needs-second' ? line.split(',', 3) : [line]
  const [one, two, three] = parts.map((part) => readMove(rules, part))
  if (!one || two === null || three !== undefined) return invalidFormat('a3-a4, c4xc5, c2:d2-c3')

  const squares = [one, two].flatMap((move) => [move?.from, move?.end, move?.to, move?.keep])
  const offBoard = squares.find((square) => square && squareNamed(square.name) === undefined)
  return offBoard ? { error: noSquare(offBoard.name) } : { value: two ? [one, two] : [one] }
}

/** Parses a well-formed move, on the board or not. */
function readMove(rules: Rules, text: string): TypedMove | null {
  const [, from, end, sign, to, keep] = moveForm.exec(text) ?? []
  if (!from || !to || (keep && rules.splitGroup === 'reconnect')) return null
  return {
    from: named(from),
    ...(end && { end: named(end) }),
    captures: sign === 'x',
    to: named(to),
    ...(keep && { keep: named(keep) }),
  }
}

export function readSquare(line: string, examples: readonly string[]): Read<NamedSquare> {
  if (!squareForm.test(line)) return invalidFormat(examples.join(', '))
  return squareNamed(line) === undefined ? { error: noSquare(line) } : { value: named(line) }
}

const noSquare = (name: string) => `No square ${name}. Squares run from a1 to j8`

const named = (name: string): NamedSquare => ({ name, square: squareNamed(name) ?? Number.NaN })
