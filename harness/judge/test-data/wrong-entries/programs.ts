/** Code that is put into a right program, by the place it is put; each place knows the names declared before it. */
export interface Changes {
  /** Before everything else. */
  readonly first?: string
  /** The body of the function that writes `text`. */
  readonly say?: string
  /** The expression that says whether `line` is a move. */
  readonly isMove?: string
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

const rules = ({ first = '', say = '', isMove = "/^[0-8]$/.test(line) && fields[line] === '.'" }: Changes) => `${first}
const { readSync, writeSync, closeSync } = require('node:fs')
const rows = ['012', '345', '678', '036', '147', '258', '048', '246']
const lines = []
const moves = []
let fields = [...'.........']
let player = 'X'
const say = (text) => { ${say} }
const isMove = (line) => ${isMove}
const isWon = () => rows.some((row) => [...row].every((field) => fields[field] === player))
const position = () => fields.join('').replace(/.../g, '$&\\n')
`

/** A right program that reads one byte after the other, and does nothing else until it has a line. */
export const reading = ({
  turn = '',
  asked = '',
  refused = '',
  moved = '',
  closing = '',
  over = '',
  ...changes
}: Changes = {}) =>
  `${rules({ say: 'writeSync(1, text)', ...changes })}
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
  while (!isMove(line)) {
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

/** A right program that listens for events, so that timers and promises have their turn between two lines. */
export const listening = ({
  turn = '',
  asked = '',
  refused = '',
  moved = '',
  closing = '',
  over = '',
  ...changes
}: Changes = {}) =>
  `${rules({ say: 'process.stdout.write(text)', ...changes })}
let rest = ''
let isOver = false

function ask() {
  ;${turn}
  say(position() + player + '> ')
  ;${asked}
}

function feed(line) {
  lines.push(line)
  if (!isMove(line)) {
    ;${refused}
    say('invalid.\\n' + player + '> ')
    ;${asked}
    return
  }
  moves.push(line)
  fields[line] = player
  ;${moved}
  if (isWon() || !fields.includes('.')) {
    let message = isWon() ? player + ' won.' : 'tie.'
    ;${closing}
    say(message + '\\n')
    isOver = true
    process.stdin.destroy()
    ;${over}
    return
  }
  player = player === 'X' ? 'O' : 'X'
  ask()
}

ask()
process.stdin.on('data', (bytes) => {
  rest += bytes
  for (let end = 0; !isOver && (end = rest.indexOf('\\n')) !== -1; ) {
    const line = rest.slice(0, end)
    rest = rest.slice(end + 1)
    feed(line)
  }
})
`
