import { describe, expect, test } from 'vitest'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { atOnce } from '../../base/test-helpers.ts'
import { completeGames, explore } from '../../games/explore.ts'
import type { Lines } from '../../session/bytes.ts'
import { shelf } from '../test-data/small-games.ts'
import { casesIn, inAllOrders, rowAndOrder, rowOrderAndMove, wayToEnd } from './endings.ts'

/** The cases of a kind in sessions. */
const casesOf = (...about: Parameters<typeof casesIn>) => atOnce(casesIn(...about))

const games = [...completeGames(atOnce(explore(shelf)) ?? [])]
const session = (lines: string) => lines.split(' ')

// Of the shelf's 24 games, A wins 12 with places 0 1, 1 2 or 2 3, B four with 1 2; counted by hand.
test.each<[string, typeof rowAndOrder, number]>([
  ['four rows have two orders each', rowAndOrder, 8],
  ['rows decide after three marks if they are of A, after four if of B', rowOrderAndMove, 8],
  ['A wins, B wins, or the shelf is full; and there are four rows', wayToEnd, 7],
])('%s', (_, kind, count) => {
  expect(casesOf(shelf, games, kind).size).toBe(count)
})

test('a session that does not end the game has no case, whatever the kind', () => {
  for (const kind of [rowAndOrder, wayToEnd]) expect(casesOf(shelf, [session('1 0'), []], kind).size).toBe(0)
})

test('a line that completes two rows shows two cases', () => {
  expect(casesOf(ticTacToe, [session('0 3 1 4 8 7 5 6 2')], rowAndOrder).size).toBe(2)
})

test('a case has the index of the first session with it', () => {
  const found = casesOf(shelf, [session('1 0'), session('1 0 2'), session('1 0 2'), session('2 0 1')], wayToEnd)
  expect([...found.values()]).toEqual([1, 1])
})

describe('a row that decides a game is played in all orders', () => {
  const ordersOf = (kind: typeof rowAndOrder, ...games: string[]) =>
    atOnce(
      inAllOrders(
        shelf,
        games.map((lines) => [...lines]),
        kind,
      ),
    ).map((lines: Lines) => lines.join(''))

  test.each([
    [['102'], ['102', '201']],
    [
      ['10', '0123'],
      ['10', '0123'],
    ],
    [[], []],
    [
      ['102', '231'],
      ['102', '231'],
    ],
    [
      ['102', '132'],
      ['102', '132', '231'],
    ],
  ])('%j becomes %j: no order comes twice, and a game without a row stays', (games, expected) => {
    expect(ordersOf(rowAndOrder, ...games)).toEqual(expected)
  })

  test('orders are added after each number of moves where that matters', () => {
    const games = [[...'03142'], [...'0314872']]
    // X has 0 1 2 in six orders.
    expect(atOnce(inAllOrders(ticTacToe, games, rowAndOrder)).length).toBe(2 + 5)
    expect(atOnce(inAllOrders(ticTacToe, games, rowOrderAndMove)).length).toBe(2 + 5 + 5)
  })

  test('a session stops where another order ends the game earlier, and each shows something new', () => {
    // With 2, X completes two rows. If it is marked second, one of them is complete two lines earlier.
    const sessions = atOnce(inAllOrders(ticTacToe, [[...'031487562']], rowAndOrder))
    expect(sessions.map((lines) => lines.join(''))).toContain('0324875')
    const counts = sessions.map((_, at) => casesOf(ticTacToe, sessions.slice(0, at + 1), rowAndOrder).size)
    expect(counts).toEqual([...new Set(counts)])
  })
})
