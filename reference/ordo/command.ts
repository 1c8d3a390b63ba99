import type { Command, Game, Read, Refusal } from '../game.ts'
import { quote, readOptions } from '../options.ts'
import { opponent, type Position, playerName, readPosition } from './board.ts'
import { ordo, rulesOf, type Variant } from './ordo.ts'
import { winner } from './turns.ts'

const xOptions = { position: { type: 'string', short: 'p' } } as const
const options = { 'ordo-x': { type: 'boolean', short: 'x' }, ...xOptions } as const

/** Parses a position that can occur in a game that is not over. */
function readPlayable(variant: Variant, text: string): Read<Position> {
  const read = readPosition(text)
  if ('error' in read) return { error: `position ${quote(text)} is malformed: ${read.error}` }
  const position = read.value
  const rules = rulesOf[variant]

  const won = winner(rules, position)
  if (won) return { error: `position ${quote(text)} is over: ${playerName(won)} has won` }
  if (rules.splitGroup === 'remove' && !position.own.isConnected()) return splitError(text, playerName(position.color))
  if (!position.enemy.isConnected()) return splitError(text, playerName(opponent(position.color)))
  return read
}

const splitError = (text: string, player: string) => ({
  error: `position ${quote(text)} is impossible: ${player}'s group is split`,
})

function parse(args: readonly string[], isX: boolean): { game: Game<unknown> } | Refusal {
  const given = readOptions(args, isX ? xOptions : options)
  if ('error' in given) return { error: given.error, status: 2 }
  const variant = isX || given.value.has('ordo-x') ? 'ordo-x' : 'ordo'
  const text = given.value.get('position')?.value
  if (text === undefined) return { game: ordo(variant) }
  const position = readPlayable(variant, text)
  return 'error' in position ? { error: position.error, status: 2 } : { game: ordo(variant, position.value) }
}

const howToPlay = `Two players, White and Black, move single pieces (a3-a4, c4xc5) and ordos, which
are rows or columns of pieces (c2:d2-c3). The pieces of a player must stay one
group. Who reaches the opponent's home row wins. Type moves for a list of the
legal moves, q to leave.
`

const positionHelp = `  -p, --position POSITION  where to begin: the rows from 8 to 1, w and b and
                           numbers of empty squares, and who is to move:
                           '2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w'
  -h, --help               print this help
`

export const ordoCommand: Command = {
  name: 'ordo',
  usage: `Usage: ordo [-x] [-p POSITION]

${howToPlay}
Options:
  -x, --ordo-x             play Ordo X: no backward moves, ordos go in every
                           direction, a sideways move is followed by a forward
                           one (b3-c3,c3-c4), split-off pieces are removed
${positionHelp}`,
  parse: (args) => parse(args, false),
}

/** `ordo -x` as a command of its own, without that option. */
export const ordoXCommand: Command = {
  name: 'ordo-x',
  usage: `Usage: ordo-x [-p POSITION]

${howToPlay}After a sideways move the same player must move forward, in a line of its own
or in the same one (b3-c3,c3-c4). A capture that splits a group removes all of
it but the largest part; c3xc7=e5 says which, if there are several.

Options:
${positionHelp}`,
  parse: (args) => parse(args, true),
}
