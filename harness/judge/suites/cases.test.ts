import { describe, expect, test } from 'vitest'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { atOnce } from '../../base/steps.ts'
import { completeGames, explore } from '../../games/explore.ts'
import type { Lines } from '../../session/bytes.ts'
import { shelf } from '../test-data/small-games.ts'
import { type CaseKind, casesIn, rowAndOrder, rowOrderAndMove, walkMoves, wayToEnd } from './cases.ts'

/** The cases of a kind in sessions. */
const casesOf = (...about: Parameters<typeof casesIn>) => atOnce(casesIn(...about))

const games = [...completeGames(explore(shelf) ?? [])]
const session = (lines: string) => lines.split(' ')

// Of the shelf's 24 games, A wins 12 with places 0 1, 1 2 or 2 3, B four with 1 2; counted by hand.
test.each<[string, CaseKind, number]>([
  ['and two orders', rowAndOrder, 8],
  ['which decide after three marks, if they are of A, after four, if of B', rowOrderAndMove, 8],
  ['A wins, B wins, it is full; and the four rows', wayToEnd, 7],
])('%s', (_, kind, count) => {
  expect(casesOf(shelf, games, kind).size).toBe(count)
})

describe('two moves are', () => {
  // In the first, A wins with 1 2 after 0 and 3; in the second, the marks of the row are made in the other order.
  const [one, turned] = [session('1 0 2'), session('2 0 1')]
  const elsewhere = session('1 3 2')
  // These come to the same position, and make the same move there.
  const [_forth, _back] = [session('0 1 3 2'), session('3 1 0 2')]
  const alike = (kind: CaseKind, ...games: Lines[]) => {
    const last = games.flatMap((lines) => [...casesOf(shelf, [lines], kind).keys()].slice(-1))
    return last.length === games.length && new Set(last).size === 1
  }

  test.each<[string, CaseKind, Lines, Lines, boolean]>([
    ['the same if they complete a row in the same order', rowAndOrder, one, elsewhere, true],
    ['different if it was in another order', rowAndOrder, one, turned, false],
    ['the same way to end on one row', wayToEnd, one, turned, true],
    ['another way on another row', wayToEnd, one, session('1 3 0'), false],
  ])('%s', (_, kind, first, second, isAlike) => {
    expect(alike(kind, first, second)).toBe(isAlike)
  })

  test('in no case of an end if the game goes on', () => {
    const begun = [session('1 0')]
    for (const kind of [rowAndOrder, wayToEnd]) expect(casesOf(shelf, begun, kind).size).toBe(0)
  })

  test('of two kinds if they complete two rows', () => {
    expect(casesOf(ticTacToe, [session('0 3 1 4 8 7 5 6 2')], rowAndOrder).size).toBe(2)
  })

  test('different where a row decides later', () => {
    const [soon, late] = [session('0 3 1 4 2'), session('0 3 1 4 8 7 2')]
    expect(casesOf(ticTacToe, [soon, late], rowAndOrder).size).toBe(1)
    expect(casesOf(ticTacToe, [soon, late], rowOrderAndMove).size).toBe(2)
  })
})

test('a case has the index of the first session with it', () => {
  const found = casesOf(shelf, [session('1 0'), session('1 0 2'), session('1 0 2'), session('2 0 1')], wayToEnd)
  expect([...found.values()]).toEqual([1, 1])
  const orders = casesOf(shelf, [session('2 0 1'), session('1 0 2')], rowAndOrder)
  expect([...orders.values()]).toEqual([0, 1])
})

test('a walk shows each legal line; of a session that begins like the one before, only the rest', () => {
  const shown = (...sessions: Lines[]) => {
    const seen: string[] = []
    const steps = walkMoves(shelf, sessions, ({ lines, before, reply }, index) => {
      seen.push(`${index}: ${lines} at ${before} → ${reply.state ?? 'end'}`)
    })
    atOnce(steps)
    return seen
  }
  expect(shown(session('x 1 1 0 2 3 y'))).toEqual([
    '0: 1 at .... → .A..',
    '0: 1,0 at .A.. → BA..',
    '0: 1,0,2 at BA.. → end',
  ])
  expect(shown(session('x 1 0'), session('x 1 x 3 0'), session('x 1 x 3'), session('x 1 x 3 2'), session('2'))).toEqual(
    [
      '0: 1 at .... → .A..',
      '0: 1,0 at .A.. → BA..',
      '1: 1,3 at .A.. → .A.B',
      '1: 1,3,0 at .A.B → end',
      '3: 1,3,2 at .A.B → end',
      '4: 2 at .... → ..A.',
    ],
  )
})

test('a walk shows a session again, unless it is the same as the one before', () => {
  const seen: string[] = []
  const sessions = [session('1 0'), session('2'), session('1 0'), session('1 0'), session('1 0 3')]
  atOnce(walkMoves(shelf, sessions, ({ lines }, index) => void seen.push(`${index}: ${lines}`)))
  expect(seen).toEqual(['0: 1', '0: 1,0', '1: 2', '2: 1', '2: 1,0', '4: 1,0,3'])
})

test('a walk calls a game once for each position and line', () => {
  const calls: string[] = []
  const counting = {
    ...shelf,
    answer(state: string, line: string | null) {
      calls.push(`${state} ${line}`)
      return shelf.answer(state, line)
    },
    legal(state: string) {
      calls.push(`legal ${state}`)
      return shelf.legal(state)
    },
  }
  atOnce(walkMoves(counting, games, () => {}))
  expect(calls.length).toBe(23 + 46)
  expect(new Set(calls).size).toBe(calls.length)
})
