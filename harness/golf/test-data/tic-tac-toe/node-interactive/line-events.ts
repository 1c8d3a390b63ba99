// A player types a line, the game answers it.
const readline = require('readline')

const game = {
  cells: '.........'.split(''),
  player: 'X',
  lines: [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]],

  prompt() {
    process.stdout.write(`${this.player}> `)
  },

  show() {
    for (let row = 0; row < 3; row++) {
      process.stdout.write(this.cells.slice(row * 3, row * 3 + 3).join('') + '\n')
    }
    this.prompt()
  },

  hasWon() {
    return this.lines.some((line) => line.every((index) => this.cells[index] === this.player))
  },

  hear(line: string) {
    const number = /^\d$/.test(line) ? parseInt(line, 10) : -1
    if (this.cells[number] !== '.') {
      process.stdout.write('invalid.\n')
      this.prompt()
    } else {
      this.cells[number] = this.player
      if (this.hasWon()) {
        process.stdout.write(`${this.player} won.\n`)
        process.exit()
      }
      if (this.cells.indexOf('.') < 0) {
        process.stdout.write('tie.\n')
        process.exit()
      }
      this.player = this.player === 'X' ? 'O' : 'X'
      this.show()
    }
  },
}

readline.createInterface({ input: process.stdin }).on('line', (line: string) => game.hear(line))
game.show()
