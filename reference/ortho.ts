import type { Command, Game, Read, Refusal, Reply } from './game.ts'
import { quote, readOptions } from './options.ts'
import { obeys, rules as sentences } from './sentences/ortho.ts'

type Mark = 'X' | 'O'
type Rule = (typeof sentences)[number]['id']
type Axis = 'row' | 'col'

/** A row or a column. Rows, columns and choices are counted from 1 here, as players count them. */
interface Choice {
  readonly axis: Axis
  readonly number: number
}

export interface Ortho {
  readonly player: Mark
  /** From the top, a character a cell: `X`, `O` or a space. */
  readonly rows: readonly string[]
  /** What each player is locked on; without one the next choice is free. */
  readonly selected: Selected
}

type Selected = Readonly<Record<Mark, Choice | undefined>>

const names = { X: 'Player 1 (X)', O: 'Player 2 (O)' }
const opponent = { X: 'O', O: 'X' } as const
const crossing = { row: 'col', col: 'row' } as const

/** No player is locked: how a game begins, and what the board shows when it is over. */
const nothing: Selected = { X: undefined, O: undefined }

const spell = (choice: Choice | undefined) => (choice ? choice.axis.charAt(0) + choice.number : '')

const hasEmptyCell = (rows: readonly string[], { axis, number }: Choice) =>
  axis === 'row' ? rows[number - 1]?.includes(' ') : rows.some((row) => row[number - 1] === ' ')

const cell = (rows: readonly string[], row: number, col: number) => rows[row - 1]?.[col - 1]

/** Finds the cell where two choices meet. */
const meet = (one: Choice, other: Choice): readonly [row: number, col: number] =>
  one.axis === 'row' ? [one.number, other.number] : [other.number, one.number]

const place = (rows: readonly string[], player: Mark, row: number, col: number) =>
  rows.map((cells, index) => (index === row - 1 ? cells.slice(0, col - 1) + player + cells.slice(col) : cells))

/** Along the row, the column, the falling and the rising diagonal: steps down and to the right. */
const directions = [
  { rule: 'row', down: 0, right: 1 },
  { rule: 'column', down: 1, right: 0 },
  { rule: 'diagonal', down: 1, right: 1 },
  { rule: 'diagonal', down: -1, right: 1 },
] as const

/** Names the rule by which the stone at a cell wins: at least `length` stones of its player are in a line through it. */
function ruleOfWin(rows: readonly string[], player: Mark, row: number, col: number, length: number) {
  const run = (down: number, right: number): number => {
    let stones = 0
    while (cell(rows, row + down * (stones + 1), col + right * (stones + 1)) === player) stones++
    return stones
  }
  return directions.find(({ down, right }) => run(-down, -right) + 1 + run(down, right) >= length)?.rule
}

interface LineError {
  readonly error: string
  readonly rule: Rule
}

/** Says why the player to move may not choose that row or column; undefined if they may. */
function whyRefused({ player, rows, selected }: Ortho, choice: Choice): LineError | undefined {
  const own = selected[player]
  if (!own) {
    if (hasEmptyCell(rows, choice)) return
    const error = `${choice.axis} ${choice.number} has no empty cells. Pick a different ${choice.axis}`
    return { error, rule: 'free-choice' }
  }
  if (choice.axis === own.axis) return { error: `You must choose a ${crossing[own.axis]}`, rule: 'opposite-axis' }
  const [row, col] = meet(own, choice)
  if (cell(rows, row, col) === ' ') return
  return { error: `(${row}, ${col}) is already occupied. Pick a different index`, rule: 'occupied' }
}

/** Pads a text to three characters: a single one is centred, two are followed by a space. */
const centred = (text: string) => text.padStart(2).padEnd(3)

/** Marks who has selected that row or column: `X,O`, `X`, `O` or nobody. */
const marker = (selected: Selected, axis: Axis, number: number) =>
  (['X', 'O'] as const).filter((p) => selected[p]?.axis === axis && selected[p].number === number).join(',')

