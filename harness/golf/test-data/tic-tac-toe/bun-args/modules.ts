// A module with imports, as one writes for Bun.
import { argv, stdout } from 'node:process'

const [, , ...answers] = argv
const cells = new Array<string>(9).fill('.')
const lines = ['012', '345', '678', '036', '147', '258', '048', '246'].map((line) => [...line].map(Number))

enum Result {
  Open,
  Won,
  Tie,
}

function result(player: string): Result {
  if (lines.some((line) => line.every((index) => cells[index] === player))) return Result.Won
  return cells.includes('.') ? Result.Open : Result.Tie
}

function board(): string {
  return [0, 1, 2].map((row) => cells.slice(row * 3, row * 3 + 3).join('')).join('\n') + '\n'
}

let player = 'X'
stdout.write(board() + player + '> ')
for (const answer of answers) {
  if (!/^[0-8]$/.test(answer) || cells[Number(answer)] !== '.') {
    stdout.write('invalid.\n' + player + '> ')
    continue
  }
  cells[Number(answer)] = player
  const now = result(player)
  if (now === Result.Won) {
    stdout.write(player + ' won.\n')
    break
  }
  if (now === Result.Tie) {
    stdout.write('tie.\n')
    break
  }
  player = player === 'X' ? 'O' : 'X'
  stdout.write(board() + player + '> ')
}
