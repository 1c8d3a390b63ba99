import { describe, expect, test } from 'vitest'
import { isJudged } from '../../games/rules.ts'
import { needsTerminal } from '../../run/test-helpers.ts'
import type { Lines } from '../../session/bytes.ts'
import { scriptOf } from '../../session/script.ts'
import { answersOf } from '../../session/session.ts'
import { circular, shelf } from '../test-data/small-games.ts'
import * as habits from './habits.ts'
import type { Suite } from './suite.ts'

/** A suite with its sessions. */
const made = (suite: Suite) => ({ ...suite, sessions: [...suite.inputs()] })
const eachFourTimes = (lines: Lines) => lines.flatMap((line) => [line, line, line, line])

const polite = { ...shelf, illegal: () => [], nonsense: [] }
const endOf = (lines: Lines) => scriptOf(shelf, lines).end.how
/** The lines of a session up to the end of the game, and those after it. */
const partsOf = (lines: Lines) => {
  const { length } = answersOf(scriptOf(shelf, lines))
  return { game: lines.slice(0, length), after: lines.slice(length) }
}

test('repetition tries all that is refused before the first move and after it in a row, and one line for long', () => {
  const { name, sessions } = made(habits.repetitionSuite(shelf))
  const [rows = [], long = []] = sessions
  const before = eachFourTimes(['x', '-1', 'y', '', '?'])
  expect([name, sessions.length]).toEqual(['repetition', 2])
  expect(rows.slice(0, 20 + 1 + 24)).toEqual([...before, '0', ...eachFourTimes(['0', 'x', '-1', 'y', '', '?'])])
  expect(long.slice(0, 250)).toEqual(Array.from({ length: 250 }, () => 'x'))
  expect(sessions.map(endOf)).toEqual(['exit', 'exit'])
  expect(made(habits.repetitionSuite(polite)).sessions).toEqual([])
  const nonsense = eachFourTimes(circular.nonsense ?? [])
  const [last = []] = made(habits.repetitionSuite({ ...circular, legal: () => ['off'] })).sessions
  expect(last).toEqual([...nonsense, 'off'])
  const [later = []] = made(habits.repetitionSuite({ ...circular, legal: () => ['off', 'on'] })).sessions
  expect(later.slice(0, 33)).toEqual([...nonsense, 'on', ...nonsense])
})

describe('lines after the end of a game', () => {
  const { name, sessions } = made(habits.leftoverSuite(shelf, { seed: 1 }))
  const after = sessions.map((lines) => partsOf(lines).after)

  test('lines after the end are a legal or a refused one, several, a game, and a hundred', () => {
    expect(name).toBe('leftover')
    const refused = ['x', '-1', 'y', '', '?']
    const single = ['0', '1', ...refused].map((line) => [line])
    expect(after.slice(0, 9)).toEqual([...single, ['0', '1', '2'], refused])
    const [game = [], hundred = []] = after.slice(9)
    expect([endOf(game), partsOf(game).after]).toEqual(['exit', []])
    expect(hundred.length).toBe(100)
    expect(hundred.slice(0, 6)).toEqual([...game.slice(0, 3), ...game.slice(0, 3)])
    expect(after.length).toBe(11)
  })

  test('lines after the end stand after random games that are over', () => {
    const games = sessions.map((lines) => partsOf(lines).game)
    expect(games.every((lines) => endOf(lines) === 'exit' && isJudged(shelf, lines))).toBe(true)
    expect(new Set(games.map(String)).size).toBeGreaterThan(5)
  })
})

test.each([
  [false, 5],
  [true, 2],
])('a terminal has random games, fewer with --quick: %s', needsTerminal(), (quick, count) => {
  const { name, sessions } = made(habits.terminalSuite(shelf, { seed: 1, quick }))
  expect([name, sessions.map(endOf)]).toEqual(['terminal', Array.from({ length: count }, () => 'exit')])
})

test('a terminal that is missing is a reason', () => {
  const suite = habits.terminalSuite(shelf, {}, () => 'there is none')
  expect([suite.name, suite.size]).toEqual(['terminal (not run: there is none)', 0])
})
