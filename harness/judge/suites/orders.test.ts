import { describe, expect, test } from 'vitest'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { atOnce } from '../../base/steps.ts'
import { shelf } from '../test-data/small-games.ts'
import { casesIn, rowAndOrder, rowOrderAndMove } from './cases.ts'
import * as orders from './orders.ts'

/** The cases of a kind in sessions. */
const casesOf = (...about: Parameters<typeof casesIn>) => atOnce(casesIn(...about))

const inAllOrders = (...given: Parameters<typeof orders.inAllOrders>) => atOnce(orders.inAllOrders(...given))

const games = (...games: string[]) => games.map((lines) => [...lines])
const written = (sessions: readonly (readonly string[])[]) => sessions.map((lines) => lines.join(''))

describe('a row that decides a game is played in all orders', () => {
  test('after the games that are there, which stay as they are', () => {
    expect(written(inAllOrders(shelf, games('102'), rowAndOrder))).toEqual(['102', '201'])
    // Nothing decides a game that is not over, or tied.
    expect(written(inAllOrders(shelf, games('10', '0123'), rowAndOrder))).toEqual(['10', '0123'])
    expect(inAllOrders(shelf, [], rowAndOrder)).toEqual([])
  })

  test('but not in one that they show already', () => {
    expect(written(inAllOrders(shelf, games('102', '231'), rowAndOrder))).toEqual(['102', '231'])
  })

  test('once, if several games end with the same row after as many lines', () => {
    expect(written(inAllOrders(shelf, games('102', '132'), rowAndOrder))).toEqual(['102', '132', '231'])
  })

  test('after each number of lines where that matters', () => {
    const [soon, late] = ['03142', '0314872']
    const ordersBy = (kind: typeof rowAndOrder) => inAllOrders(ticTacToe, games(soon, late), kind)
    // X has 0 1 2 in six orders.
    expect(ordersBy(rowAndOrder).length).toBe(2 + 5)
    expect(ordersBy(rowOrderAndMove).length).toBe(2 + 5 + 5)
    expect(casesOf(ticTacToe, ordersBy(rowOrderAndMove), rowOrderAndMove).size).toBe(12)
  })

  test('where another order ends the game earlier, the session ends there', () => {
    // With 2, X completes two rows. If it is marked second, one of them is complete two lines earlier.
    const sessions = written(inAllOrders(ticTacToe, games('031487562'), rowAndOrder))
    expect(sessions).toContain('0324875')
  })

  test('in no session that shows nothing new', () => {
    const seen = new Set<string>()
    const useless = inAllOrders(ticTacToe, games('031487562'), rowAndOrder).filter((lines) => {
      const before = seen.size
      for (const name of casesOf(ticTacToe, [lines], rowAndOrder).keys()) seen.add(name)
      return seen.size === before
    })
    expect(useless).toEqual([])
  })
})
