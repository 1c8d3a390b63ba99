import type { Rule } from '../game.ts'
import { sentencesFrom } from './sentences.ts'

const rules = 'reference/ordo/ordo.md#the-rules-of-both-games'

/** The same row of the board in the right form, with other pieces. */
const otherPieces = '^(?<row> +\\d ).*→\\k<row>([.BW] ){10}\\d␊'

/** The sentences that both games' rules have, and what ordo.md decides about the command. */
const common = {
  group: {
    sentence: 'Orthogonally or diagonally connected group of all pieces of a player.',
    needsNoTest: 'it says what a word means',
  },
  singleton: {
    sentence: 'A single piece (in contrast to an → ordo).',
    needsNoTest: 'it says what a word means',
  },
  ordo: {
    sentence:
      'Orthogonally (in a straight horizontal or vertical line) connected group of two or more pieces of a player.',
    seen: /^Error: .* is not an ordo/,
  },
  'home-row': {
    sentence: 'Nearest row on the board seen from a player’s perspective.',
    at: 'board-and-notation',
    needsNoTest: 'it says what a word means',
  },
  objective: {
    sentence: 'Players move their pieces trying to reach the opponent’s home row.',
    needsNoTest: 'a sentence below says who wins',
  },
  'take-turns': {
    sentence: 'White starts, then players take turns making a move.',
    at: 'board-and-notation',
    seen: /^(White|Black) - .*→(?!\1)(White|Black) - /,
  },
  pass: {
    sentence: 'They may not pass.',
    needsNoTest: 'no line passes; an empty one is refused',
  },
  connected: {
    sentence:
      'Throughout the game, after a player’s move, all pieces of said player must be connected in one sole group.',
    seen: /^Error: That would split|^Played.*→Error: That would split/,
  },
  'singleton-move': {
    sentence:
      'A singleton can move forward or sideways, orthogonally or diagonally in a straight line any number of empty squares.',
    seen: new RegExp(`^Played.*→Error: |${otherPieces}`),
  },
  capture: {
    sentence:
      'It may end the move in an empty square or a square occupied by an opponent’s piece, which is then captured and removed from the board.',
    seen: new RegExp(`^Played.*→|${otherPieces}`),
  },
  'home-row-wins': {
    sentence: 'The main goal of the game is to place (at least) one piece on the opponent’s home row.',
    seen: /wins!/,
  },
  'one-piece': {
    sentence: 'If a player has only one piece left, said piece is still considered a group!',
    recordedOnly: 'hardly any random game comes that far',
    seen: /^Played.*→Error: That would split|→.* wins!/,
  },
  board: {
    sentence: 'The board has ten lines, and none has trailing spaces.',
    at: 'output',
    quote: null,
    seen: /^ +[1-8a] .*␊→|→␊/,
  },
  opening: {
    sentence: 'The program first writes, once, the name of the game, its goal, and examples of input;',
    at: 'output',
    quote: null,
    seen: /^(===|Input examples)/,
  },
  prompt: {
    sentence: 'A prompt names the player, and what is asked for.',
    at: 'output',
    quote: null,
    seen: /^(White|Black) - /,
  },
  canonical: {
    sentence: 'Every move has one canonical spelling, which the program writes',
    at: 'board-and-notation',
    quote: null,
    seen: /^Played/,
  },
  format: {
    sentence: 'A line that does not have the form of a move is refused as such.',
    at: 'error-messages',
    quote: null,
    seen: /^Error: Invalid/,
  },
  squares: {
    sentence: 'A square off the board is named.',
    at: 'error-messages',
    quote: null,
    seen: /^Error: No square/,
  },
  'start-empty': {
    sentence: 'The start of a move, or one end of the ordo, must not be empty.',
    at: 'error-messages',
    quote: null,
    seen: /^Error: .* is empty/,
  },
  'own-piece': {
    sentence: "The piece that moves must not be the enemy's.",
    at: 'error-messages',
    quote: null,
    seen: /^Error: .* is not yours/,
  },
  target: {
    sentence: 'A hyphen leads to an empty square, and an x to one with an enemy piece.',
    at: 'error-messages',
    quote: null,
    seen: /^Error: (.* is occupied|No enemy piece)/,
  },
  blocked: {
    sentence: 'No piece may be in the way, and no piece of an ordo may leave the board.',
    at: 'error-messages',
    quote: null,
    seen: /^Error: The way/,
  },
  'first-error': {
    sentence: 'The message is the first of this list that applies.',
    at: 'error-messages',
    quote: null,
    seen: /^Error: .*→Error: /,
  },
  'nothing-is-played': {
    sentence: 'After an error no part of the line is played, and the same player is asked again.',
    at: 'output',
    quote: null,
    seen: new RegExp(`^(White|Black) - .*→(?!\\1)(White|Black) - |^Error: .*→Played|${otherPieces}`),
  },
  moves: {
    sentence: 'The line moves, or m, lists the legal moves.',
    at: 'output',
    quote: null,
    recordedOnly: 'no suite sends a line that is neither played nor refused',
    seen: /^Legal moves/,
  },
  quit: {
    sentence: 'The line quit, or q, ends the game.',
    at: 'output',
    quote: null,
    recordedOnly: 'it would end every game that a suite plays',
    seen: /^Exiting/,
  },
  'end-of-input': {
    sentence: 'The end of the input ends the game.',
    at: 'output',
    quote: null,
  },
  ends: {
    sentence: 'When the game is over, the program ends with status 0 and reads nothing more.',
    at: 'output',
    quote: null,
    seen: /^→/,
  },
} as const

