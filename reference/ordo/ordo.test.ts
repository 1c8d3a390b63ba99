import { describe, expect, test } from 'vitest'
import { readPosition } from './board.ts'
import { type OrdoState, ordo, type Variant } from './ordo.ts'

const format = 'Invalid format. Examples: a3-a4, c4xc5, c2:d2-c3'

/** Plays lines from a position. @returns the output before the first line and after each line, then 'over' if it is over */
function session(variant: Variant, text: string | undefined, ...lines: (string | null)[]): string[] {
  const read = text === undefined ? undefined : readPosition(text)
  if (read && 'error' in read) throw new Error(read.error)
  const game = ordo(variant, read?.value)
  const { output, state } = game.open()
  const outputs = [String(output)]
  let current: OrdoState | undefined = state
  for (const line of lines) {
    if (current === undefined) throw new Error(`the game is over before ${line}`)
    const reply = game.answer(current, line)
    outputs.push(String(reply.output))
    current = reply.state
    expect(reply.status).toBe(undefined)
  }
  if (current === undefined) outputs.push('over')
  return outputs
}

/** The last output. */
const last = (variant: Variant, text: string | undefined, ...lines: (string | null)[]) =>
  session(variant, text, ...lines).at(-1)

/** The first line of the last output, and the prompt. */
function ends(variant: Variant, text: string | undefined, ...lines: string[]): [string, string] {
  const lastOutput = last(variant, text, ...lines)?.split('\n') ?? []
  return [lastOutput[0] ?? '', lastOutput.at(-1) ?? '']
}

/** The error message for the last line. */
function error(variant: Variant, text: string | undefined, ...lines: string[]): string {
  const outputs = session(variant, text, ...lines)
  const [message, rest] = outputs.at(-1)?.split('\n\n    a b') ?? []
  const before = outputs.at(-2)
  expect(rest).toBe(before?.slice(before.indexOf('    a b') + 7))
  expect(message).toMatch(/^Error: /)
  return message?.slice(7) ?? ''
}

/** The board in the initial setup. */
const initialBoard = `\
    a b c d e f g h i j
  8 . . B B . . B B . . 8
  7 B B B B B B B B B B 7
  6 B B . . B B . . B B 6
  5 . . . . . . . . . . 5
  4 . . . . . . . . . . 4
  3 W W . . W W . . W W 3
  2 W W W W W W W W W W 2
  1 . . W W . . W W . . 1
    a b c d e f g h i j
`

// Openings, moves, choices, splits and all ways to end are in fixtures/ordo and fixtures/ordo-x, which fixtures.test.ts plays.

test('a split group may not be reconnected by other backward moves', () => {
  expect(error('ordo', '5b4/10/w3w5/w3w5/10/10/10/10 w', 'a5:a6-a3')).toBe('a5:a6 may not move to a3')
  expect(error('ordo', '5b4/10/3www4/10/10/3www4/10/10 w', 'd6:f6-c5')).toBe('d6:f6 may not move to c5')
  expect(error('ordo', '10/10/4w5/4w5/10/5b4/10/10 w', 'e6-e4')).toBe('e6 may not move to e4')
})

const noSquare = (name: string) => `No square ${name}. Squares run from a1 to j8`

describe('Ordo X', () => {
  // A line of several moves, or two lines.
  test.each([
    ['The second move must go forward', 'b3-c3,c3-d3|b3-c3 c3-b3|b3-c3 c3-d3,d3-d4|b3-c3 c3-d3=c7'],
    ['The turn is over after the first move', 'b3-c3 c3-d4,d4-d5|a3-a4,b3-b4'],
    [noSquare('k9'), 'a3-a4,b5-k9|a3-a5,k9-k9'],
    [noSquare('a9'), 'a9-a3=b9,c9-c9'],
    [noSquare('b9'), 'a3-a4=b9,c9-c9'],
    [format, 'a3-a4,b5|a9-a3,b5|b3-c3,,c3-c4|b3-c3,c3-c4,'],
    ['b5 is empty', 'b5-b6,b3-c3'],
    ['b3 is empty', 'b3-c3,b3-c3|b3-c3 b3-b4'],
    ['c7 is not yours', 'b3-c3,c7-c6'],
    ['c7 is occupied', 'b3-c3,c3-c7'],
    ['c2 is occupied', 'b3-c3 c3-c2'],
    ['c3 may not move to b1', 'b3-c3 c3-b1'],
    ['That would split your group', 'b3-c3,c3-c6|a3-a5=a4'],
    ['There is no group to choose', 'a3-a4=a4|b3-c3=c7,c3-c4|b3-c3,c3-d4=c7|a3-a4=a4,b3-b4'],
  ])('%s: %s', (message, sessions) => {
    for (const lines of sessions.split('|')) expect(error('ordo-x', undefined, ...lines.split(' '))).toBe(message)
  })
})

