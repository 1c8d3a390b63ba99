import { type Obeyed, rulesAt } from './sentences.ts'

const page = 'reference/tic-tac-toe.md'

/** What the challenge says in its own words, and what tic-tac-toe.md decides. */
export const rules = [
  ...rulesAt('reference/sentences/README.md#the-challenge', {
    turn: 'In every turn the game outputs the full board as shown above followed by a new-line and a prompt consisting of the player active and the following sequence: >',
    tie: 'We have a tie if the board has been completely filled without any player having won.',
  }),
  ...rulesAt(`${page}#rules`, {
    row: 'Three marks of one player in a row win.',
    column: 'Three marks of one player in a column win.',
    diagonal: 'Three marks of one player in a diagonal win.',
    'ninth-mark': 'A ninth mark that completes a line wins; it is not a tie.',
  }),
  ...rulesAt(`${page}#output`, {
    prompt: 'The prompt names the player, is flushed, and nothing more comes until a line has been read.',
  }),
  ...rulesAt(`${page}#exact-form`, {
    'same-player': 'After a line that is not a valid move, the prompt is for the same player.',
  }),
  ...rulesAt(`${page}#allowed-variations`, {
    ends: 'After the closing message the program must end by itself.',
  }),
  ...rulesAt(`${page}#input`, {
    'no-number': 'A line that no common reading takes for a number from 0 to 8 is invalid.',
    occupied: 'The number of an occupied field is invalid.',
  }),
]

export const obeys = (...ids: Obeyed<typeof rules>) => ids
