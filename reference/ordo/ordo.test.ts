import { expect, test } from 'vitest'
import { drawBoard, initialPosition, readPosition } from './board.ts'
import { ordo } from './ordo.ts'

// Openings, moves, choices, splits, messages and all ways to end are in fixtures/ordo and fixtures/ordo-x, which
// fixtures.test.ts plays.

test('the prompt matches every prompt at the start of a line, and nothing else', () => {
  const { prompt } = ordo()
  for (const task of ['Choose a move', 'Reconnect your group', 'Now move forward', 'Keep which group (c5, h7)']) {
    expect(prompt.exec(`White - ${task} > a3-a4`)?.[0]).toBe(`White - ${task} > `)
    expect(prompt.exec(`Black - ${task} > `)?.[0]).toBe(`Black - ${task} > `)
    expect(prompt.test(` White - ${task} > `)).toBe(false)
  }
  for (const line of drawBoard(initialPosition).split('\n')) expect(prompt.test(line)).toBe(false)
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

test.each([
  ['10/9b/10/10/ww1ww5/2w7/10/10 w', 'a4:e4-a5', 'a gap'],
  ['10/9b/10/10/wwbww5/2w7/10/10 w', 'e4:b4-e5', 'an enemy'],
])('in %s, %s is no ordo: it has %s', (position, line) => {
  const read = readPosition(position)
  if ('error' in read) throw new Error(read.error)
  const game = ordo('ordo', read.value)
  const { state } = game.open()
  expect(state && game.answer(state, line).output).toMatch(/^Error: \S+ is not an ordo\n/)
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

test('the legal lines have whole turns, and a position is written as it is read', () => {
  const text = '10/10/10/4b5/10/4w5/10/10 w'
  const read = readPosition(text)
  if ('error' in read) throw new Error(read.error)
  const game = ordo('ordo-x', read.value)
  const { state } = game.open()
  if (state === undefined) throw new Error('the game has no beginning')
  expect(game.legal(state)).toEqual(expect.arrayContaining(['e3-e4', 'e3-f3', 'e3-f3,f3-f4', 'e3-f3,f3-g4']))
  for (const line of game.legal(state)) expect(game.answer(state, line).output).toMatch(/^Played /)
  expect(game.write?.(state)).toBe(text)
})
