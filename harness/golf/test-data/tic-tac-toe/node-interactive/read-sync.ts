// Reads a character at a time, and waits for it.
const fs = require('fs')

function readLine(): string | null {
  const buffer = Buffer.alloc(1)
  let line = ''
  while (fs.readSync(0, buffer, 0, 1, null) === 1) {
    const character = buffer.toString()
    if (character === '\n') return line
    line += character
  }
  return null
}

const cells: string[] = new Array(9).fill('.')
const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]

function isWinner(player: string): boolean {
  for (const [a, b, c] of lines) {
    if (cells[a] === player && cells[b] === player && cells[c] === player) {
      return true
    }
  }
  return false
}

function play(): string {
  for (let turn = 0; turn < 9; turn += 1) {
    const player = turn % 2 === 0 ? 'X' : 'O'
    process.stdout.write(cells.slice(0, 3).join('') + '\n' + cells.slice(3, 6).join('') + '\n' + cells.slice(6).join('') + '\n')
    while (true) {
      process.stdout.write(player + '> ')
      const line = readLine()
      if (line === null) return ''
      if (line.length === 1 && '012345678'.includes(line) && cells[Number(line)] === '.') {
        cells[Number(line)] = player
        break
      }
      process.stdout.write('invalid.\n')
    }
    if (isWinner(player)) return player + ' won.\n'
  }
  return 'tie.\n'
}

process.stdout.write(play())
