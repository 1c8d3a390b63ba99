import type { Read } from '../game.ts'
import { type Square, SquareSet } from './square-set.ts'

export type Color = 'white' | 'black'

export interface Position {
  /** To move. */
  readonly color: Color
  readonly own: SquareSet
  readonly enemy: SquareSet
}

export const playerName = (color: Color): string => (color === 'white' ? 'White' : 'Black')

export const opponent = (color: Color): Color => (color === 'white' ? 'black' : 'white')

/** "The nearest row on the board seen from a player's perspective." */
const homeRows: Record<Color, SquareSet> = { white: SquareSet.row(0), black: SquareSet.row(7) }

/** What a player wants to reach: the opponent's home row. */
export const goal = (color: Color): SquareSet => homeRows[opponent(color)]

export const otherSide = ({ color, own, enemy }: Position): Position => ({
  color: opponent(color),
  own: enemy,
  enemy: own,
})

const columns = 'abcdefghij'
const rows = [7, 6, 5, 4, 3, 2, 1, 0]

/** `a1` to `j8`. */
export const squareName = (square: Square): string => `${columns[square % 10]}${Math.floor(square / 10) + 1}`

/** Undefined if there is no such square. */
export const squareNamed = (name: string): Square | undefined =>
  /^[a-j][1-8]$/.test(name) ? columns.indexOf(name.charAt(0)) + 10 * (Number(name.charAt(1)) - 1) : undefined

/** Columns of a player's pieces in the initial setup, on the home row and on the next two. */
const setup = ['cdgh', 'abcdefghij', 'abefij']

const setUp = (rows: readonly string[]) =>
  SquareSet.full.filter((square) => {
    const [column = '', row = ''] = squareName(square)
    return setup[rows.indexOf(row)]?.includes(column) ?? false
  })

/** "Initial setup". White starts. */
export const initialPosition: Position = { color: 'white', own: setUp(['1', '2', '3']), enemy: setUp(['8', '7', '6']) }

/** Names the lowest square of a group, by column a to j, then by row. */
export const lowest = (group: SquareSet): string => [...group].map(squareName).sort().join().slice(0, 2)

/** Eight rows, row 8 first, each of ten letters: `w`, `b`, or `.` for an empty square. */
function letters({ color, own, enemy }: Position): string[][] {
  const [white, black] = color === 'white' ? [own, enemy] : [enemy, own]
  const cells = Array<string>(80).fill('.')
  for (const square of white) cells[square] = 'w'
  for (const square of black) cells[square] = 'b'
  return rows.map((row) => cells.slice(10 * row, 10 * (row + 1)))
}

/** Parses a position in exactly the form that `writePosition` writes. */
export function readPosition(text: string): Read<Position> {
  const [board = '', color, ...more] = text.split(' ')
  const lines = board.split('/')
  if ((color !== 'w' && color !== 'b') || more.length > 0) return { error: 'it does not end in " w" or " b"' }
  if (lines.length !== 8) return { error: 'it does not have 8 rows' }

  let white = SquareSet.empty
  let black = SquareSet.empty
  for (const [index, line] of lines.entries()) {
    const row = 7 - index
    if (!/^(?:[wb]|(?:[1-9]|10)(?!\d))+$/.test(line)) return { error: `row ${row + 1} is not made of w, b and 1 to 10` }
    const fields = line.replace(/\d+/g, (run) => '.'.repeat(Number(run)))
    if (fields.length !== 10) return { error: `row ${row + 1} does not have 10 squares` }
    for (let column = 0; column < 10; column++) {
      if (fields[column] === 'w') white = white.with(10 * row + column)
      if (fields[column] === 'b') black = black.with(10 * row + column)
    }
  }
  return {
    value: color === 'w' ? { color: 'white', own: white, enemy: black } : { color: 'black', own: black, enemy: white },
  }
}

/** Rows 8 to 1 with the number of empty squares in a run, then the player to move. */
export function writePosition(position: Position): string {
  const lines = letters(position).map((line) => line.join('').replace(/\.+/g, (run) => String(run.length)))
  return `${lines.join('/')} ${position.color.charAt(0)}`
}

/** As players see it: ten lines. */
export function drawBoard(position: Position): string {
  const edge = `    ${[...columns].join(' ')}\n`
  const lines = letters(position).map((line, i) => `  ${8 - i} ${line.join(' ').toUpperCase()} ${8 - i}\n`)
  return edge + lines.join('') + edge
}
