import { describe, expect, test } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { ortho } from '../../reference/ortho.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { atOnce } from '../base/test-helpers.ts'
import { completeGames, countGames, divide, explore, nearestEnd, perft, readPosition, turnsOf } from './explore.ts'

// The numbers are those of reference/tic-tac-toe.md and the table in reference/ortho.md, which were counted independently.
describe.each<[string, Game<unknown>, positions: number, moves: number, complete: number, sequences: number[]]>([
  [
    'tic-tac-toe',
    ticTacToe as Game<unknown>,
    4520,
    16_167,
    255_168,
    [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872],
  ],
  ['ORTHO 2, 2', ortho(2, 2) as Game<unknown>, 189, 324, 136, [4, 16, 32, 48, 64, 72, 96]],
  ['ORTHO 3, 2', ortho(3, 2) as Game<unknown>, 923, 1758, 880, [6, 36, 108, 288, 504, 288, 168, 160, 168, 152]],
  [
    ...(['ORTHO 3, 3', ortho(3, 3) as Game<unknown>, 32_084, 54_362, 43_296] as const),
    [6, 36, 108, 288, 504, 864, 1656, 3240, 6552, 12240, 20928, 25056, 16408, 12512, 10552, 5248, 864, 384],
  ],
])('%s', (_, game, positions, moves, complete, sequences) => {
  const tags = sequences.length > 10 ? ['slow'] : []

  test('sequences of legal lines by length', { tags }, () => {
    const { state } = game.open()
    expect([...sequences, 0].map((_, index) => perft(game, state, index + 1))).toEqual([...sequences, 0])
  })

  test('positions, moves and complete games', { tags }, () => {
    const explored = atOnce(explore(game)) ?? []
    expect(explored).toHaveLength(positions)
    expect(explored.flatMap(({ moves }) => moves)).toHaveLength(moves)
    expect(countGames(explored)).toBe(complete)
  })
})

test('games that can go on forever are not counted', () => {
  const back = { line: 'back', to: 0 }
  expect(countGames([{ state: 0, moves: [{ line: 'end' }, back] }])).toBeUndefined()
})

test('a game of thousands of moves does not overflow the stack', () => {
  const length = 12_000
  const nodes = Array.from({ length }, (_, state) => ({
    state,
    moves: [state + 1 < length ? { line: 'on', to: state + 1 } : { line: 'end' }],
  }))
  expect(countGames(nodes)).toBe(1)
  expect([...completeGames(nodes)].map(({ length }) => length)).toEqual([length])
})

test('divide splits a count by the first line', () => {
  const { state } = ticTacToe.open()
  const parts = divide(ticTacToe, state, 9)
  expect(parts.map(({ turn }) => turn)).toEqual([...'012345678'])
  expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(127_872)
  expect(divide(ticTacToe, state, 1)).toContainEqual({ turn: '4', count: 1 })
})

test('the list of a game stays as it is', () => {
  const lines = Object.freeze(['b', 'a']) as string[]
  expect(turnsOf({ ...ticTacToe, legal: () => lines } as Game<unknown>, undefined)).toEqual(['a', 'b'])
})

test('a position is read as the lines played so far', () => {
  expect(readPosition(ticTacToe, '4, 0 8')).toEqual({ value: { player: 'O', fields: 'O...X...X' } })
  expect(readPosition(ticTacToe, '0 1 2 3 4 5 6')).toEqual({ value: undefined })
  expect(readPosition(ticTacToe, `4 '0' "8"`)).toEqual({ value: { player: 'O', fields: 'O...X...X' } })
  const spaced = { ...ticTacToe, legal: () => ['row 3', 'a,b'] } as Game<unknown>
  expect(readPosition(spaced, `'row 3' "a,b" row`)).toEqual({ error: "line 3, 'row', is not legal" })
  expect(readPosition(ticTacToe, '4 4')).toEqual({ error: "line 2, '4', is not legal" })
  expect(readPosition(ticTacToe, '0 1 2 3 4 5 6 7')).toEqual({ error: "line 8, '7', comes after the end of the game" })
})

test('the nearest end of a game is found, if it is near', () => {
  const ways = [
    [],
    ['0', '4', '8'],
    ['foo', '0', '3', '1', '4'],
    ['0', '3', '1', '4', '2'],
    ['0', '3', '1', '4', '2', '5'],
  ]
  expect(ways.map((lines) => nearestEnd(ticTacToe, lines).join(''))).toEqual(['01326', '127', '2', '', ''])
  expect(nearestEnd(ortho(5, 5), [])).toEqual([])
  const endless = { ...ticTacToe, answer: (state: unknown) => ({ output: '', state }) } as Game<unknown>
  expect(nearestEnd(endless, [])).toEqual([])
})

test('a game whose keys would fill the memory is not explored', () => {
  const large = { ...ticTacToe, key: ({ fields }) => fields.padEnd(10_000_000) } as typeof ticTacToe
  expect(atOnce(explore(large as Game<unknown>))).toBeUndefined()
})
