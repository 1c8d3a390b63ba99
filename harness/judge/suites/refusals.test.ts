import { describe, expect, test } from 'vitest'
import { atOnce } from '../../base/test-helpers.ts'
import { completeGames, explore } from '../../games/explore.ts'
import type { Lines } from '../../session/bytes.ts'
import { picking, shelf } from '../test-data/small-games.ts'
import * as refusals from './refusals.ts'

const withRefusals = (...given: Parameters<typeof refusals.withRefusals>) => atOnce(refusals.withRefusals(...given))

const games = [...completeGames(atOnce(explore(shelf)) ?? [])]

/** The moves of sessions, each with its position and with the lines that were refused right before it. */
const movesIn = (sessions: readonly (readonly string[])[]) =>
  sessions.flatMap((lines, session) => {
    let { state } = shelf.open()
    let refused: string[] = []
    let ply = 0
    return lines.flatMap((line) => {
      if (state === undefined) throw new Error(`${lines} goes on after its end`)
      if (!shelf.legal(state).includes(line)) {
        refused.push(line)
        return []
      }
      const made = { session, before: state, line, ply: ply++, refused }
      refused = []
      state = shelf.answer(state, line).state
      return [made]
    })
  })

const withoutPatterns = (sessions: readonly Lines[]) => sessions.slice(0, games.length)
const sessions = withRefusals(shelf, games, 1)
const moves = movesIn(withoutPatterns(sessions))
/** Those sessions that only try refusals: for `x` and `-1` and what is taken, alone, twice, and in a pair. */
const patterns = movesIn(sessions.slice(games.length))

describe('refused lines are put between moves', () => {
  test('one visit to each position tries all that is refused there, and four lines of nonsense at most', () => {
    const trials = moves.filter(({ refused }) => refused.length > 1)
    expect(new Set(trials.map(({ before }) => before)).size).toBe(23)
    expect(trials.length).toBe(23)
    for (const { before, refused } of trials)
      expect(refused.toSorted()).toEqual([...shelf.illegal(before), ...(shelf.nonsense ?? [])].toSorted())
  })

  test('the seed chooses their order, so that each is the last before a move', () => {
    expect(withRefusals(shelf, games, 1)).toEqual(sessions)
    expect(withRefusals(shelf, games, 2)).not.toEqual(sessions)
    const last = new Set(moves.map(({ refused }) => refused.at(-1)))
    expect([...'0123', 'x', '-1', 'y', '', '?'].filter((line) => !last.has(line))).toEqual([])
  })

  test('a move that is made twice is once made after a refusal, and once not', () => {
    const twice = [...games, ...games]
    const made = movesIn(withRefusals(shelf, twice, 1).slice(0, twice.length))
    const ways = new Set(made.map(({ before, line, refused }) => `${before} ${line} ${refused.length > 0}`))
    expect(ways.size).toBe(2 * 46)
  })

  test('refusals of a position come before a move that is made twice, if there is one', () => {
    const once = [['1', '0', '2'], ...games.filter(([first]) => first !== '1')]
    for (let seed = 1; seed <= 20; seed++) {
      const made = movesIn(withRefusals(shelf, once, seed).slice(0, once.length))
      const tried = made.filter(({ before, refused }) => before === '....' && refused.length > 1)
      expect(tried.map(({ line }) => line)).not.toEqual(['1'])
    }
  })

  test('what the first position refuses, too, is nonsense in the others if they are few', () => {
    const made = movesIn(withRefusals(shelf, games, 1, true).slice(0, games.length))
    const trials = made.filter(({ refused }) => refused.length > 1)
    for (const { before, ply, refused } of trials) {
      const taken = refused.filter((line) => /^\d$/.test(line))
      expect(taken.toSorted()).toEqual(shelf.illegal(before).filter((line) => /^\d$/.test(line)))
      expect(refused.length - taken.length).toBe(ply === 0 ? 5 : 4)
    }
    expect(new Set(trials.flatMap(({ refused }) => refused))).toEqual(new Set([...'0123', 'x', '-1', 'y', '', '?']))
  })
})

test('sessions at the end, the longest, try each kind of refusal alone, twice, first and last of a pair, after any move', () => {
  expect(patterns).toHaveLength(9 * 4)
  const kindOf = (line: string) => (/^\d$/.test(line) ? 'taken' : line)
  const ways = patterns.flatMap(({ ply, refused: [first = '', second] }) => {
    if (second === undefined) return [`${ply} ${kindOf(first)} alone`]
    if (second === first) return [`${ply} ${kindOf(first)} twice`]
    return [`${ply} ${kindOf(first)} first`, `${ply} ${kindOf(second)} last`]
  })
  // Nothing is taken before the first move.
  const kinds = [1, 2, 3].flatMap((ply) => ['x', '-1', 'taken'].map((kind) => `${ply} ${kind}`))
  const expected = kinds.flatMap((kind) => ['alone', 'twice', 'first', 'last'].map((way) => `${kind} ${way}`))
  expect(expected.filter((way) => !ways.includes(way))).toEqual([])
})

test('nonsense goes round: four lines in each position but the first, where all are tried', () => {
  const nonsense = Array.from({ length: 10 }, (_, index) => `n${index}`)
  const all = [...completeGames(atOnce(explore(picking)) ?? [])]
  const lines = withRefusals({ ...picking, nonsense }, all, 1).flat()
  const counts = nonsense.map((line) => lines.filter((one) => one === line).length)
  expect(counts.reduce((sum, count) => sum + count)).toBe(10 + 30 * 4)
  expect(new Set(counts)).toEqual(new Set([13]))
})

test('refusals are put into any number of sessions', { tags: 'slow' }, () => {
  const sessions = Array.from({ length: 200_000 }, () => ['0'])
  expect(withRefusals(shelf, sessions, 1).length).toBeGreaterThan(sessions.length)
})
