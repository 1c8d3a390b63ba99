import { sentencesFrom } from './sentences.ts'

/** The program goes on, or ends in another way, where a player has won. */
const notWon = /won[.]␊→([.XO]{3}␊|[XO]> |(invalid|[XO] won|tie)[.]␊|$)/

/**
 * The challenge "A two player tic-tac-toe", sentence by sentence, in its own words; a sentence with a `quote` makes one
 * case of the quoted words explicit. What it leaves open is decided in tic-tac-toe.md.
 */
export const sentences = sentencesFrom('reference/tic-tac-toe.md#rules', 'The challenge', {
  players: {
    sentence: 'You have two players, one is called "X" and the other "O".',
    needsNoTest: 'prompts, marks and messages name them',
  },
  field: {
    sentence: 'You have a field of 3×3 positions; any position may be marked as "." (empty), "X" or "O".',
    at: 'output',
    // Another character in the place of a mark; all else that is wrong with a board is its layout.
    seen: /^([.XO]{0,2})[.XO]+␊→\1[^.XO␊\s\p{Cc}]/u,
  },
  start: {
    sentence: 'We start with every position being "." (empty).',
    seen: /^[.]{3}␊→[.XO]{3}␊/,
  },
  'x-marks': {
    sentence: 'The player called "X" starts by marking any "." position with an "X".',
    seen: /^X> →O> |^([.XO]*)X[.XO]*␊→(?=[^␊]{3}(␊|$))(?![XO]> )\1[^.X\s]/,
  },
  'o-marks': {
    sentence: `Then it's the other player's turn, who has to mark any "." position with an "O".`,
    seen: /^([.XO]*)O[.XO]*␊→(?=[^␊]{3}(␊|$))(?![XO]> )\1[^.O\s]/,
  },
  alternate: {
    sentence: 'They continue alternating until we have a winner or a tie.',
    seen: /^([XO])> →(?!\1)[XO]> /,
  },
  row: {
    sentence: 'Three marks of one player in a row win.',
    quote: 'We have a winner if there are three consecutive "X"s or "O"s in any row',
    seen: notWon,
  },
  column: {
    sentence: 'Three marks of one player in a column win.',
    quote: 'three consecutive "X"s or "O"s in any row, column',
    seen: notWon,
  },
  diagonal: {
    sentence: 'Three marks of one player in a diagonal win.',
    quote: 'three consecutive "X"s or "O"s in any row, column or diagonal.',
    seen: notWon,
  },
  'ninth-mark': {
    sentence: 'A ninth mark that completes a line wins; it is not a tie.',
    quote: 'without any player having won',
    seen: /won[.]␊→tie[.]/,
  },
  tie: {
    sentence: 'We have a tie if the board has been completely filled without any player having won.',
    seen: /tie[.]␊→([.XO]{3}␊|[XO]> |(invalid|[XO] won)[.]␊|$)/,
  },
  'not-full': {
    sentence: 'A board with an empty field is not a tie.',
    quote: 'We have a tie if the board has been completely filled',
    seen: /→tie[.]/,
  },
  numbers: {
    sentence: 'The fields are enumerated according to the following pattern 012 345 678',
    seen: /^[.XO]{3}␊→[.XO]{3}(␊|$)/,
  },
  turn: {
    sentence: 'In every turn the game outputs the full board as shown above followed by a new-line and a prompt',
    at: 'exact-form',
    seen: /^[.XO]{3}␊→([XO]> |(invalid|tie|[XO] won)[.]|[.XO]{3}[^␊]|[.XO]{0,2}[␊\s\p{Cc}]|$)|^[XO]> →[.XO]{3}␊/u,
  },
  prompt: {
    sentence: 'a prompt consisting of the player active and the following sequence: >',
    at: 'output',
    seen: /^[XO]> →/,
  },
  waits: {
    sentence: 'The prompt is flushed, and nothing more comes until a line has been read.',
    at: 'output',
    quote: null,
    seen: /^([XO]> )→\1|→not flushed$/,
  },
  'their-number': {
    sentence: 'The player inputs the number of the position they want to add their mark to.',
    at: 'input',
    needsNoTest: 'every answer is such a number; the board shows where the mark is',
  },
  valid: {
    sentence:
      'If the input is valid (a valid number between 0 and 8 and the position is yet empty), the game applies the input and starts a new turn (for the other player).',
    at: 'input',
    seen: /.→invalid[.]␊|^[.XO]{3}␊→$/,
  },
  'no-number': {
    sentence: 'A line that no common reading takes for a number from 0 to 8 is invalid.',
    at: 'input',
    quote: 'a valid number between 0 and 8',
    seen: /^invalid[.]␊→(?![XO]> )([.XO]|tie[.]|␊[.XO])/,
  },
  occupied: {
    sentence: 'The number of an occupied field is invalid.',
    at: 'input',
    quote: 'the position is yet empty',
    seen: /^invalid[.]␊→(?![XO]> )([.XO]|tie[.]|␊[.XO])/,
  },
  invalid: {
    sentence: "Otherwise it'll print invalid. followed by a new line and a new prompt",
    at: 'exact-form',
    seen: /^invalid[.]␊→|^[XO]> →(invalid|$)/,
  },
  'same-player': {
    sentence: 'After a line that is not a valid move, the prompt is for the same player.',
    at: 'exact-form',
    quote: 'the game applies the input and starts a new turn (for the other player). Otherwise',
    seen: /^([XO])> →(?!\1)[XO]> /,
  },
  'board-after-invalid': {
    sentence: 'the game may print a new board too',
    at: 'allowed-variations',
    seen: /^[XO]> →[.XO]{3}/,
  },
  checks: {
    sentence: 'After every turn, the game checks if a win or a tie has been created.',
    seen: /→[XO] won[.]/,
  },
  message: {
    sentence: 'In this case the game shows "X won.", "O won." or "tie." respectively.',
    at: 'output',
    seen: /(won|tie)[.]␊→/,
  },
  'final-board': {
    sentence: 'The board before a closing message is the final one.',
    at: 'allowed-variations',
    quote: null,
    seen: /(won|tie)[.]␊→[.XO]{3}␊/,
  },
  newlines: {
    sentence: 'Additional new-lines are allowed around game boards and messages (invalid, win, tie) and at the end.',
    at: 'allowed-variations',
    seen: /^[.XO]{3}␊→␊/,
  },
  ends: {
    sentence: 'After the closing message the program must end by itself.',
    at: 'allowed-variations',
    quote: null,
    seen: /^→/,
  },
  leftover: {
    sentence: 'Remaining input must change nothing.',
    at: 'allowed-variations',
    quote: null,
    seen: /^→([.XO]{3}␊|invalid)/,
  },
  'end-of-input': {
    sentence: 'What a program does when its input ends in the middle of a game is not judged',
    at: 'allowed-variations',
    quote: null,
    cannotBeTested: 'the challenge does not mention it; fixtures hold only our own command to it',
  },
  language: {
    sentence: 'Your task is to write the game in your language of choice.',
    at: 'input',
    needsNoTest: 'a runtime is a row of a table',
  },
  exactly: {
    sentence: 'You have to follow this specification exactly as written above.',
    at: 'exact-form',
    needsNoTest: 'all other sentences are held to the byte',
  },
  example: {
    sentence: "There's an ungolfed example implementation at Try it online!",
    needsNoTest: 'it is no rule',
  },
  inputs: {
    sentence: 'Example inputs:',
    needsNoTest: 'three fixtures play them',
  },
  'any-way': {
    sentence: 'You may get your input via any way you want, including via stdin or arguments.',
    at: 'input',
    needsNoTest: 'an entry says by its path which of three ways it is judged with',
  },
  stdout: {
    sentence: 'Output to stdout.',
    at: 'allowed-variations',
    needsNoTest: 'what is compared was read from there',
  },
  loopholes: {
    sentence: 'Standard loopholes apply.',
    cannotBeTested: 'no list of tricks is complete; a sandbox keeps out most that read the answer elsewhere',
  },
  shortest: {
    sentence: 'This is code-golf, so the shortest code in any language wins.',
    needsNoTest: 'the leaderboard counts bytes',
  },
})

export type SentenceId = keyof typeof sentences

/** The ids of rules that a reply obeys, the most particular first. */
export const obeys = (...ids: SentenceId[]): readonly string[] => ids
