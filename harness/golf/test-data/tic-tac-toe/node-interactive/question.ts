// Asks with readline's question, again and again.
const { createInterface } = require('readline')

const reader = createInterface({ input: process.stdin, output: process.stdout, terminal: false })
const cells: string[] = ['.', '.', '.', '.', '.', '.', '.', '.', '.']
const lines = ['012', '345', '678', '036', '147', '258', '048', '246']

const isLine = (line: string, player: string) => [...line].every((field) => cells[+field] === player)

function turn(player: string, withBoard: boolean): void {
  if (withBoard) {
    console.log(cells.join('').replace(/(...)(...)(...)/, '$1\n$2\n$3'))
  }
  reader.question(player + '> ', (answer: string) => {
    if (!/^[0-8]$/.test(answer) || cells[+answer] !== '.') {
      console.log('invalid.')
      turn(player, false)
      return
    }
    cells[+answer] = player
    if (lines.some((line) => isLine(line, player))) {
      console.log(player + ' won.')
      process.exit()
    } else if (cells.every((cell) => cell !== '.')) {
      console.log('tie.')
      process.exit()
    } else {
      turn(player === 'X' ? 'O' : 'X', true)
    }
  })
}

turn('X', true)
