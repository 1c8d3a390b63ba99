import { type Obeyed, rulesAt } from './sentences.ts'

const page = 'reference/ordo/ordo.md'

/** What ordo.md says of both games. */
export const rules = [
  ...rulesAt(`${page}#the-rules-of-both-games`, {
    piece: 'A single piece moves straight forward, diagonally forward or sideways, by any number of empty squares.',
    capture: 'The last square may contain an enemy piece, which is captured.',
    ordo: 'All its pieces move together, by the same number of empty squares.',
    reconnect: 'The move must join all pieces into one group.',
    remove: 'what a capture splits off is removed before the next move',
    choose: 'If several subgroups are the largest, the mover chooses which of them stays',
    wins: "The mover wins with a move that puts a piece on the opponent's home row, leaves the opponent no piece, or leaves the opponent no legal move.",
  }),
  ...rulesAt(`${page}#output`, {
    opening: 'The program first writes, once, the name of the game, its goal, and examples of input;',
    prompt: 'A prompt names the player, and what is asked for.',
    'nothing-is-played': 'After an error no part of the line is played, and the same player is asked again.',
    moves: 'The line moves, or m, lists the legal moves.',
    quit: 'The line quit, or q, ends the game.',
    'end-of-input': 'The end of the input ends the game.',
    ends: 'When the game is over, the program ends with status 0 and reads nothing more.',
  }),
  ...rulesAt(`${page}#error-messages`, {
    'first-error': 'The message is the first of this list that applies.',
  }),
]

export const obeys = (...ids: Obeyed<typeof rules>) => ids
