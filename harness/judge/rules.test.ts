import { beforeAll, describe, expect, test } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { ordo } from '../../reference/ordo/ordo.ts'
import { ortho } from '../../reference/ortho.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { remembering } from '../games/explore.ts'
import { isTested } from '../games/rules.ts'
import { type RuleTable, type TestedRule, tableOfRules } from './rules.ts'

let tableOfTicTacToe: RuleTable
beforeAll(() => {
  tableOfTicTacToe = tableOfRules(ticTacToe)
})

/** Checks the sentences of a game. One that is tested on one of its boards is tested. */
function checkSentences(_: string, tablesOf: () => readonly RuleTable[]) {
  let tables: (readonly TestedRule[])[]
  let rules: readonly TestedRule[]
  let tested: readonly TestedRule[]
  beforeAll(() => {
    tables = tablesOf().map(({ rules }) => rules)
    rules = tables[0] ?? []
    tested = rules.filter(({ rule }) => isTested(rule))
  }, 600_000)
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
}

const tablesOf = (games: readonly Game<unknown>[]) => () => games.map((game) => tableOfRules(game))

describe.each([['tic-tac-toe', () => [tableOfTicTacToe]]])('of the sentences of %s', checkSentences)

describe.each([
  ['ortho', tablesOf([ortho(5, 4), ortho(3, 3), ortho(2, 2)])],
  ['ordo', tablesOf([ordo('ordo')])],
  ['ordo-x', tablesOf([ordo('ordo-x')])],
])('of the sentences of %s', { tags: 'slow' }, checkSentences)

test('every position and line counts once', () => {
  const { rules, positions } = tableOfTicTacToe
  const replies = Object.fromEntries(rules.map(({ rule, replies }) => [rule.id, replies]))
  expect(positions).toBe(5478 - 958)
  // Each legal move is followed by a check, and so is the last of a game.
  expect(replies.checks).toBe(16_167)
  expect(replies.start).toBe(1)
  // Each position has 7 other lines that are refused.
  expect(replies['no-number']).toBe(7 * 4520)
})

test('the suites of the judge, and sessions of fuzz, are looked through', () => {
  const suites = ['fixtures', 'random', 'repetition', 'leftover', 'positions', 'transitions', 'fuzz']
  const checks = tableOfTicTacToe.rules.find(({ rule }) => rule.id === 'checks')
  expect(checks?.suites).toEqual(suites)
})

test('of a game with too many positions, the replies that its sessions show are counted', () => {
  const { rules, positions } = tableOfRules({ ...remembering(ticTacToe, 2), rules: ticTacToe.rules ?? [] })
  expect(positions).toBeUndefined()
  const replies = Object.fromEntries(rules.map(({ rule, replies }) => [rule.id, replies]))
  expect(replies.start).toBe(1)
  expect(replies.checks).toBeGreaterThan(100)
  expect(replies.checks).toBeLessThan(1000)
})

test('a tested sentence without a session is found', () => {
  const rule = { id: 'new', sentence: 'Something new.' }
  const game = ortho(2, 2)
  const { rules } = tableOfRules({ ...game, rules: [...(game.rules ?? []), rule] })
  expect(rules.at(-1)).toEqual({ rule, replies: 0, suites: [], fixtures: [] })
})
