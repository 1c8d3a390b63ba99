// Pure functions: every turn is a call with the next board.
type Cells = readonly string[]

const lines: readonly (readonly number[])[] = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
]

const other = (player: string): string => (player === 'X' ? 'O' : 'X')
const render = (cells: Cells): string => cells.reduce((text, cell, i) => text + cell + (i % 3 === 2 ? '\n' : ''), '')
const isWon = (cells: Cells, player: string): boolean => lines.some((line) => line.filter((i) => cells[i] === player).length === 3)
const isMove = (cells: Cells, answer: string): boolean => ['0', '1', '2', '3', '4', '5', '6', '7', '8'].includes(answer) && cells[Number(answer)] === '.'

const turn = (cells: Cells, player: string, answers: readonly string[]): string =>
  render(cells) + player + '> ' + reply(cells, player, answers)

const reply = (cells: Cells, player: string, [answer, ...rest]: readonly string[]): string => {
  if (answer === undefined) return ''
  if (!isMove(cells, answer)) return 'invalid.\n' + player + '> ' + reply(cells, player, rest)
  const next = cells.map((cell, i) => (i === Number(answer) ? player : cell))
  if (isWon(next, player)) return player + ' won.\n'
  if (next.every((cell) => cell !== '.')) return 'tie.\n'
  return turn(next, other(player), rest)
}

console.log(turn(Array(9).fill('.'), 'X', process.argv.slice(2)))
