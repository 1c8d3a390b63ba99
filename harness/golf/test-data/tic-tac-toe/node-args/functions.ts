// Tic-tac-toe for two players. The moves are the arguments.
const lines = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
]
const cells = new Array(9).fill('.')
const answers = process.argv.slice(2)
let player = 'X'

function showBoard() {
  const rows = [cells.slice(0, 3), cells.slice(3, 6), cells.slice(6, 9)]
  console.log(rows.map((row) => row.join('')).join('\n'))
}

function hasWon(who) {
  return lines.some((line) => line.every((index) => cells[index] === who))
}

function isFull() {
  return cells.every((cell) => cell !== '.')
}

for (;;) {
  showBoard()
  process.stdout.write(player + '> ')
  let answer = answers.shift()
  while (!/^[0-8]$/.test(answer) || cells[answer] !== '.') {
    process.stdout.write('invalid.\n' + player + '> ')
    answer = answers.shift()
  }
  cells[answer] = player
  if (hasWon(player)) {
    console.log(player + ' won.')
    break
  }
  if (isFull()) {
    console.log('tie.')
    break
  }
  player = player === 'X' ? 'O' : 'X'
}
