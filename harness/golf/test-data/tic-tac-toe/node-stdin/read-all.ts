// All of standard input is read before the first move.
const { readFileSync } = require('fs')

const answers: string[] = readFileSync(0, 'utf8').split('\n')
const cells = [...'.........']
let moves = 0
let finished = false

const player = () => ['X', 'O'][moves % 2]
const board = () => cells.join('').replace(/.../g, (row) => row + '\n')
const same = (a: number, b: number, c: number) => cells[a] !== '.' && cells[a] === cells[b] && cells[b] === cells[c]

const won = () => {
  for (let i = 0; i < 3; i++) {
    if (same(3 * i, 3 * i + 1, 3 * i + 2) || same(i, i + 3, i + 6)) {
      return true
    }
  }
  return same(0, 4, 8) || same(2, 4, 6)
}

process.stdout.write(board() + player() + '> ')
answers.forEach((answer) => {
  if (finished) {
    return
  }
  if (answer.match(/^[0-8]$/) === null || cells[parseInt(answer)] !== '.') {
    process.stdout.write('invalid.\n' + player() + '> ')
    return
  }
  cells[parseInt(answer)] = player()
  if (won()) {
    process.stdout.write(player() + ' won.\n')
    finished = true
    return
  }
  moves += 1
  if (moves === 9) {
    process.stdout.write('tie.\n')
    finished = true
    return
  }
  process.stdout.write(board() + player() + '> ')
})
