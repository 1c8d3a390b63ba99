/** Code that is put into a right program, by the place it is put; each place knows the names declared before it. */
interface Changes {
  /** Before everything else. */
  readonly first?: string
  /** The body of the function that writes `text`. */
  readonly say?: string
  /** Before a board and prompt are written. */
  readonly turn?: string
  /** Between a prompt and the reading of its answer. */
  readonly asked?: string
  /** Before a line is refused. */
  readonly refused?: string
  /** After a mark was set, before it is known whether the game is over. */
  readonly moved?: string
  /** Before the closing message, which is in `message`. */
  readonly closing?: string
  /** After the closing message. */
  readonly over?: string
}

/** A right program that reads one byte after the other, and does nothing else until it has a line. */
export const reading = ({
  first = '',
  say = 'writeSync(1, text)',
  turn = '',
  asked = '',
  refused = '',
  moved = '',
  closing = '',
  over = '',
}: Changes = {}) => `${first}
const { readSync, writeSync, closeSync } = require('node:fs')
const rows = ['012', '345', '678', '036', '147', '258', '048', '246']
const lines = []
const moves = []
let fields = [...'.........']
let player = 'X'
const say = (text) => { ${say} }
const isWon = () => rows.some((row) => [...row].every((field) => fields[field] === player))
const position = () => fields.join('').replace(/.../g, '$&\\n')

function readLine() {
  let line = ''
  const byte = Buffer.alloc(1)
  while (readSync(0, byte) === 1) {
    if (byte[0] === 10) {
      lines.push(line)
      return line
    }
    line += byte
  }
  process.exit()
}

for (;;) {
  ;${turn}
  say(position() + player + '> ')
  ;${asked}
  let line = readLine()
  while (!/^[0-8]$/.test(line) || fields[line] !== '.') {
    ;${refused}
    say('invalid.\\n' + player + '> ')
    ;${asked}
    line = readLine()
  }
  moves.push(line)
  fields[line] = player
  ;${moved}
  if (isWon() || !fields.includes('.')) {
    let message = isWon() ? player + ' won.' : 'tie.'
    ;${closing}
    say(message + '\\n')
    ;${over}
    break
  }
  player = player === 'X' ? 'O' : 'X'
}
`
