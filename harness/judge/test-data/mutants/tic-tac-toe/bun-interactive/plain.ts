const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
const fields = [...'.........']
let player = 'X'
let message = ''

function readMove() {
  while (true) {
    const answer = prompt(player + '>') ?? ''
    const field = '012345678'.indexOf(answer)
    if (answer.length === 1 && fields[field] === '.') {
      return field
    }
    console.log('invalid.')
  }
}

function hasWon() {
  for (const line of lines) {
    if (line.every((field) => fields[field] === player)) {
      return true
    }
  }
  return false
}

while (message === '') {
  console.log(fields.slice(0, 3).join(''))
  console.log(fields.slice(3, 6).join(''))
  console.log(fields.slice(6, 9).join(''))
  fields[readMove()] = player
  if (hasWon()) {
    message = player + ' won.'
  } else if (fields.every((field) => field !== '.')) {
    message = 'tie.'
  }
  player = player === 'X' ? 'O' : 'X'
}

console.log(message)
