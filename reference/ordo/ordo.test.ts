import { expect, test } from 'vitest'
import { drawBoard, initialPosition, type Position, readPosition } from './board.ts'
import { type OrdoState, ordo, type Variant } from './ordo.ts'

// Openings, moves, choices, splits, messages and all ways to end are in fixtures/ordo and fixtures/ordo-x, which
// fixtures.test.ts plays.

/** A game from a position, and its first state. */
function begun(variant: Variant, text?: string) {
  const read = text === undefined ? { value: initialPosition } : readPosition(text)
  const game = ordo(variant, (read as { value: Position }).value)
  return { game, state: game.open().state as OrdoState }
}

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
  const { game, state } = begun('ordo-x')
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

test('a position without enemies has near misses, too', () => {
  const game = ordo('ordo')
  expect(game.read?.('nonsense')).toEqual({ error: 'it does not end in " w" or " b"' })
  const read = game.read?.('10/10/10/10/3ww5/10/10/10 w')
  expect(read && 'value' in read && game.illegal(read.value)).toContain('d4:e4xd4')
})

test('the turns that a choice leaves are counted', () => {
  const { game, state } = begun('ordo-x', '10/10/4b5/4b5/w3b5/4b5/4b5/10 w')
  const asked = game.answer(state, 'a4xe4').state as OrdoState
  expect(game.turns?.(asked)).toEqual(['e2', 'e5'])
  expect([0, 1].map((depth) => game.count?.(asked, depth))).toEqual([1, 2])
})

test('the legal lines have whole turns, and a position is written as it is read', () => {
  const text = '10/10/10/4b5/10/4w5/10/10 w'
  const { game, state } = begun('ordo-x', text)
  expect(game.legal(state)).toEqual(expect.arrayContaining(['e3-e4', 'e3-f3', 'e3-f3,f3-f4', 'e3-f3,f3-g4']))
  for (const line of game.legal(state)) expect(game.answer(state, line).output).toMatch(/^Played /)
  expect(game.write?.(state)).toBe(text)
})
