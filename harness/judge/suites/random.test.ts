import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { isJudged } from '../../games/rules.ts'
import { toText } from '../../session/bytes.ts'
import { endless, picking } from '../test-data/small-games.ts'
import { judgedSession, usualLength } from '../typing/sessions.ts'
import { randomSuite } from './random.ts'

describe('random sessions', () => {
  test('are made when they are asked for: as many as that, the same for the same seed', () => {
    const suite = randomSuite(picking, { seed: 3, runs: 50 })
    expect(suite).toMatchObject({ name: 'random', covers: '50 random sessions (seed 3)', size: 50 })
    expect(suite.sessions.length).toBe(50)
    expect(randomSuite(picking, { seed: 3, runs: 50 }).sessions).toEqual(suite.sessions)
    expect(randomSuite(picking, { seed: 4, runs: 50 }).sessions).not.toEqual(suite.sessions)
  })

  const sessions = fc.sample(judgedSession(ticTacToe), { seed: 1, numRuns: 200 })
  const ends = sessions.map((lines) => {
    let state: ReturnType<typeof ticTacToe.open>['state'] = ticTacToe.open().state
    for (const line of lines) state = state && ticTacToe.answer(state, toText(line)).state
    return state === undefined
  })

  test('are made of moves and of lines that must be refused', () => {
    expect(sessions.every((lines) => isJudged(ticTacToe, lines))).toBe(true)
    const lines = sessions.flat()
    const moves = lines.filter((line) => /^[0-8]$/.test(line)).length
    expect(moves).toBeGreaterThan(0.5 * lines.length)
    expect(moves).toBeLessThan(0.95 * lines.length)
  })

  test('go to the end of the game or not, and are empty, too', () => {
    expect(ends).toEqual(expect.arrayContaining([true, false]))
    expect(Math.min(...sessions.map(({ length }) => length))).toBe(0)
  })
})

test('the usual length is twice that of some games, at least 60 and at most 500 lines', async () => {
  expect(await usualLength(picking)).toBe(60)
  expect(await usualLength(endless)).toBe(60)
  /** After so many lines it ends. */
  const ofLength = (length: number) => ({
    ...endless,
    answer: (state: unknown) =>
      Number(state) + 1 < length ? { output: '> ', state: Number(state) + 1 } : { output: '' },
  })
  expect(await usualLength(ofLength(100))).toBe(200)
  expect(await usualLength(ofLength(300))).toBe(500)
})
