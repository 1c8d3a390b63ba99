const lines = ['012', '345', '678', '036', '147', '258', '048', '246']
const fields = new Array<string>(9).fill('.')
let player = 'X'

function showTurn() {
  for (let row = 0; row < 9; row += 3) {
    console.log(fields.slice(row, row + 3).join(''))
  }
  process.stdout.write(`${player}> `)
}

function isMove(answer: string) {
  return /^[0-8]$/.test(answer) && fields[Number(answer)] === '.'
}

function hasWon() {
  return lines.some((line) => [...line].every((field) => fields[Number(field)] === player))
}

function play(answers: readonly string[]) {
  showTurn()
  for (const answer of answers) {
    if (!isMove(answer)) {
      process.stdout.write(`invalid.\n${player}> `)
      continue
    }
    fields[Number(answer)] = player
    if (hasWon()) {
      return `${player} won.`
    }
    if (!fields.includes('.')) {
      return 'tie.'
    }
    player = player === 'X' ? 'O' : 'X'
    showTurn()
  }
  return ''
}

console.log(play(process.argv.slice(2)))
