import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Game } from '../../../reference/game.ts'
import { ordo } from '../../../reference/ordo/ordo.ts'
import { ortho } from '../../../reference/ortho.ts'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import type { Entry } from '../../entries/entry.ts'
import { knownRuntimes } from '../../entries/runtimes.ts'
import { explore } from '../../games/explore.ts'
import { toText } from '../../session/bytes.ts'
import { UsageError } from '../../session/usage-error.ts'
import { planner } from '../plan.ts'
import { gamesSuite, positionsSuite, transitionsSuite } from './cover.ts'
import { fixturesSuite } from './fixtures.ts'
import { anySession, randomSuite } from './random.ts'

const positions = (game: Game<unknown>) => explore(game) ?? []

/** What a set of sessions goes through, found by playing them. */
function walkThrough(game: Game<unknown>, sessions: Iterable<readonly string[]>) {
  const moves = new Set<string>()
  const refusals = new Set<string>()
  for (const lines of sessions) {
    let { state } = game.open()
    for (const line of lines) {
      const at = `${game.key(state)} ${line}`
      if (game.legal(state).includes(line)) moves.add(at)
      else refusals.add(at)
      state = game.answer(state, line).state
    }
  }
  return { moves: moves.size, refusals: refusals.size }
}

// The protocol's figures: 5,478 reachable positions, 958 of them final; 16,167 moves; 255,168 games.
describe('tic-tac-toe', () => {
  const all = positions(ticTacToe)

  test('has 4,520 open positions and 16,167 moves', () => {
    expect(all).toHaveLength(5478 - 958)
    expect(all.flatMap(({ moves }) => moves)).toHaveLength(16_167)
  })

  test('transitions goes through all of them in 4,920 sessions', () => {
    const suite = transitionsSuite(ticTacToe, all)
    expect(suite.sessions.length).toBe(4920)
    // In a position with n marks, n occupied fields and eleven other lines are refused.
    // Four lines of the pool in each position, and on the empty board all forty.
    const refusals = all.reduce((sum, { moves }) => sum + 9 - moves.length + 11, 0) + 36
    expect(walkThrough(ticTacToe, suite.sessions)).toEqual({ moves: 16_167, refusals })
  })

  test('positions goes through all of them, the 958 final ones as well', () => {
    const suite = positionsSuite(ticTacToe, all)
    const seen = new Set<string>()
    const ends = new Set<string>()
    for (const lines of suite.sessions) {
      let { state } = ticTacToe.open()
      for (const line of lines) {
        if (state === undefined) throw new Error('a line after the end')
        seen.add(ticTacToe.key(state))
        const { output, state: next } = ticTacToe.answer(state, line)
        if (next === undefined) ends.add(JSON.stringify(output))
        state = next
      }
      if (state !== undefined) seen.add(ticTacToe.key(state))
    }
    expect([seen.size, ends.size]).toEqual([5478 - 958, 958])
    // A session can be in one position with six marks at the most, and there are 1,520.
    expect(suite.sessions.length).toBeGreaterThanOrEqual(1520)
    expect(suite.sessions.length).toBeLessThan(2000)
    // Four lines of the pool in each position, and on the empty board all forty.
    const refusals = all.reduce((sum, { moves }) => sum + 9 - moves.length + 11, 0) + 36
    expect(walkThrough(ticTacToe, suite.sessions).refusals).toBe(refusals)
  })

  // Known figures: 765 essentially different positions; 138 of them final, 91 won by X, 44 by O, 3 tied.
  test('positions up to symmetry are 765, 138 of them final, on the board in all its images', () => {
    const turned = [
      '012345678',
      '630741852',
      '876543210',
      '258147036',
      '210543876',
      '852741630',
      '678345012',
      '036147258',
    ]
    const canonical = (fields: string) =>
      turned.map((order) => order.replace(/./g, (n) => fields[Number(n)] ?? '')).sort()[0]
    const suite = positionsSuite(ticTacToe, all, true)
    const open = new Set<unknown>()
    const final = new Set<unknown>()
    for (const lines of suite.sessions) {
      let state = ticTacToe.open().state
      for (const line of lines) {
        if (state === undefined) throw new Error('a line after the end')
        open.add(canonical(state.fields))
        const { player, fields } = state
        state = ticTacToe.answer(state, line).state
        if (state === undefined)
          final.add(canonical(fields.slice(0, Number(line)) + player + fields.slice(Number(line) + 1)))
      }
    }
    expect([open.size, final.size]).toEqual([765 - 138, 138])
    // No session is in two of the 204 with six marks, nor do 21 games that end with five reach them.
    expect(suite.sessions.length).toBeGreaterThanOrEqual(225)
    expect(suite.sessions.length).toBeLessThan(250)
    expect(new Set([...suite.sessions].map((lines) => lines.find((line) => /^[0-8]$/.test(line)))).size).toBe(9)
  })

  test('games are 255,168, each different and complete', () => {
    const suite = gamesSuite(ticTacToe, all)
    expect(suite?.sessions.length).toBe(255_168)
    const seen = new Set<string>()
    for (const lines of suite?.sessions ?? []) seen.add(lines.join(''))
    expect(seen.size).toBe(255_168)
  })

  test('fixtures leave out what the rules leave open, and sessions that end the input', () => {
    const suite = fixturesSuite(ticTacToe)
    const sessions = [...suite.sessions].map((lines) => lines.join(' '))
    expect(sessions).toContain('4 2 8 0 1 7 3 5 6')
    expect(sessions).toContain('4 4 6')
    expect(sessions.join(' ')).not.toMatch(/4e0|\r/)
  })
})

