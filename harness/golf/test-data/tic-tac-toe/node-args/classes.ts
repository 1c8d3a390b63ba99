// Two small classes: a board that knows its lines, and a game that knows whose turn it is.
type Player = 'X' | 'O'

class Board {
  private readonly cells: string[] = Array.from({ length: 9 }, () => '.')
  private static readonly lines = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8],
    [0, 3, 6], [1, 4, 7], [2, 5, 8],
    [0, 4, 8], [2, 4, 6],
  ]

  isFree(index: number): boolean {
    return this.cells[index] === '.'
  }

  mark(index: number, player: Player): void {
    this.cells[index] = player
  }

  hasLine(player: Player): boolean {
    return Board.lines.some((line) => line.every((index) => this.cells[index] === player))
  }

  isFull(): boolean {
    return !this.cells.includes('.')
  }

  toString(): string {
    return [0, 3, 6].map((start) => this.cells.slice(start, start + 3).join('')).join('\n')
  }
}

class TicTacToe {
  private readonly board = new Board()
  private player: Player = 'X'

  constructor(private readonly answers: Iterator<string>) {}

  run(): void {
    while (true) {
      console.log(this.board.toString())
      this.move()
      if (this.board.hasLine(this.player)) {
        console.log(`${this.player} won.`)
        return
      }
      if (this.board.isFull()) {
        console.log('tie.')
        return
      }
      this.player = this.player === 'X' ? 'O' : 'X'
    }
  }

  private move(): void {
    for (;;) {
      process.stdout.write(`${this.player}> `)
      const { value, done } = this.answers.next()
      if (done) process.exit()
      if (/^[0-8]$/.test(value) && this.board.isFree(Number(value))) {
        this.board.mark(Number(value), this.player)
        return
      }
      console.log('invalid.')
    }
  }
}

new TicTacToe(process.argv.slice(2)[Symbol.iterator]()).run()
