import type { Command, Game, Reply, Text, Variation } from './game.ts'

/** The player to move, and the nine fields in reading order: `.`, `X` or `O`. */
export interface TicTacToe {
  readonly player: 'X' | 'O'
  readonly fields: string
}

/** Rows, columns, diagonals of the fields 012/345/678. */
const lines = ['012', '345', '678', '036', '147', '258', '048', '246']

// Never "a valid number between 0 and 8", however one reads it: some for every position, the others spread over them.
const refused = ['9', '10', '36', '-1', 'x', '.', '']
// Those of the second row are 0 to 8 to who keeps 8, 16, 32 or 64 bits of them.
const numbers = [
  ...['12', '25', '47', '61', '99', '100', '147', '258', '70000', '-12'],
  ...['-251', '65540', '-65528', '4294967300', '-4294967295', '18446744073709551620', '-18446744073709551610'],
]
const words = [
  ...['foo', 'hello', 'length', 'constructor', 'toString', 'null', 'undefined', 'NaN', 'true', '__proto__'],
  ...['True', 'inf', 'quit', 'exit', 'help', 'gets', 'on', 'hash'],
  ...'abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...[20, 100, 1000].map((length) => 'tictactoe'.repeat(length).slice(0, length)),
]
const punctuation = [...'!"#$%&\'()*+,-/:;<=>?@[\\]^_`{|}~', '--', '..']
const nonsense = [...numbers, ...words, ...punctuation]

// The board turned and reflected in all eight ways.
const symmetries = [
  ...['012345678', '630741852', '876543210', '258147036'],
  ...['210543876', '852741630', '678345012', '036147258'],
]

const board = (fields: string) => fields.replace(/...(?=.)/g, '$&\n')

const mark = ({ fields, player }: TicTacToe, field: string) =>
  fields.slice(0, Number(field)) + player + fields.slice(Number(field) + 1)

const linesOf = (player: string, fields: string) =>
  lines.filter((line) => [...line].every((field) => fields[Number(field)] === player))

// "Additional new-lines are allowed around game boards and messages and at the end."
const newlines: Variation = { name: 'extra-newlines', oneOf: ['\n'], times: '*' }
const lastNewline: Variation = { name: 'extra-newlines', oneOf: ['\n'], times: '?', exact: '\n' }

/** A board where the exact form has none. */
const freeBoard = (name: string, fields: string): Variation => ({
  name,
  oneOf: [[board(fields), '\n', newlines]],
  times: '?',
})

// "In every turn the game outputs the full board followed by a new-line and a prompt."
const turn = (state: TicTacToe): Reply<TicTacToe> => ({
  output: [newlines, board(state.fields), '\n', newlines, `${state.player}> `],
  state,
})

// "Otherwise it'll print invalid. followed by a new line and a new prompt; the game may print a new board too."
const retry = (state: TicTacToe): Reply<TicTacToe> => ({
  output: [newlines, 'invalid.\n', newlines, freeBoard('board-after-invalid', state.fields), `${state.player}> `],
  state,
})

// "In this case the game shows "X won.", "O won." or "tie." respectively."
const end = (message: string, fields: string): Reply<TicTacToe> => ({
  output: [newlines, freeBoard('final-board', fields), message, lastNewline, newlines] satisfies Text,
})

/** The two-player tic-tac-toe of the code-golf challenge; tic-tac-toe.md fixes what the challenge leaves open. */
export const ticTacToe: Game<TicTacToe> = {
  name: 'tic-tac-toe',
  prompt: /^[XO]> /,

  open: () => turn({ player: 'X', fields: '.........' }),

  answer(state, line) {
    if (line === null) return { output: '\n' }
    const field = line.replace(/\r$/, '')
    if (!/^[0-8]$/.test(field) || state.fields[Number(field)] !== '.') return retry(state)

    const fields = mark(state, field)
    if (linesOf(state.player, fields).length > 0) return end(`${state.player} won.`, fields)
    if (!fields.includes('.')) return end('tie.', fields)
    return turn({ player: state.player === 'X' ? 'O' : 'X', fields })
  },

  legal: ({ fields }) => [...'012345678'].filter((field) => fields[Number(field)] === '.'),
  illegal: ({ fields }) => [...[...'012345678'].filter((field) => fields[Number(field)] !== '.'), ...refused],
  nonsense,
  images: (line) => symmetries.map((fields) => (/^[0-8]$/.test(line) && fields[Number(line)]) || line),
  completes: (state, field) => linesOf(state.player, mark(state, field)).map((line) => [...line]),
  key: ({ fields }) => fields,
}

export const ticTacToeCommand: Command = {
  name: 'tic-tac-toe',
  usage: `Usage: tic-tac-toe

Two players, X and O, mark the fields 012/345/678 in turn. Type the number of
an empty field; the end of input (Ctrl-D) ends the game.

Options:
  -h, --help  print this help
`,
  parse: ([word]) =>
    word === undefined ? { game: ticTacToe } : { error: `tic-tac-toe: unexpected argument '${word}'`, status: 2 },
}
