// The board is a string, and a regular expression for each kind of line looks for a winner.
const winning = [
  /^(...)*(XXX|OOO)/,
  /(X..X..X|O..O..O)/,
  /(X...X...X|O...O...O)/,
  /^..(X.X.X|O.O.O)../,
]

let board = '.........'
let player = 'X'

const show = (text: string) => text.match(/.../g)!.join('\n') + '\n'

let output = show(board) + player + '> '

for (const answer of process.argv.slice(2)) {
  const valid = /^[0-8]$/.test(answer) && board.charAt(+answer) === '.'
  if (!valid) {
    output += 'invalid.\n' + player + '> '
    continue
  }
  board = board.substring(0, +answer) + player + board.substring(+answer + 1)
  if (winning.some((pattern) => pattern.test(board))) {
    output += player + ' won.\n'
    break
  }
  if (!/\./.test(board)) {
    output += 'tie.\n'
    break
  }
  player = player === 'X' ? 'O' : 'X'
  output += show(board) + player + '> '
}

process.stdout.write(output)
