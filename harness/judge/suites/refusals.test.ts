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

  test('a single refusal comes only where a move, or a place after so many moves, was without one before', () => {
    const seen = new Set<string>()
    for (const { before, line, ply, refused } of movesIn(withRefusals(shelf, [...games, ...games], 1).slice(0, 48))) {
      const names = [`${before} ${line}`, `${ply} ${line}`]
      if (refused.length === 1) {
        const isDue = (name: string) => seen.has(`${name} false`) && !seen.has(`${name} true`)
        expect(names.some(isDue)).toBe(true)
      }
      for (const name of names) seen.add(`${name} ${refused.length > 0}`)
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

describe('sessions at the end try refusals before every move', () => {
  const ways = patterns.map(({ ply, refused: [first, second] }) =>
    second === undefined
      ? `${ply} ${first}`
      : first === second
        ? `${ply} ${first} twice`
        : `${ply} ${first}, ${second}`,
  )

  test('patterns of refusals are put into the longest games', () => {
    const lengths = Array.from({ length: 9 }, (_, at) => patterns.filter(({ session }) => session === at).length)
    expect(lengths).toEqual(lengths.map(() => 4))
    expect(patterns.length).toBe(9 * 4)
    expect(patterns.every(({ refused }) => refused.length > 0 && refused.length < 3)).toBe(true)
  })

  test('each kind comes alone, twice, first and last of a pair, after each number of moves', () => {
    for (const ply of [1, 2, 3]) {
      const here = patterns.filter((one) => one.ply === ply)
      for (const kind of ['x', '-1', 'taken']) {
        const is = (line = '') => (/^\d$/.test(line) ? 'taken' : line) === kind
        const refusals = here.map(({ refused }) => refused)
        expect(
          refusals.some((lines) => lines.length === 1 && is(lines[0])),
          `${ply} ${kind} alone`,
        ).toBe(true)
        expect(
          refusals.some(([a, b]) => a === b && is(a)),
          `${ply} ${kind} twice`,
        ).toBe(true)
        expect(
          refusals.some(([a, b]) => b !== undefined && a !== b && is(a)),
          `${ply} ${kind} first`,
        ).toBe(true)
        expect(
          refusals.some(([a, b]) => b !== undefined && a !== b && is(b)),
          `${ply} ${kind} last`,
        ).toBe(true)
      }
    }
    expect(ways).toEqual(expect.arrayContaining(['0 x', '0 -1', '0 x twice', '0 -1 twice']))
  })

  test('a line that is taken comes alone, too, if a game lists it last', () => {
    const { illegal } = shelf
    const other = { ...shelf, illegal: (places: string) => illegal(places).toReversed() }
    const tried = movesIn(withRefusals(other, games, 1).slice(games.length))
    const alone = tried.filter(({ ply, refused }) => ply > 0 && refused.length === 1 && /^\d$/.test(refused[0] ?? ''))
    expect(new Set(alone.map(({ ply }) => ply)).size).toBe(3)
  })
})

describe('nonsense', () => {
  const many = Array.from({ length: 10 }, (_, index) => `n${index}`)
  const long = 'l'.repeat(81)
  const all = [...completeGames(atOnce(explore(picking)) ?? [])]
  const tried = (nonsense: readonly string[]) =>
    withRefusals({ ...picking, nonsense }, all, 1).map((lines) => lines.filter((line) => nonsense.includes(line)))

  test('nonsense goes round: four lines in each position but the first, where all are tried', () => {
    const lines = tried(many).flat()
    const counts = many.map((line) => lines.filter((one) => one === line).length)
    expect(counts.reduce((sum, count) => sum + count)).toBe(10 + 30 * 4)
    expect(new Set(counts)).toEqual(new Set([13]))
  })

  test('nonsense comes once in ten rounds if it is longer than 80 letters', () => {
    const lines = tried([...many, long, 'e'.repeat(80)]).flat()
    const count = (line: string) => lines.filter((one) => one === line).length
    expect(count(long)).toBe(2)
    expect(count('e'.repeat(80))).toBeGreaterThan(8)
  })
})

test('refusals are put into any number of sessions', { tags: 'slow' }, () => {
  const sessions = Array.from({ length: 200_000 }, () => ['0'])
  expect(withRefusals(shelf, sessions, 1).length).toBeGreaterThan(sessions.length)
})
