// An asynchronous loop over the lines of standard input.
const { createInterface } = require('node:readline')

const board: string[] = Array.from('.........')
const rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
const columns = [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
const diagonals = [[0, 4, 8], [2, 4, 6]]

async function main(): Promise<void> {
  let mark = 'X'
  const say = (text: string) => process.stdout.write(text)
  const turn = () => say(rows.map((row) => row.map((index) => board[index]).join('')).join('\n') + '\n' + mark + '> ')

  turn()
  for await (const line of createInterface({ input: process.stdin })) {
    const field = ['0', '1', '2', '3', '4', '5', '6', '7', '8'].indexOf(line)
    if (field === -1 || board[field] !== '.') {
      say('invalid.\n' + mark + '> ')
      continue
    }
    board[field] = mark
    const complete = [...rows, ...columns, ...diagonals].some((line) => line.every((index) => board[index] === mark))
    if (complete) {
      say(mark + ' won.\n')
      break
    }
    if (board.filter((cell) => cell === '.').length === 0) {
      say('tie.\n')
      break
    }
    mark = mark === 'X' ? 'O' : 'X'
    turn()
  }
}

main().then(() => process.exit())
