import { describe, expect, test } from 'vitest'
import { exact, type Game } from '../../../reference/game.ts'
import { ortho } from '../../../reference/ortho.ts'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { memoize } from '../../base/collections.ts'
import { atOnce } from '../../base/test-helpers.ts'
import { explore } from '../../games/explore.ts'
import type { Lines } from '../../session/bytes.ts'
import { picking, roundabout, shelf } from '../test-data/small-games.ts'
import { endingsSuite, gamesSuite, sampleOf, sampleSuite, transitionsSuite } from './cover.ts'
import type { SuiteOptions } from './suite.ts'

const positionsOf = (game: Game<unknown>) => atOnce(explore(game)) ?? []

/** A suite of a game, with its sessions. */
function made(make: typeof endingsSuite, game: Game<unknown>, options?: SuiteOptions) {
  const suite = atOnce(make(game, { positions: positionsOf(game), ...options }))
  return { ...suite, sessions: [...suite.inputs()] }
}

const playedIn = memoize((game: Game<unknown>) =>
  memoize((sessions: readonly Lines[]) =>
    sessions.map((lines) => {
      let { state } = game.open()
      return lines.map((line) => {
        const before = state
        const { output, state: after } = game.answer(before, line)
        state = after
        const rows = after === undefined ? (game.completes?.(before, line) ?? []) : []
        return { before, line, output, isLegal: game.legal(before).includes(line), isEnd: after === undefined, rows }
      })
    }),
  ),
)

/** Plays sessions: what each line does, with the position before it. */
const played = (game: Game<unknown>, sessions: readonly Lines[]) => playedIn(game)(sessions)

/** The positions and moves of a set of sessions. */
function walkThrough(game: Game<unknown>, sessions: readonly Lines[]) {
  const all = played(game, sessions).flat()
  const distinct = (isLegal: boolean) =>
    new Set(all.filter((one) => one.isLegal === isLegal).map(({ before, line }) => `${game.key(before)} ${line}`)).size
  return { moves: distinct(true), refusals: distinct(false) }
}

/** How sessions end the game: the legal lines, the last reply, and the rows that decide it. */
const endsOf = (game: Game<unknown>, sessions: readonly Lines[]) =>
  played(game, sessions).flatMap((lines) => {
    const moves = lines.filter(({ isLegal }) => isLegal)
    const { isEnd, output = '', rows = [] } = moves.at(-1) ?? {}
    return isEnd ? [{ moves: moves.map(({ line }) => line), text: output, output: exact(output), rows }] : []
  })
type End = ReturnType<typeof endsOf>[number]

const rowAndOrder = ({ rows, output, moves }: End) =>
  rows.map((row) => `${output} ${moves.filter((line) => row.includes(line))}`)

const orderAndLength = (end: End) => rowAndOrder(end).map((name) => `${name} ${end.moves.length}`)

const all = positionsOf(ticTacToe)
const transitions = made(transitionsSuite, ticTacToe, { positions: all })
const quick = made(transitionsSuite, ticTacToe, { positions: all, quick: true })
const fieldsIn = (sessions: readonly Lines[]) => {
  const withFields = sessions.map((lines) => lines.filter((line) => /^[0-8]$/.test(line)))
  return walkThrough(ticTacToe, withFields)
}

// The figures of tic-tac-toe: 5,478 reachable positions, 958 of them final; 16,167 moves; 255,168 games. The shelf has 23 open
// positions, 46 moves and 24 games, counted by hand; so have the others.
describe('the suite of all moves', () => {
  test('all moves are in as few games as possible, each up to its end; others try refusals', () => {
    const moves = made(transitionsSuite, shelf)
    expect(moves).toMatchObject({ name: 'transitions', proves: 'all 46 moves', size: 24 + 9 })
    expect(walkThrough(shelf, moves.sessions)).toMatchObject({ moves: 46 })
    expect(endsOf(shelf, moves.sessions)).toHaveLength(24 + 9)
    // After three of five things 30 moves can be made, each in another session.
    const late = made(transitionsSuite, picking)
    expect(late).toMatchObject({ size: 30 + 3, proves: 'all 80 moves' })
    expect(walkThrough(picking, late.sessions).moves).toBe(80)
    expect(walkThrough(ortho(2, 2), made(transitionsSuite, ortho(2, 2)).sessions).moves).toBe(324)
  })

  test('all moves of a game that returns to a position are played', () => {
    const { sessions } = made(transitionsSuite, roundabout)
    expect(walkThrough(roundabout, sessions)).toEqual({ moves: 4, refusals: 0 })
    expect(sessions).toHaveLength(2)
  })

  test('tic-tac-toe has 4,920 sessions with all moves, 21 more for the order of rows, 24 for refusals', () => {
    expect(transitions.size).toBe(4920 + 21 + 24)
    // In a position with n marks, n occupied fields and eleven other lines are refused.
    // Four lines of the pool in each position, and on the empty board all 122.
    const refusals = all.reduce((sum, { moves }) => sum + 9 - moves.length + 11, 0) + 118
    expect(walkThrough(ticTacToe, transitions.sessions)).toEqual({ moves: 16_167, refusals })
  })

  // Each player completes each of eight rows, with each mark last, in six orders, as the fifth mark to the ninth.
  test.each<[string, (end: End) => readonly string[], number]>([
    ['the order of a row and the number of moves', orderAndLength, 8 * 6 * 5],
    ['the last mark of a final position', ({ text, moves }) => [`${JSON.stringify(text)} ${moves.at(-1)}`], 2862],
  ])('every program that is wrong in one case only is found: %s', (_, kind, count) => {
    expect(new Set(endsOf(ticTacToe, transitions.sessions).flatMap(kind)).size).toBe(count)
  })

  test('with --quick, there are the same moves and occupied fields in each position, but fewer lines', () => {
    expect(fieldsIn(quick.sessions)).toEqual(fieldsIn(transitions.sessions))
    expect(quick.sessions.flat().length / transitions.sessions.flat().length).toBeLessThan(0.75)
  })

  test.each([transitions, quick])('each field is marked right after a refusal and not, as any mark', ({ sessions }) => {
    const marks = played(ticTacToe, sessions).flatMap((lines) => {
      let ply = 0
      return lines.flatMap(({ isLegal, line }, at) =>
        isLegal ? [`${ply++} ${line} ${lines[at - 1]?.isLegal === false}`] : [],
      )
    })
    expect(new Set(marks).size).toBe(9 * 9 * 2)
  })

  test('a program that mistakes another line for a free field is found', () => {
    const refused = played(ticTacToe, transitions.sessions)
      .flat()
      .filter(({ isLegal }) => !isLegal)
    const isFound = (fieldOf: (line: string) => number | undefined) =>
      refused.some(({ before, line }) => ticTacToe.legal(before as never).includes(`${fieldOf(line)}`))
    const wraps = (pattern: RegExp, bits: number) => (line: string) =>
      pattern.test(line) ? Number(BigInt.asUintN(bits, BigInt(line))) : undefined
    for (const bits of [8, 16, 32, 64])
      for (const pattern of [/^\d\d+$/, /^-\d+$/])
        expect([bits, pattern, isFound(wraps(pattern, bits))]).toContain(true)
    for (const size of [16, 64, 512])
      expect([size, isFound((line) => (line.length > size ? 0 : undefined))]).toContain(true)
    for (const [first, letters] of [
      ['a', /^[a-i]$/],
      ['A', /^[A-I]$/],
    ] as const)
      expect(isFound((line) => (letters.test(line) ? line.charCodeAt(0) - first.charCodeAt(0) : undefined))).toBe(true)
    const punctuation = String.fromCharCode(...Array.from({ length: 94 }, (_, at) => at + 33)).replace(/[a-z0-9]/gi, '')
    const words = [...'True inf quit exit help gets on hash'.split(' '), ...punctuation, ...'qQzZ']
    expect(words.filter((word) => !isFound((line) => (line === word ? 0 : undefined)))).toEqual([])
  })
})

