type Player = 'X' | 'O'

const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
const fields: (Player | '.')[] = Array(9).fill('.')
const answers = Bun.argv.slice(2)

function play(player: Player): string {
  for (let row = 0; row < 9; row += 3) {
    console.log(fields.slice(row, row + 3).join(''))
  }
  let field = -1
  while (fields[field] !== '.') {
    process.stdout.write(`${player}> `)
    const answer = answers.shift()
    if (answer === undefined) return ''
    field = /^[0-8]$/.test(answer) ? parseInt(answer) : -1
    if (fields[field] !== '.') console.log('invalid.')
  }
  fields[field] = player
  if (lines.some((line) => line.every((field) => fields[field] === player))) return `${player} won.`
  if (!fields.includes('.')) return 'tie.'
  return play(player === 'X' ? 'O' : 'X')
}

console.log(play('X'))
