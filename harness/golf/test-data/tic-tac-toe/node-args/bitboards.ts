// Each player's marks are the bits of a number.
const LINES = [0b111000000, 0b000111000, 0b000000111, 0b100100100, 0b010010010, 0b001001001, 0b100010001, 0b001010100]
const FULL = 0b111111111
const NAMES = ['X', 'O']

const marks = [0, 0]
let turn = 0

function draw(): void {
  let text = ''
  for (let field = 0; field < 9; field++) {
    const bit = 1 << field
    if (marks[0] & bit) text += 'X'
    else if (marks[1] & bit) text += 'O'
    else text += '.'
    if (field % 3 === 2) text += '\n'
  }
  process.stdout.write(text)
}

function ask(): void {
  process.stdout.write(NAMES[turn] + '> ')
}

draw()
ask()
for (const answer of process.argv.slice(2)) {
  const bit = answer >= '0' && answer <= '8' && answer.length === 1 ? 1 << Number(answer) : 0
  if (bit === 0 || (marks[0] | marks[1]) & bit) {
    console.log('invalid.')
    ask()
    continue
  }
  marks[turn] |= bit
  if (LINES.some((line) => (marks[turn] & line) === line)) {
    console.log(NAMES[turn] + ' won.')
    break
  }
  if ((marks[0] | marks[1]) === FULL) {
    console.log('tie.')
    break
  }
  turn = 1 - turn
  draw()
  ask()
}
