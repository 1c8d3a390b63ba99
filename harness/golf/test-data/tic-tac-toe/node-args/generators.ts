// The game is a generator: it yields what to print and is sent the answers.
const sides = ['X', 'O'] as const
const patterns = '012 345 678 036 147 258 048 246'.split(' ')

function* game(): Generator<string, string, string> {
  const cells: string[] = new Array(9).fill('.')
  const rows = () => [cells.slice(0, 3), cells.slice(3, 6), cells.slice(6)].map((row) => row.join('') + '\n').join('')
  for (let turn = 0; turn < 9; turn++) {
    const side = sides[turn % 2]
    let answer = yield `${rows()}${side}> `
    while (!/^[0-8]$/.test(answer) || cells[Number(answer)] !== '.') {
      answer = yield `invalid.\n${side}> `
    }
    cells[Number(answer)] = side
    for (const pattern of patterns) {
      if ([...pattern].every((digit) => cells[Number(digit)] === side)) return `${side} won.\n`
    }
  }
  return 'tie.\n'
}

const playing = game()
let step = playing.next()
process.stdout.write(step.value)
for (const answer of process.argv.slice(2)) {
  if (step.done) break
  step = playing.next(answer)
  process.stdout.write(step.value)
}
