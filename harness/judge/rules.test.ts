import { describe, expect, test } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { ordo } from '../../reference/ordo/ordo.ts'
import { ortho } from '../../reference/ortho.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { isTested } from '../games/rules.ts'
import { tableOfRules } from './rules.ts'

/** Our games; a sentence that is tested on one of these boards is tested. */
const games: Readonly<Record<string, readonly Game<unknown>[]>> = {
  'tic-tac-toe': [ticTacToe],
  ortho: [ortho(5, 4), ortho(3, 3), ortho(2, 2)],
  ordo: [ordo('ordo')],
  'ordo-x': [ordo('ordo-x')],
}

describe.each(Object.entries(games))('of the sentences of %s', (_, boards) => {
  const tables = boards.map((game) => tableOfRules(game).rules)
  const [rules = []] = tables
  const tested = rules.filter(({ rule }) => isTested(rule))
  const suitesOf = (id: string) => tables.flatMap((table) => table.find(({ rule }) => rule.id === id)?.suites ?? [])

  test('each that is tested is shown by a fixture', () => {
    expect(tested.length).toBeGreaterThan(20)
    expect(tested.filter(({ fixtures }) => fixtures.length === 0).map(({ rule }) => rule.id)).toEqual([])
  })

  test('each that is tested is reached by a suite, or says why not', () => {
    const unreached = tested.filter(({ rule }) => rule.recordedOnly === undefined && suitesOf(rule.id).length === 0)
    expect(unreached.map(({ rule }) => rule.id)).toEqual([])
  })

  test('only those that replies obey are tested', () => {
    const others = rules.filter(({ rule }) => !isTested(rule) && rule.id !== 'end-of-input')
    expect(
      others.flatMap(({ rule, suites, fixtures }) => (suites.length + fixtures.length > 0 ? [rule.id] : [])),
    ).toEqual([])
  })
})

test('every position and line counts once', () => {
  const { rules, positions } = tableOfRules(ticTacToe)
  const replies = Object.fromEntries(rules.map(({ rule, replies }) => [rule.id, replies]))
  expect(positions).toBe(5478 - 958)
  // Each legal move is followed by a check, and so is the last of a game.
  expect(replies.checks).toBe(16_167)
  expect(replies.start).toBe(1)
  // Each position has 7 other lines that are refused.
  expect(replies['no-number']).toBe(7 * 4520)
})

test('a tested sentence without a session is found', () => {
  const rule = { id: 'new', sentence: 'Something new.' }
  const { rules } = tableOfRules({ ...ticTacToe, rules: [...(ticTacToe.rules ?? []), rule] })
  expect(rules.at(-1)).toEqual({ rule, replies: 0, suites: [], fixtures: [] })
})
