// Bun's prompt asks, and two nested loops do the rest.
const cells: string[] = Array(9).fill('.')
const lines = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
]

let player = 'X'
let message = ''

while (message === '') {
  console.log(cells.slice(0, 3).join(''))
  console.log(cells.slice(3, 6).join(''))
  console.log(cells.slice(6, 9).join(''))

  let answer = prompt(player + '>')
  while (answer === null || !/^[0-8]$/.test(answer) || cells[Number(answer)] !== '.') {
    console.log('invalid.')
    answer = prompt(player + '>')
  }
  cells[Number(answer)] = player

  if (lines.some((line) => line.every((index) => cells[index] === player))) {
    message = player + ' won.'
  } else if (!cells.includes('.')) {
    message = 'tie.'
  }
  player = player === 'X' ? 'O' : 'X'
}

console.log(message)