/** Draws column markers and numbers above the board, and row markers and numbers on its left. */
function board(rows: readonly string[], selected: Selected): string {
  const width = String(rows.length).length
  const margin = ' '.repeat(width + 5)
  const rule = `${margin}+${'---+'.repeat(rows.length)}\n`
  const above = (text: (number: number) => string) =>
    `${margin}${rows.map((_, index) => ` ${centred(text(index + 1))}`).join('')}\n`
  const row = (cells: string, index: number) => {
    const number = String(index + 1).padStart(width)
    const left = marker(selected, 'row', index + 1).padStart(3)
    return `${rule}${left} ${number} | ${cells.split('').join(' | ')} |\n`
  }
  return above((number) => marker(selected, 'col', number)) + above(String) + rows.map(row).join('') + rule
}

const space = /\p{White_Space}/u

/** Rust's `trim`, which unlike JavaScript's takes U+0085 for white space and U+FEFF not. */
function trim(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && space.test(text.charAt(start))) start++
  while (start < end && space.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/** Rust's `parse::<usize>`: ASCII digits, perhaps after a plus, of a number that fits 64 bits. */
function wholeNumber(text: string): number | undefined {
  const digits = /^\+?0*(\d{1,20})$/.exec(text)?.[1]
  return digits && BigInt(digits) < 2n ** 64n ? Number(digits) : undefined
}

/** Reads a choice from a line that is trimmed and lower-cased. */
function readChoice(text: string, size: number): { readonly value: Choice } | LineError {
  const prefix = /^(?:row|col|r|c)/.exec(text)?.[0]
  if (!prefix || !text.isWellFormed())
    return { error: 'Invalid format. Examples: r3, c2, row 3, col 2', rule: 'format' }
  const rest = trim(text.slice(prefix.length))
  const number = wholeNumber(rest)
  if (number === undefined) return { error: `Expected a number, got: '${rest}'`, rule: 'whole-number' }
  if (number < 1 || number > size) return { error: `Must be in range 1-${size}`, rule: 'range' }
  return { value: { axis: prefix.startsWith('r') ? 'row' : 'col', number } }
}

/**
 * Shows the board and the prompt. A player whose locked row or column has no empty cell is skipped first.
 * @param why the rule that led to this turn, and that of its prompt
 */
function turn(before: string, state: Ortho, why: Rule, last: Rule = 'prompt'): Reply<Ortho> {
  const { player, rows, selected } = state
  const own = selected[player]
  const output = `${before}${board(rows, selected)}\n${names[player]} - `
  const rules = obeys(why, last)
  if (!own) return { output: `${output}Choose any row or column > `, state, rules }
  if (hasEmptyCell(rows, own)) return { output: `${output}Choose a ${crossing[own.axis]} > `, state, rules }
  const skipped = { player: opponent[player], rows, selected: { ...selected, [player]: undefined } }
  return turn(`${output}No valid placement available. Turn skipped, selection cleared.\n\n`, skipped, 'skip', last)
}

/** Plays an allowed choice: a player's first one is only stored, the next one places a stone where the two meet. */
function choose({ player, rows, selected }: Ortho, choice: Choice, winLength: number): Reply<Ortho> {
  const own = selected[player]
  const next = { player: opponent[player], rows, selected: { ...selected, [player]: choice } }
  if (!own) {
    const output = `Selected ${choice.axis} ${choice.number} (first move, no stone placed)\n\n`
    return turn(output, next, 'free-choice')
  }
  const [row, col] = meet(own, choice)
  const after = place(rows, player, row, col)
  const placed = `Placed stone at (${row}, ${col})!\n\n`
  const end = (result: string, why: Rule): Reply<Ortho> => ({
    output: `${placed}${board(after, nothing)}\n${result}!\n`,
    rules: obeys(why, 'ends'),
  })
  const won = ruleOfWin(after, player, row, col, winLength)
  if (won !== undefined) return end(`${names[player]} wins`, won)
  if (after.every((cells) => !cells.includes(' '))) return end('Draw', 'draw')
  return turn(placed, { ...next, rows: after }, 'stone')
}

/** Lines that never name a row or a column of the board. */
const neverChoices = (size: number) => [
  ...['', 'foo', '1', '1r', 'exit', 'r', 'col', 'rr1', 'column 2', 'r-1', 'c1.5', 'row 1 1', 'r18446744073709551616'],
  ...['r0', 'c0', `r${size + 1}`, `c${size + 1}`, 'r18446744073709551615'],
]

/**
 * ORTHO on a board of `size` rows and columns, won by `winLength` stones or more in a line; 1 ≤ winLength ≤ size.
 * ortho.md specifies its input and output to the byte; it allows no variation.
 */
export function ortho(size: number, winLength: number): Game<Ortho> {
  const numbers = Array.from({ length: size }, (_, index) => index + 1)
  const choices = (['row', 'col'] as const).flatMap((axis) => numbers.map((number): Choice => ({ axis, number })))

  return {
    name: 'ortho',
    prompt: /^Player (?:1 \(X\)|2 \(O\)) - Choose (?:any row or column|a row|a col) > /,

    open: () =>
      turn(
        `=== Ortho ===  Board: ${size}x${size}  Win condition: ${winLength} in a row\n` +
          'Input examples: r3 (row 3), c2 (col 2), quit (exit)\n\n',
        { player: 'X', rows: numbers.map(() => ' '.repeat(size)), selected: nothing },
        'opening',
      ),

    answer(state, line) {
      if (line === null) return { output: '\nExiting game.\n', rules: obeys('end-of-input', 'ends') }
      const text = trim(line).toLowerCase()
      if (text === 'q' || text === 'quit') return { output: 'Exiting game.\n', rules: obeys('quit', 'ends') }
      const choice = readChoice(text, size)
      if ('error' in choice) return turn(`Error: ${choice.error}\n`, state, choice.rule, 'same-turn')
      const refused = whyRefused(state, choice.value)
      if (refused) return turn(`Error: ${refused.error}\n\n`, state, refused.rule, 'same-turn')
      return choose(state, choice.value, winLength)
    },

    legal: (state) => choices.filter((choice) => !whyRefused(state, choice)).map(spell),
    illegal: (state) => [...choices.filter((choice) => whyRefused(state, choice)).map(spell), ...neverChoices(size)],
    key: ({ player, rows, selected }) => `${rows.join('')} ${player} ${spell(selected.X)},${spell(selected.O)}`,
    rules: sentences,
  }
}

/** A reply shows the board three times if both players are skipped; it must fit into a string of 2^29 characters. */
const largest = 4000

const options = { size: { type: 'string', short: 'n' }, 'win-length': { type: 'string', short: 'm' } } as const

function readNumbers(args: readonly string[]): Read<Map<string, number>> {
  const given = readOptions(args, options)
  if ('error' in given) return given
  const numbers = new Map<string, number>()
  for (const [name, { rawName, value }] of given.value) {
    const number = wholeNumber(value)
    if (number === undefined) {
      return { error: `option '${rawName}' needs a whole number below 2^64, not ${quote(value)}` }
    }
    numbers.set(name, number)
  }
  return { value: numbers }
}

const usageRefusal = (message: string, status: number): Refusal => ({ error: `Error: ${message}`, status })

/** Its error messages begin with `Error: `. */
export const orthoCommand: Command = {
  name: 'ortho',
  usage: `Usage: ortho [-n N] [-m M]

Two players, X and O, choose a row or a column in turn. Where a player's choice
meets that player's choice before, a stone is placed; M stones in a line win.
Type r3 for row 3, c2 for column 2, q to leave.

Options:
  -n, --size N        the board is N x N (default 5)
  -m, --win-length M  M stones in a line win, at most N (default 4)
  -h, --help          print this help
`,
  parse(args) {
    const given = readNumbers(args)
    if ('error' in given) return usageRefusal(given.error, 2)
    const size = given.value.get('size') ?? 5
    const winLength = given.value.get('win-length') ?? 4
    if (size < 1) return usageRefusal('board size must be at least 1', 1)
    if (size > largest) return usageRefusal(`board size must be at most ${largest}`, 1)
    if (winLength < 1 || winLength > size) return usageRefusal(`win length must be in range 1-${size}`, 1)
    return { game: ortho(size, winLength) }
  },
}