test('endings are few games with each row in each order, each end after each number of moves, and all refusals', () => {
  const { name, proves, size, sessions } = made(endingsSuite, ticTacToe, { positions: all })
  expect({ name, proves, size }).toEqual({ name: 'endings', proves: 'all 96 winning orders', size: 79 })
  const ends = endsOf(ticTacToe, sessions)
  expect(new Set(ends.flatMap(rowAndOrder)).size).toBe(8 * 2 * 6)
  expect([...new Set(ends.map(({ output, moves }) => `${output.trim()} ${moves.length}`))].sort()).toEqual([
    ...['O won. 6', 'O won. 8', 'X won. 5', 'X won. 7', 'X won. 9', 'tie. 9'],
  ])
  const lines = new Set(sessions.flat())
  const refused = [...(ticTacToe.nonsense ?? []), ...ticTacToe.illegal(all[0]?.state as never)]
  expect(refused.filter((line) => !lines.has(line))).toEqual([])
  expect(fieldsIn(sessions).refusals).toBeGreaterThan(0)
  expect(made(endingsSuite, picking)).toMatchObject({ name: 'transitions' })
})

test('all games are counted before they are made; there is no such suite if there is no end of them', () => {
  const positions = positionsOf(shelf)
  expect(gamesSuite(shelf, { positions })).toMatchObject({ name: 'games', proves: 'all 24 games', size: 24 })
  expect(gamesSuite(roundabout, { positions: positionsOf(roundabout) })).toBeUndefined()
})

describe('a sample', () => {
  const cut: Lines[] = Array.from({ length: 400 }, () => ['a'])
  const indicesIn = (sessions: readonly Lines[], game: Game<unknown> = picking) =>
    atOnce(sampleOf(game, sessions, 20)).map((lines) => sessions.indexOf(lines))

  test('a sample of all moves has a tie, and a win of each player in each row', () => {
    const { sessions } = made(sampleSuite, ticTacToe, { moves: transitions })
    const ends = endsOf(ticTacToe, sessions)
    expect([sessions.length, new Set(ends.map(({ output }) => output)).size]).toEqual([20, 3])
    expect(new Set(ends.flatMap(({ output, rows }) => rows.map((row) => `${output} ${row}`))).size).toBe(16)
  })

  test('a sample has 20 sessions at equal distances, and the first with each way to end', () => {
    expect(indicesIn(cut)).toEqual(Array.from({ length: 20 }, (_, n) => 19 * (n + 1) - 1))
    const indices = indicesIn(cut.with(5, [...'abcde']).with(6, [...'edcba']))
    expect(indices).toHaveLength(20)
    expect([indices.includes(5), indices.includes(6)]).toEqual([true, false])
  })

  test('a sample of a game with 30 ways to end has others from all sessions, too', () => {
    const ends = Array.from({ length: 30 }, (_, line) => [`${line}`])
    const answer = (_: string, line: string | null) => ({ output: `${line}\n` })
    const chatty = { ...picking, legal: () => ends.flat(), answer }
    expect(indicesIn(ends, chatty)).toEqual([...Array(20).keys()])
    const indices = indicesIn([...ends.slice(0, 10), ...cut.slice(10)], chatty)
    expect([indices.length, Number(indices.at(-1)) > 300]).toEqual([20, true])
  })
})