describe('Ordo X: a capture that splits the enemy group', () => {
  // The column e2 to e6, which a4xe4 takes apart.
  const tie = '10/10/4b5/4b5/w3b5/4b5/4b5/10 w'
  test.each([
    ['Keep which group (e2, e5)', ['a4xe4,e4-e5'], ['a4xe4,a4-a5']],
    ['e4 is not in one of the largest groups', ['a4xe4=e4'], ['a4xe4', 'E4']],
    ['a4 is not in one of the largest groups', ['a4xe4=a4,e4-e5']],
    ['a1 is not in one of the largest groups', ['a4xe4', 'a1']],
    [noSquare('k4'), ['a4xe4=k4']],
    [noSquare('e9'), ['a4xe4', 'e9']],
    [noSquare('e05'), ['a4xe4', 'e05']],
    ['There is no group to choose', ['a4-b4=e5']],
    ['Invalid format. Examples: e2, e5', ...['', 'a4xe4', '=e2', 'e2,e5', 'e2\udc80'].map((line) => ['a4xe4', line])],
  ])('%s: %j', (message, ...sessions) => {
    for (const lines of sessions) expect(error('ordo-x', tie, ...lines)).toBe(message)
  })
})

test('the prompt matches every prompt at the start of a line, and nothing else', () => {
  const { prompt } = ordo()
  for (const task of ['Choose a move', 'Reconnect your group', 'Now move forward', 'Keep which group (c5, h7)']) {
    expect(prompt.exec(`White - ${task} > a3-a4`)?.[0]).toBe(`White - ${task} > `)
    expect(prompt.exec(`Black - ${task} > `)?.[0]).toBe(`Black - ${task} > `)
    expect(prompt.test(` White - ${task} > `)).toBe(false)
  }
  for (const line of initialBoard.split('\n')) expect(prompt.test(line)).toBe(false)
})

test('illegal lines show every error that is possible here', () => {
  const game = ordo('ordo-x')
  const { state } = game.open()
  if (!state) throw new Error('the game has no beginning')
  const errors = game.illegal(state).map((line) => String(game.answer(state, line).output).replace(/\n[\s\S]*/, ''))
  expect(new Set(errors.map((error) => error.replace(/[a-z]\d/g, '')))).toEqual(
    new Set([
      'Error: Invalid format. Examples: -, x, :-',
      'Error: No square . Squares run from  to ',
      'Error:  is empty',
      'Error:  is not yours',
      'Error: : is not an ordo',
      'Error: An ordo may not capture',
      'Error:  is occupied',
      'Error: No enemy piece on ',
      'Error:  may not move to ',
      'Error: : may not move to ',
      'Error: The way from  to  is blocked',
      'Error: That would split your group',
      'Error: The second move must go forward',
      'Error: There is no group to choose',
      'Error: The turn is over after the first move',
    ]),
  )
})

