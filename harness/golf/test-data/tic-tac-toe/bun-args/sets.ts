// Sets of numbers, and the arguments as Bun gives them.
const free = new Set(['0', '1', '2', '3', '4', '5', '6', '7', '8'])
const own: Record<string, Set<string>> = { X: new Set(), O: new Set() }
const lines = ['012', '345', '678', '036', '147', '258', '048', '246']

const draw = () => {
  let text = ''
  for (let i = 0; i < 9; i++) {
    const key = i.toString()
    text += own.X.has(key) ? 'X' : own.O.has(key) ? 'O' : '.'
    text += i % 3 === 2 ? '\n' : ''
  }
  return text
}

const play = (answers: string[]) => {
  let player = 'X'
  process.stdout.write(draw() + player + '> ')
  for (const answer of answers) {
    if (!free.has(answer)) {
      process.stdout.write('invalid.\n' + player + '> ')
      continue
    }
    free.delete(answer)
    own[player].add(answer)
    if (lines.some((line) => line.split('').every((field) => own[player].has(field)))) {
      return player + ' won.\n'
    }
    if (free.size === 0) {
      return 'tie.\n'
    }
    player = player === 'X' ? 'O' : 'X'
    process.stdout.write(draw() + player + '> ')
  }
  return ''
}

process.stdout.write(play(Bun.argv.slice(2)))
