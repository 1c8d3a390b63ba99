import { expect, test, vi } from 'vitest'
import { eachFourTimes, lazySuite, manyTimes, sessionCount, suiteInTerminal, suiteNotRun, titleOf } from './suite.ts'

test('a suite is made once, on demand', () => {
  const make = vi.fn(() => [['1'], ['2']])
  const suite = lazySuite({ name: 'later', covers: 'two', size: 3, make })
  expect([suite.name, suite.covers, sessionCount(suite)]).toEqual(['later', 'two', 3])
  expect(make).not.toHaveBeenCalled()
  expect(suite.sessions).toEqual([['1'], ['2']])
  expect(suite.sessions).toBe(suite.sessions)
  expect(make).toHaveBeenCalledOnce()
})

test('each step of making a suite is a turn of the event loop; several callers share it', async () => {
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
  const suite = lazySuite({ name: 'later', size: 1, make })
  await Promise.all([suite.prepare?.(), suite.prepare?.()])
  expect(turns).toBeGreaterThan(15)
  expect(suite.sessions).toEqual([['1']])
  expect(make).toHaveBeenCalledOnce()
})

test('the sessions of a suite are counted', () => {
  expect(sessionCount({ name: 'two', sessions: [['1'], ['2']] })).toBe(2)
})

test('a title says why a suite is not run', () => {
  expect(titleOf({ name: 'positions', sessions: [] })).toBe('positions')
  const suite = suiteNotRun('terminal', 'there is none')
  expect([titleOf(suite), suite.sessions]).toEqual(['terminal (not run: there is none)', []])
})

test('a suite for a terminal is made only where there is one', () => {
  const make = vi.fn(() => [['1']])
  expect(suiteInTerminal(make, () => 'no build for this machine')).toEqual(
    suiteNotRun('terminal', 'no build for this machine'),
  )
  expect(make).not.toHaveBeenCalled()
  expect(suiteInTerminal(make, () => undefined)).toEqual({ name: 'terminal', sessions: [['1']] })
})

test('lines are repeated: each four times in a row, or one 250 times', () => {
  expect(eachFourTimes(['a', 'b'])).toEqual(['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'])
  const long = manyTimes('a')
  expect([long.length, new Set(long)]).toEqual([250, new Set(['a'])])
})