describe('messages of both games', () => {
  // White c3 d3 e3, c4; Black c6, d5, and e4.
  const position = '10/10/2b7/3b6/2w1b5/2www5/10/10 w'

  test.each([
    [
      format,
      ['', 'foo', 'a3', 'c3', 'a3-', 'a3-a4-a5', 'a3:b3:c3-c4', 'a3a4', '-a3', 'a-4', '3a-a4', 'a3–a4', 'moves!'],
    ],
    [format, ['qq', 'a3-a4;', 'a٣-a4', 'c3-c\udc80', 'q\udcff', 'a3-a4,', 'a3-a4,a4-a5,a5-a6', 'a3-a4=']],
    [noSquare('k9'), ['k9-a3', 'a3-k9']],
    [noSquare('a9'), ['a9-b9']],
    [noSquare('c10'), ['c10-c3']],
    [noSquare('c03'), ['c03-c4']],
    [noSquare('a0'), ['c3:a0xc4']],
    [noSquare('x1'), ['X1-Y2']],
    [noSquare('x5'), ['c3xx5']],
    ['b5 is empty', ['b5-d5', 'b5xb5']],
    ['f3 is empty', ['c3:f3-c4']],
    ['b6 is empty', ['c6:b6-c5']],
    ['a1 is empty', ['a1:b1-a2']],
    ['b1 is empty', ['b1:a1-b2']],
    ['c6 is not yours', ['c6-c5', 'c6xc3', 'c3:c6-c4']],
    ['d5 is not yours', ['d5:c6-d4']],
    ['c4:d3 is not an ordo', ['c4:d3-c5']],
    ['d3:d3 is not an ordo', ['d3:d3-d4']],
    ['c4:e3 is not an ordo', ['c4:e3xc5', 'C4 : E3 - C5']],
    ['An ordo may not capture', ['c3:d3xc4', 'c3:d3xa1']],
    ['c6 is occupied', ['c3-c6']],
    ['c4 is occupied', ['c3-c4', 'c3:d3-c4']],
    ['c3 is occupied', ['c3-c3']],
    ['e3 is occupied', ['d3:c3-e3']],
    ['d5 is occupied', ['c3-d5']],
    ['No enemy piece on b3', ['c3xb3']],
    ['No enemy piece on c4', ['c3xc4']],
    ['No enemy piece on c3', ['c3xc3']],
    ['d3 may not move to e5', ['d3-e5']],
    ['d3 may not move to d2', ['d3-d2']],
    ['e3 may not move to c6', ['e3xc6']],
    ['d3:e3 may not move to d3', ['d3:e3-d3']],
    ['d3:e3 may not move to e2', ['d3:e3-e2']],
    ['e3:d3 may not move to g2', ['e3:d3-g2']],
    ['The way from c3 to c6 is blocked', ['c3xc6']],
    ['The way from c3 to f3 is blocked', ['c3-f3']],
    ['The way from d3 to d4 is blocked', ['d3:e3-d4']],
    ['The way from c4 to c7 is blocked', ['c4-c7']],
    ['The way from d3 to b5 is blocked', ['d3-b5']],
    ['The way from c4 to f4 is blocked', ['c4-f4']],
    ['That would split your group', ['c4xd5', 'e3-f4', 'c4-b5']],
  ])('%s: %j', (message, lines) => {
    for (const variant of ['ordo', 'ordo-x'] as const)
      for (const line of lines) expect(error(variant, position, line)).toBe(message)
  })

  test('pieces with a gap or an enemy between them are not an ordo', () => {
    expect(error('ordo', '10/9b/10/10/ww1ww5/2w7/10/10 w', 'a4:e4-a5')).toBe('a4:e4 is not an ordo')
    expect(error('ordo', '10/9b/10/10/wwbww5/2w7/10/10 w', 'e4:b4-e5')).toBe('e4:b4 is not an ordo')
  })

  test('an ordo may not leave the board or run into other pieces', () => {
    const low = '10/10/7b2/10/10/6ww2/10/10 w'
    expect(error('ordo', low, 'g3:h3-g6')).toBe('The way from g3 to g6 is blocked')
    expect(error('ordo', low, 'h3:g3-h7')).toBe('The way from h3 to h7 is blocked')
    expect(error('ordo-x', low, 'g3:h3-j3')).toBe('The way from g3 to j3 is blocked')
    expect(error('ordo-x', low, 'g3:h3-j6')).toBe('The way from g3 to j6 is blocked')
    expect(ends('ordo-x', low, 'g3:h3-i5')[0]).toBe('Played g3:h3-i5')
    expect(error('ordo', '10/10/7b2/10/10/9w/9w/10 w', 'j2:j3-j4')).toBe('j2:j3 may not move to j4')
  })
})

test.each([
  [format, ['a3-a4=a4', 'a3-a4,b3-b4', 'a3-a9=k9']],
  ['a3:b3 may not move to a3', ['a3:b3-a3']],
  ['a3:b3 may not move to b4', ['a3:b3-b4']],
  ['a3:b3 may not move to c5', ['a3:b3-c5']],
  ['a2:a3 may not move to a4', ['a2:a3-a4']],
  ['b2:b3 may not move to c3', ['b2:b3-c3']],
])('Ordo has no move of Ordo X: %s: %j', (message, lines) => {
  for (const line of lines) expect(error('ordo', undefined, line)).toBe(message)
})

test('a position without enemies has near misses, too', () => {
  const game = ordo('ordo')
  const read = game.read?.('10/10/10/10/3ww5/10/10/10 w') ?? { error: '' }
  if ('error' in read) throw new Error(read.error)
  expect(game.illegal(read.value)).toContain('d4:e4xd4')
  expect(game.read?.('nonsense')).toEqual({ error: 'it does not end in " w" or " b"' })
})

test('the turns that a choice leaves are counted', () => {
  const read = readPosition('10/10/4b5/4b5/w3b5/4b5/4b5/10 w')
  if ('error' in read) throw new Error(read.error)
  const game = ordo('ordo-x', read.value)
  const { state } = game.open()
  const asked = state && game.answer(state, 'a4xe4').state
  if (asked === undefined) throw new Error('there is a choice')
  expect(game.turns?.(asked)).toEqual(['e2', 'e5'])
  expect(game.count?.(asked, 0)).toBe(1)
  expect(game.count?.(asked, 1)).toBe(2)
})
