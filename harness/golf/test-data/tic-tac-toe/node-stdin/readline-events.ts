// Lines arrive as events.
const readline = require('node:readline')

const cells: string[] = Array(9).fill('.')
const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
let player = 'X'

function ask(): void {
  process.stdout.write(player + '> ')
}

function show(): void {
  console.log(cells.slice(0, 3).join(''))
  console.log(cells.slice(3, 6).join(''))
  console.log(cells.slice(6, 9).join(''))
}

function finish(message: string): void {
  console.log(message)
  process.exit(0)
}

const input = readline.createInterface({ input: process.stdin })

input.on('line', (line: string) => {
  const index = Number(line)
  if (!/^[0-8]$/.test(line) || cells[index] !== '.') {
    console.log('invalid.')
    ask()
    return
  }
  cells[index] = player
  if (lines.some((line) => line.every((index) => cells[index] === player))) finish(player + ' won.')
  if (!cells.includes('.')) finish('tie.')
  player = player === 'X' ? 'O' : 'X'
  show()
  ask()
})

show()
ask()