/** Ordo's rules of January 15, 2009, sentence by sentence. */
const ordo = sentencesFrom(rules, "Ordo's rules", {
  ...common,
  setup: {
    sentence: 'Pieces are setup as shown in the following figure.',
    at: 'board-and-notation',
    seen: new RegExp(otherPieces),
  },
  'ordo-move': {
    sentence:
      'A group of more than one piece, which is connected in a straight horizontal or vertical line (a so called ordo), can move side by side any number of empty squares.',
    seen: new RegExp(`^Played.*→Error: |${otherPieces}`),
  },
  'ordo-ways': {
    sentence:
      'An ordo may only move orthogonally (not diagonally) forward (if it is horizontally aligned) or sideways (if it is vertically aligned), the same number of squares.',
    seen: /^Error: .*:.* may not move/,
  },
  'single-file': {
    sentence: 'Invalid: Pieces may not go in single file.',
    needsNoTest: 'such a move is one in a direction that the ordo does not have',
  },
  'ordo-capture': {
    sentence: 'It may not capture.',
    seen: /^Error: An ordo may not/,
  },
  reconnect: {
    sentence:
      'If a player’s group is disconnected because of a capture move by the opponent, that player must move (or capture) such that the group is connected again.',
    seen: /^Error: That does not reconnect| - Reconnect your group > →|^Played.*→Error: That/,
  },
  lost: {
    sentence: 'If no such move is possible, the game is lost immediately.',
    seen: /wins!/,
  },
  directions: {
    sentence: 'Normally, pieces move forward or sideways.',
    seen: /^Error: [^:]* may not move/,
  },
  backward: {
    sentence: 'In case of a split group (and only then), pieces may also move backwards.',
    seen: /^Played.*→Error: .* may not move/,
  },
  'backward-ordo': {
    sentence: 'This is also true for ordo moves.',
    recordedOnly: 'hardly any random game has such a move',
    seen: /^Played.*→Error: .* may not move/,
  },
  'cannot-reconnect': {
    sentence: 'if they cannot reconnect their group, after a split capture by the opponent',
    needsNoTest: 'a sentence above says the same',
  },
  'no-pieces': {
    sentence: 'if they have no pieces left on the board',
    recordedOnly: 'hardly any random game comes that far',
    seen: /wins!/,
  },
})