test('fixtures of Ordo X are those of `ordo -x` from its first position', () => {
  expect(fixturesSuite(ordo('ordo-x')).sessions.length).toBeGreaterThan(0)
})

test('a plan without any session is a usage error', () => {
  const plan = planner({ suites: ['fixtures'], seed: 1, real: false })
  const entry = { runtime: { name: 'perl' }, source: '', input: 'stdin' } as Entry
  expect(() => plan(roundabout, entry)).toThrow(
    new UsageError('--suite fixtures', 'there are no such sessions of roundabout with input stdin'),
  )
  expect(plan(ordo('ordo-x'), entry)).toMatchObject([{ suite: { name: 'fixtures' } }])
})

test('a quick plan leaves out all games, and takes positions up to symmetry', () => {
  const proofOf = (runtime: string, quick: boolean, source = '') => {
    const entry = { runtime: knownRuntimes().find(({ name }) => name === runtime), source, input: 'args' } as Entry
    return planner({ quick, seed: 1, real: false })(ticTacToe, entry).flatMap(({ suite }) => suite.covers ?? [])
  }
  expect(proofOf('bun', false)).toContain('all 255,168 games')
  expect(proofOf('bun', true)).not.toContain('all 255,168 games')
  expect(proofOf('node', false, `on=1;process.stdin.on('data',setTimeout)`)).toContain('all 255,168 games')
  expect(proofOf('bun', true)).toContain('all 16,167 moves')
  expect(proofOf('perl', false)).toContain('all 5,478 positions')
  expect(proofOf('perl', true)).toContain('all 765 positions up to symmetry')
})

describe('ORTHO', () => {
  // The protocol's figures for 3, 2: 923 open positions, 1,758 moves, 880 games.
  test('on a board of 3x3 with lines of 2', () => {
    const game = ortho(3, 2)
    const all = positions(game)
    expect(all).toHaveLength(923)
    expect(walkThrough(game, transitionsSuite(game, all).sessions)).toMatchObject({ moves: 1758 })
    expect(gamesSuite(game, all)?.sessions.length).toBe(880)
  })

  test('on its usual board is too large to explore', () => {
    expect(explore(ortho(5, 4), 1000)).toBeUndefined()
  })
})

/** A token goes round 0 → 1 → 2 → 0 for ever, or jumps off from 1. */
const roundabout: Game<number> = {
  name: 'roundabout',
  prompt: /^> /,
  open: () => ({ output: '> ', state: 0 }),
  answer: (state, line) => (line === 'off' ? { output: 'bye' } : { output: '> ', state: (state + 1) % 3 }),
  legal: (state) => (state === 1 ? ['on', 'off'] : ['on']),
  illegal: () => [],
  key: String,
}

test('a game that comes back to a position has endlessly many games, but its transitions are covered', () => {
  const all = positions(roundabout)
  expect(gamesSuite(roundabout, all)).toBeUndefined()
  const suite = transitionsSuite(roundabout, all)
  expect(walkThrough(roundabout, suite.sessions)).toEqual({ moves: 4, refusals: 0 })
  expect(suite.sessions.length).toBe(2)
})

test('random sessions are the same for the same seed, and play whole games', () => {
  const sample = (seed: number) => [...randomSuite(ticTacToe, { seed, runs: 50 }).sessions]
  expect(sample(1)).toEqual(sample(1))
  expect(sample(1)).not.toEqual(sample(2))
  const { moves, refusals } = walkThrough(
    ticTacToe,
    sample(1).map((lines) => lines.slice(0, 5)),
  )
  expect(moves).toBeGreaterThan(20)
  expect(refusals).toBeGreaterThan(5)
})

test('lines that are not UTF-8 come only where they are asked for', () => {
  const isUtf8 = (line: string | null) => line === null || toText(line).isWellFormed()
  for (const nonUtf8 of [false, true]) {
    const sessions = fc.sample(anySession(ticTacToe, { lines: 40, nonUtf8 }), { seed: 1, numRuns: 200 })
    expect(sessions.flat().every(isUtf8)).toBe(!nonUtf8)
  }
})
