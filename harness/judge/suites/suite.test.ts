import { describe, expect, test, vi } from 'vitest'
import { isJudged, refusedIn } from '../../games/rules.ts'
import { shelf } from '../test-data/small-games.ts'
import { forLong, inRow, laterSuite, sessionCount, suiteInTerminal, suiteNotRun, titleOf } from './suite.ts'

test('a suite that is made later is made once, when its sessions are asked for', () => {
  const make = vi.fn(() => [['1'], ['2']])
  const suite = laterSuite({ name: 'later', covers: 'two', size: 3, make })
  expect([suite.name, suite.covers, sessionCount(suite)]).toEqual(['later', 'two', 3])
  expect(make).not.toHaveBeenCalled()
  expect(suite.sessions).toEqual([['1'], ['2']])
  expect(suite.sessions).toBe(suite.sessions)
  expect(make).toHaveBeenCalledOnce()
})

test('a suite is made in as many turns of the event loop as it has steps, once for all who ask', async () => {
  let turns = 0
  const count = () => {
    turns++
    setImmediate(count).unref()
  }
  count()
  const make = vi.fn(function* () {
    for (let step = 0; step < 20; step++) yield
    return [['1']]
  })
  const suite = laterSuite({ name: 'later', size: 1, make })
  await Promise.all([suite.prepare?.(), suite.prepare?.()])
  expect(turns).toBeGreaterThan(15)
  expect(suite.sessions).toEqual([['1']])
  expect(make).toHaveBeenCalledOnce()
})

test('a suite that is there has as many sessions as it has', () => {
  expect(sessionCount({ name: 'two', sessions: [['1'], ['2']] })).toBe(2)
})

test('a title says why a suite is not run', () => {
  expect(titleOf({ name: 'positions', sessions: [] })).toBe('positions')
  const suite = suiteNotRun('terminal', 'there is none')
  expect([titleOf(suite), suite.sessions]).toEqual(['terminal (not run: there is none)', []])
})

test('a suite for a terminal is made only where there are any', () => {
  const make = vi.fn(() => [['1']])
  expect(suiteInTerminal(make, () => 'no build for this machine')).toEqual(
    suiteNotRun('terminal', 'no build for this machine'),
  )
  expect(make).not.toHaveBeenCalled()
  expect(suiteInTerminal(make, () => undefined)).toEqual({ name: 'terminal', sessions: [['1']] })
})

test('lines are repeated: each four times in a row, or one 250 times', () => {
  expect(inRow(['a', 'b'])).toEqual(['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'])
  const long = forLong('a')
  expect([long.length, new Set(long)]).toEqual([250, new Set(['a'])])
})

describe('the rules say what follows', () => {
  test('legal lines and those that must be refused, there or everywhere', () => {
    expect(refusedIn(shelf, '.A..')).toEqual(['1', 'x', '-1', 'y', '', '?'])
    const { nonsense, ...without } = shelf
    expect(refusedIn(without, '....')).toEqual(['x', '-1'])
    expect(isJudged(shelf, ['x', '1', '1', 'y', '0', '3'])).toBe(true)
  })

  test('but not other lines, unless they come after the end', () => {
    expect(isJudged(shelf, ['1', '0.0'])).toBe(false)
    expect(isJudged(shelf, ['1', '0.0', '2'])).toBe(false)
    expect(isJudged(shelf, ['1', '0', '2', '0.0', null])).toBe(true)
  })

  test('and not the end of input', () => {
    expect(isJudged(shelf, ['1', null])).toBe(false)
    expect(isJudged(shelf, [])).toBe(true)
  })
})
