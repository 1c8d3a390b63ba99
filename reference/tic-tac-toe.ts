import type { Command, Game, Reply, Text, Variation } from './game.ts'
import { obeys, sentences } from './sentences/tic-tac-toe.ts'

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

const newlines: Variation = { name: 'extra-newlines', oneOf: ['\n'], times: '*' }
const lastNewline: Variation = { name: 'extra-newlines', oneOf: ['\n'], times: '?', exact: '\n' }

/** A board where the exact form has none. */
const freeBoard = (name: string, fields: string): Variation => ({
  name,
  oneOf: [[board(fields), '\n', newlines]],
  times: '?',
})

const aTurn = ['newlines', 'waits', 'turn', 'numbers', 'field', 'prompt'] as const
const aMove = ['alternate', 'valid', 'not-full', 'checks'] as const
const opening = obeys('start', 'x-marks', ...aTurn)
const moved = { X: obeys(...aMove, 'x-marks', ...aTurn), O: obeys(...aMove, 'o-marks', ...aTurn) }

const turn = (state: TicTacToe, rules: readonly string[]): Reply<TicTacToe> => ({
  output: [newlines, board(state.fields), '\n', newlines, `${state.player}> `],
  state,
  rules,
})

const aRetry = ['same-player', 'board-after-invalid', 'newlines', 'invalid', 'waits', 'prompt'] as const
const noNumber = obeys('no-number', ...aRetry)
const occupied = obeys('occupied', ...aRetry)

const retry = (state: TicTacToe, rules: readonly string[]): Reply<TicTacToe> => ({
  output: [newlines, 'invalid.\n', newlines, freeBoard('board-after-invalid', state.fields), `${state.player}> `],
  state,
  rules,
})

const anEnd = obeys('message', 'leftover', 'ends', 'checks', 'newlines')

const end = (message: string, fields: string, why: readonly string[]): Reply<TicTacToe> => ({
  output: [newlines, freeBoard('final-board', fields), message, lastNewline, newlines] satisfies Text,
  rules: [...obeys('final-board', 'valid'), ...why, ...anEnd],
})

const shapeOf = (line: string) => (/012|345|678/.test(line) ? 'row' : /036|147|258/.test(line) ? 'column' : 'diagonal')

/** The two-player tic-tac-toe of the code-golf challenge; tic-tac-toe.md fixes what the challenge leaves open. */
export const ticTacToe: Game<TicTacToe> = {
  name: 'tic-tac-toe',
  prompt: /^[XO]> /,

  open: () => turn({ player: 'X', fields: '.........' }, opening),

  answer(state, line) {
    if (line === null) return { output: '\n', rules: obeys('end-of-input') }
    const field = line.replace(/\r$/, '')
    if (!/^[0-8]$/.test(field)) return retry(state, noNumber)
    if (state.fields[Number(field)] !== '.') return retry(state, occupied)

    const { player } = state
    const fields = mark(state, field)
    const won = linesOf(player, fields)
    const isFull = !fields.includes('.')
    if (won.length > 0) {
      return end(`${player} won.`, fields, obeys(...(isFull ? (['ninth-mark'] as const) : []), ...won.map(shapeOf)))
    }
    if (isFull) return end('tie.', fields, obeys('tie'))
    const next = { player: player === 'X' ? 'O' : 'X', fields } as const
    return turn(next, moved[player])
  },

  legal: ({ fields }) => [...'012345678'].filter((field) => fields[Number(field)] === '.'),
  illegal: ({ fields }) => [...[...'012345678'].filter((field) => fields[Number(field)] !== '.'), ...refused],
  nonsense,
  images: (line) => symmetries.map((fields) => (/^[0-8]$/.test(line) && fields[Number(line)]) || line),
  completes: (state, field) => linesOf(state.player, mark(state, field)).map((line) => [...line]),
  key: ({ fields }) => fields,
  rules: Object.values(sentences),
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
