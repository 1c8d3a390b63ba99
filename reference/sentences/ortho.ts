import { sentencesFrom } from './sentences.ts'

// The lines of a board: above it the markers and the numbers of columns, then rules and rows.
const line = '(?:[ XO,]*|[ \\d]*|[ XO,]*\\d+ [|].*| *[+][-+]*)␊'

/**
 * ORTHO's README, sentence by sentence, in its own words; a sentence with a `quote` makes one case of the quoted words
 * explicit. What the README leaves open is decided in ortho.md.
 */
export const sentences = sentencesFrom('reference/ortho.md#rules', "ORTHO's README", {
  game: {
    sentence:
      "ORTHO is a two-player CLI board game where players take turns selecting rows and columns on an N×N grid, place stones at the intersection of a player's current and previous selections, and race to make M-in-a-row.",
    needsNoTest: 'the sentences below say it in full',
  },
  opening: {
    sentence: 'The program first writes, once, the size of the board, the win condition, and examples of input:',
    at: 'output',
    quote: '=== Ortho === Board: 5x5 Win condition: 4 in a row',
    seen: /^(=== Ortho ===|Input examples)/,
  },
  'take-turns': {
    sentence: 'Two players alternate turns on an N×N board.',
    seen: /^Player ([12]).*→Player (?!\1)/,
  },
  'row-or-column': {
    sentence: 'On each turn, a player selects either a row or a column.',
    seen: /^(Selected|Placed).*→Error: (Invalid|Expected|Must be)/,
  },
  'free-choice': {
    sentence: 'On the first selection (no pending selection), a player may choose either axis freely',
    seen: /^Selected.*→(Error: You must|Placed)|Choose any.*→Player . \(.\) - Choose a /,
  },
  'empty-cell': {
    sentence: 'A player who has no selection may choose any row or column that has an empty cell.',
    quote: 'must pick a row or column that has at least one empty cell',
    seen: /^Error: .* has no empty/,
  },
  'no-stone': {
    sentence: 'No stone is placed (only one coordinate is known).',
    seen: /^Selected|[|].*→.*[|]/,
  },
  'opposite-axis': {
    sentence:
      'On the completing selection, the player must choose the opposite axis (if they chose a column, they must choose a row, and vice versa).',
    seen: /^Error: You must|Choose a (row|col).*→Player . \(.\) - Choose a/,
  },
  occupied: {
    sentence: 'The intersection must be empty — if it is occupied, the player must pick a different index.',
    seen: /^Error: .* is already occupied|^(Selected|Placed).*→Error: .*(occupied|no empty)/,
  },
  stone: {
    sentence: 'A stone is placed at the intersection.',
    seen: /^Placed|[|].*→.*[|]/,
  },
  locked: {
    sentence:
      'The completing selection then replaces the previous one — the player stays locked on the new axis for their next turn.',
    seen: /^[ XO,]*(\d+ [|].*)?␊→[ XO,]*(\d+ [|].*)?␊/,
  },
  skip: {
    sentence:
      'If the locked row/column has no empty cells remaining, the turn is skipped and the selection is cleared.',
    seen: /No valid placement/,
  },
  'after-skip': {
    sentence: 'On their next turn the player returns to a free choice.',
    seen: /Choose any/,
  },
  row: {
    sentence: 'M stones in a row win.',
    quote: 'The first player to get M consecutive stones in a row',
    seen: /wins!|^ .*→[ XO,]*[XO]/,
  },
  column: {
    sentence: 'M stones in a column win.',
    quote: 'M consecutive stones in a row, column',
    seen: /wins!|^ .*→[ XO,]*[XO]/,
  },
  diagonal: {
    sentence: 'M stones in a diagonal win.',
    quote: 'M consecutive stones in a row, column, or diagonal wins.',
    seen: /wins!|^ .*→[ XO,]*[XO]/,
  },
  'more-than-m': {
    sentence: 'A player wins with M or more stones in a line (row, column or diagonal) through the stone just placed.',
    quote: 'M consecutive stones',
    seen: /wins!|^ .*→[ XO,]*[XO]/,
  },
  'last-cell-wins': {
    sentence: 'The last stone can still win.',
    quote: 'completely filled with no winner',
    seen: /wins! *␊?→Draw!/,
  },
  draw: {
    sentence: 'If the board is completely filled with no winner, the game is a draw.',
    seen: /^Draw!|^ .*→[ XO,]*[XO]/,
  },
  markers: {
    sentence:
      'The board display shows which row or column each player currently has selected (X for Player 1, O for Player 2) along the margins.',
    at: 'board',
    seen: /^([ XO,]*␊→[ XO,]*␊|(?<left>[ XO,]{3}) +\d+ [|].*→(?!\k<left>)[ XO,]{3})/,
  },
  'closing-board': {
    sentence: 'The closing board after a win or a draw shows no selections.',
    at: 'board',
    quote: null,
    seen: /^([ XO,]*␊→[ XO,]*␊|(?<left>[ XO,]{3}) +\d+ [|].*→(?!\k<left>)[ XO,]{3})/,
  },
  board: {
    sentence: 'Markers and numbers of columns stand above the board, those of rows on its left.',
    at: 'board',
    quote: '1 2 3 4 5 +---+---+---+---+---+ 1 | | | | | |',
    seen: new RegExp(`^${line}→`),
  },
  prompt: {
    sentence: 'After the prompt the program flushes its output and reads a line.',
    at: 'output',
    quote: 'Player 1 (X) - Choose any row or column >',
    seen: /^(Player . \(.\) - Choose.*> )→(\1|not flushed$|$)/,
  },
  messages: {
    sentence: 'The words are those of the released program.',
    at: 'messages',
    quote: 'Selected col 3 (first move, no stone placed)',
  },
  'r-and-row': {
    sentence: 'r3 or row 3',
    at: 'input',
    seen: /^(Selected|Placed).*→Error: Invalid/,
  },
  'c-and-col': {
    sentence: 'c2 or col 2',
    at: 'input',
    seen: /^(Selected|Placed).*→Error: Invalid/,
  },
  quit: {
    sentence: 'q or quit',
    at: 'input',
    recordedOnly: 'it would end every game that a suite plays',
    seen: /^Exiting/,
  },
  'end-of-input': {
    sentence: 'The end of input ends the game.',
    at: 'messages',
    quote: null,
  },
  format: {
    sentence: 'A line that has none of the prefixes, is empty or is not UTF-8 cannot be read.',
    at: 'input',
    quote: null,
    seen: /^Error: Invalid/,
  },
  'whole-number': {
    sentence: 'What follows the prefix must be a whole number.',
    at: 'input',
    quote: null,
    seen: /^Error: Expected/,
  },
  range: {
    sentence: 'The number must be one from 1 to N.',
    at: 'input',
    quote: null,
    seen: /^Error: Must be/,
  },
  'one-newline': {
    sentence: 'One newline follows the message about a line that cannot be read.',
    at: 'messages',
    quote: null,
    seen: /^ .*→␊/,
  },
  'two-newlines': {
    sentence: 'Two newlines follow the message about a choice that is not allowed.',
    at: 'messages',
    quote: null,
    seen: /^␊→/,
  },
  'same-turn': {
    sentence: "After an error it is the same player's turn again, and nothing has changed.",
    at: 'messages',
    quote: null,
    seen: /^Player ([12]).*→Player (?!\1)|^[ XO,]*(\d+ [|].*)?␊→[ XO,]*(\d+ [|].*)?␊/,
  },
  ends: {
    sentence: 'After the last message the program ends with status 0.',
    at: 'messages',
    quote: null,
    seen: /^→/,
  },
  size: {
    sentence: 'Board size (N×N)',
    at: 'command',
    needsNoTest: 'the boards of the sessions have it; the tests of the command try the option',
  },
  'win-length': {
    sentence: 'Consecutive stones needed to win (M ≤ N)',
    at: 'command',
    needsNoTest: 'the games of the sessions have it; the tests of the command try the option',
  },
})

/** The ids of rules that a reply obeys, the most particular first. */
export const obeys = (...ids: (keyof typeof sentences)[]): readonly string[] => ids
