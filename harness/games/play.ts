import { exact, type Game, type Reply } from '../../reference/game.ts'
import { type Bytes, toBytes, toText } from '../session/bytes.ts'

/**
 * Plays a game on standard input and output, at a terminal or on a pipe: says what the game says, hears a line at a
 * time, and ends the process with the game's status. Whoever reads us may go away at any time.
 */
export function play(game: Game<unknown>) {
  let reply: Reply<unknown>
  // The beginning of a line whose end has not come yet; in pieces, as a long line comes in many.
  const pieces: Bytes[] = []

  process.stdout.on('error', () => process.exit(128 + 13))
  process.stdin.setEncoding('latin1')
  process.stdin.on('data', (bytes: Bytes) => {
    const [first = '', ...rest] = bytes.split('\n')
    pieces.push(first)
    for (const piece of rest) {
      hear(pieces.splice(0).join(''))
      pieces.push(piece)
    }
  })
  process.stdin.on('end', () => {
    const unfinished = pieces.join('')
    if (unfinished !== '') hear(unfinished)
    hear(null)
  })
  say(game.open())

  function hear(line: Bytes | null) {
    say(game.answer(reply.state, line === null ? null : toText(line)))
  }

  function say(next: Reply<unknown>) {
    reply = next
    process.stdout.write(toBytes(exact(reply.says)), 'latin1')
    if (reply.state === undefined) process.exit(reply.status ?? 0)
  }
}
