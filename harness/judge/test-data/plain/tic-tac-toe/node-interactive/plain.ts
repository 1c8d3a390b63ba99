const readline = require('node:readline')

const lines = ['012', '345', '678', '036', '147', '258', '048', '246']
const fields: string[] = Array(9).fill('.')

function showBoard() {
  for (let row = 0; row < 9; row += 3) {
    console.log(fields.slice(row, row + 3).join(''))
  }
}

function hasWon(player: string) {
  return lines.some((line) => [...line].every((field) => fields[Number(field)] === player))
}

async function main() {
  let player = 'X'
  showBoard()
  process.stdout.write(`${player}> `)
  for await (const answer of readline.createInterface({ input: process.stdin })) {
    if (!/^[0-8]$/.test(answer) || fields[answer] !== '.') {
      process.stdout.write(`invalid.\n${player}> `)
      continue
    }
    fields[answer] = player
    if (hasWon(player)) {
      console.log(`${player} won.`)
      process.exit()
    }
    if (!fields.includes('.')) {
      console.log('tie.')
      process.exit()
    }
    player = player === 'X' ? 'O' : 'X'
    showBoard()
    process.stdout.write(`${player}> `)
  }
  console.log()
}

main()
