import { type Obeyed, rulesAt } from './sentences.ts'

const page = 'reference/ortho.md'

/** What ORTHO's README says, and what ortho.md decides. */
export const rules = [
  ...rulesAt('reference/sentences/README.md#orthos-readme', {
    'opposite-axis':
      'On the completing selection, the player must choose the opposite axis (if they chose a column, they must choose a row, and vice versa).',
    occupied: 'The intersection must be empty — if it is occupied, the player must pick a different index.',
    stone: 'A stone is placed at the intersection.',
    skip: 'If the locked row/column has no empty cells remaining, the turn is skipped and the selection is cleared.',
    draw: 'If the board is completely filled with no winner, the game is a draw.',
  }),
  ...rulesAt(`${page}#rules`, {
    'free-choice': 'A player who has no selection may choose any row or column that has an empty cell.',
    row: 'M stones in a row win.',
    column: 'M stones in a column win.',
    diagonal: 'M stones in a diagonal win.',
  }),
  ...rulesAt(`${page}#output`, {
    opening: 'The program first writes, once, the size of the board, the win condition, and examples of input:',
    prompt: 'After the prompt the program flushes its output and reads a line.',
  }),
  ...rulesAt(`${page}#messages`, {
    'same-turn': "After an error it is the same player's turn again, and nothing has changed.",
    'end-of-input': 'The end of input ends the game.',
    ends: 'After the last message the program ends with status 0.',
  }),
  ...rulesAt(`${page}#input`, {
    format: 'A line that has none of the prefixes, is empty or is not UTF-8 cannot be read.',
    'whole-number': 'What follows the prefix must be a whole number.',
    range: 'The number must be one from 1 to N.',
    quit: 'It must then be q, quit, or the first matching prefix',
  }),
]

export const obeys = (...ids: Obeyed<typeof rules>) => ids