const ordoX = sentencesFrom(rules, "Ordo X's rules", {
  ...common,
  setup: {
    sentence: 'Pieces are setup as shown in figure 3.',
    at: 'board-and-notation',
    seen: new RegExp(otherPieces),
  },
  directions: {
    sentence: 'In general, pieces move (orthogonally or diagonally) forward or sideways, never backwards.',
    seen: /^Error: .* may not move/,
  },
  sideways: {
    sentence:
      'A sideways move must be instantly followed by any other move (including the same or other pieces, but now forward only) in the same turn.',
    seen: /^Error: The second move| - Now move forward > →/,
  },
  'regular-move': {
    sentence: 'Apart from that, a sideways move is a regular move in every respect (see below).',
    needsNoTest: 'sideways moves are held to all other sentences',
  },
  'ordo-move': {
    sentence:
      'A group of more than one piece, which is connected in a straight horizontal or vertical (never diagonal!) line (a so called “ordo”), can move side by side or go in single file any number of empty squares.',
    seen: new RegExp(`^Played.*→Error: |${otherPieces}`),
  },
  'ordo-ways': {
    sentence: 'It may move orthogonally forward, diagonally forward, or sideways.',
    seen: /^Played.*→Error: .* may not move/,
  },
  'ordo-capture': {
    sentence: 'It must move in parallel and it may not capture.',
    seen: /^Error: An ordo may not/,
  },
  remove: {
    sentence:
      'If a player disconnects the opponent’s group by capturing a piece, then said player must also remove all opponent pieces, which are not part of the largest subgroup.',
    seen: new RegExp(`^Played.*removed.*→|${otherPieces}`),
  },
  choose: {
    sentence:
      'If there are subgroups with the same number of pieces, the attacking player may choose the pieces to remove.',
    seen: /Keep which group|^Error: There is no group|^Played.*=.*→/,
  },
  largest: {
    sentence: 'The square that is named must be in one of the largest subgroups.',
    at: 'error-messages',
    quote: null,
    recordedOnly: 'hardly any random game has such a choice',
    seen: /^Error: .* is not in one of/,
  },
  'turn-is-over': {
    sentence: 'The line has a second move only if the first does not end the turn.',
    at: 'error-messages',
    quote: null,
    seen: /^Error: The turn is over/,
  },
  'no-pieces': {
    sentence: 'Also, a player wins the game if he manages to capture all pieces of the opponent.',
    recordedOnly: 'hardly any random game comes that far',
    seen: /wins!/,
  },
})

type Id = keyof typeof ordo | keyof typeof ordoX

export const sentencesOf: Readonly<Record<'ordo' | 'ordo-x', readonly Rule[]>> = {
  ordo: Object.values(ordo),
  'ordo-x': Object.values(ordoX),
}

/** The ids of rules that a reply obeys, the most particular first. */
export const obeys = (...ids: Id[]): readonly string[] => ids

/** The rules by which lines are refused, by what the message says. */
const refusals: readonly (readonly [RegExp, Id])[] = [
  [/^Invalid format/, 'format'],
  [/^No square/, 'squares'],
  [/is empty$/, 'start-empty'],
  [/is not yours$/, 'own-piece'],
  [/is not an ordo$/, 'ordo'],
  [/^An ordo may not capture/, 'ordo-capture'],
  [/is occupied$|^No enemy piece/, 'target'],
  [/is blocked$/, 'blocked'],
  [/split your group$/, 'connected'],
  [/reconnect your group$/, 'reconnect'],
  [/^The second move must/, 'sideways'],
  [/^There is no group|^Keep which/, 'choose'],
  [/is not in one of/, 'largest'],
  [/^The turn is over/, 'turn-is-over'],
]

/**
 * The rule by which a line is refused.
 * @param variant Ordo X has one rule for the directions of single pieces and ordos
 */
export function refusedBy(variant: 'ordo' | 'ordo-x', error: string): readonly string[] {
  const [, id] = refusals.find(([message]) => message.test(error)) ?? []
  const isOrdo = variant === 'ordo' && error.includes(':')
  return obeys(id ?? (isOrdo ? 'ordo-ways' : 'directions'), 'first-error', 'nothing-is-played')
}
