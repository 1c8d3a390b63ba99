import type { Command, Game, Reply, Variation } from './game.ts'
import { obeys, rules as sentences } from './sentences/tic-tac-toe.ts'
import { nonsense, refused } from './tic-tac-toe-invalid-lines.ts'

export interface TicTacToe {
  /** To move. */
  readonly player: 'X' | 'O'
  /** Nine, in reading order: `.`, `X` or `O`. */
  readonly fields: string
}

const numbers = [...'012345678']
const rows = ['012', '345', '678']
const columns = ['036', '147', '258']
const diagonals = ['048', '246']

const shapeOf = (line: string) => (rows.includes(line) ? 'row' : columns.includes(line) ? 'column' : 'diagonal')

/** Written as three rows: 012/345/678. */
const board = (fields: string) => fields.replace(/...(?=.)/g, '$&\n')

const mark = ({ fields, player }: TicTacToe, field: string) =>
  fields.slice(0, Number(field)) + player + fields.slice(Number(field) + 1)

const linesOf = (player: string, fields: string) =>
  [...rows, ...columns, ...diagonals].filter((line) => [...line].every((field) => fields[Number(field)] === player))

const newlines: Variation = { name: 'extra-newlines', oneOf: ['\n'], times: '*' }
const lastNewline: Variation = { name: 'extra-newlines', oneOf: ['\n'], times: '?', exact: '\n' }

/** A board where the exact form has none. */
const freeBoard = (name: string, fields: string): Variation => ({
  name,
  oneOf: [[board(fields), '\n', newlines]],
  times: '?',
})

const turn = (state: TicTacToe): Reply<TicTacToe> => ({
  output: [newlines, board(state.fields), '\n', newlines, `${state.player}> `],
  state,
  rules: obeys('turn', 'prompt'),
})

const retry = (state: TicTacToe, why: 'no-number' | 'occupied'): Reply<TicTacToe> => ({
  output: [newlines, 'invalid.\n', newlines, freeBoard('board-after-invalid', state.fields), `${state.player}> `],
  state,
  rules: obeys(why, 'same-player'),
})

const end = (
  message: string,
  fields: string,
  why: ReturnType<typeof shapeOf> | 'ninth-mark' | 'tie',
): Reply<TicTacToe> => ({
  output: [newlines, freeBoard('final-board', fields), message, lastNewline, newlines],
  rules: obeys(why, 'ends'),
})

/** Two-player tic-tac-toe of the code-golf challenge; tic-tac-toe.md fixes what the challenge leaves open. */
export const ticTacToe: Game<TicTacToe> = {
  name: 'tic-tac-toe',
  prompt: /^[XO]> /,

  open: () => turn({ player: 'X', fields: '.........' }),

  answer(state, line) {
    if (line === null) return { output: '\n' }
    const field = line.replace(/\r$/, '')
    if (!numbers.includes(field)) return retry(state, 'no-number')
    if (state.fields[Number(field)] !== '.') return retry(state, 'occupied')

    const { player } = state
    const fields = mark(state, field)
    const [won] = linesOf(player, fields)
    const isFull = !fields.includes('.')
    if (won !== undefined) return end(`${player} won.`, fields, isFull ? 'ninth-mark' : shapeOf(won))
    if (isFull) return end('tie.', fields, 'tie')
    return turn({ player: player === 'X' ? 'O' : 'X', fields })
  },

  legal: ({ fields }) => numbers.filter((field) => fields[Number(field)] === '.'),
  illegal: ({ fields }) => [...numbers.filter((field) => fields[Number(field)] !== '.'), ...refused],
  nonsense,
  completes: (state, field) => linesOf(state.player, mark(state, field)).map((line) => [...line]),
  // Their marks say whose turn it is.
  key: ({ fields }) => fields,
  rules: sentences,
}

export const ticTacToeCommand: Command = {
  name: 'tic-tac-toe',
  usage: `Usage: tic-tac-toe

Two players, X and O, mark the fields 012/345/678 in turn. Type the number of
an empty field; the end of input (Ctrl-D) ends the game.

Options:
  -h, --help  print this help
`,
  parse: ([word]) => (word === undefined ? { game: ticTacToe } : { error: `unexpected argument '${word}'`, status: 2 }),
}
