import { describe, expect, test } from 'vitest'
import { exact, type Game } from '../../../reference/game.ts'
import { ortho } from '../../../reference/ortho.ts'
import { type TicTacToe, ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { atOnce } from '../../base/test-helpers.ts'
import { completeGames, explore } from '../../games/explore.ts'
import type { Lines } from '../../session/bytes.ts'
import { scriptOf } from '../../session/script.ts'
import { picking, roundabout, shelf } from '../test-data/small-games.ts'
import * as cover from './cover.ts'
import { endingsSuite, gamesSuite } from './cover.ts'
import { casesIn, rowAndOrder, rowOrderAndMove, wayToEnd } from './endings.ts'
import type { SuiteOptions } from './suite.ts'

/** A suite of all moves, with its sessions. */
function transitionsSuite(game: Game<unknown>, nodes = positions(game), options: SuiteOptions = {}) {
  const suite = atOnce(cover.transitionsSuite(game, options, nodes))
  return { ...suite, sessions: [...suite.inputs()] }
}

/** The cases of a kind in sessions. */
const casesOf = (...about: Parameters<typeof casesIn>) => atOnce(casesIn(...about))

const rowAndLastMark: typeof rowAndOrder = ({ groups, output, lines }) =>
  groups.map((row) => `${exact(output)} ${row} ${lines.at(-1)}`)
const endAndLastMark: typeof rowAndOrder = ({ output, lines }) => [`${JSON.stringify(output)} ${lines.at(-1)}`]

const positions = (game: Game<unknown>) => atOnce(explore(game)) ?? []

/** The positions and moves of a set of sessions, found by playing them. */
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

/** Sessions without their refused lines. */
const movesIn = (game: Game<unknown>, sessions: readonly Lines[]) =>
  sessions.map((lines) => {
    let { state } = game.open()
    return lines.filter((line) => {
      const isLegal = game.legal(state).includes(line)
      if (isLegal) ({ state } = game.answer(state, line))
      return isLegal
    })
  })

// The shelf has 23 open positions, 46 moves and 24 games, and up to its symmetry 12 and three ends; counted by hand.
describe('a game of a few positions', () => {
  const nodes = positions(shelf)
  const moves = transitionsSuite(shelf, nodes)

  test('all its moves are in as few games as possible', () => {
    // Nine sessions try refusals.
    expect(moves).toMatchObject({ name: 'transitions', proves: 'all 46 moves', size: 24 + 9 })
    expect(walkThrough(shelf, moves.sessions)).toMatchObject({ moves: 46 })
    expect(moves.sessions.length).toBe(24 + 9)
    expect(moves.sessions.every((lines) => scriptOf(shelf, lines).end.how === 'exit')).toBe(true)
  })

  test('each row decides a game in each order, and each game comes to its end', () => {
    expect(casesOf(shelf, movesIn(shelf, moves.sessions), rowOrderAndMove).size).toBe(8)
    const late = transitionsSuite(picking, positions(picking))
    // After three of five things 30 moves can be made, each in another session; refusals are tried in others.
    expect(late).toMatchObject({ size: 30 + 3, proves: 'all 80 moves' })
    expect(walkThrough(picking, late.sessions).moves).toBe(80)
  })

  test('its games are counted before they are made', () => {
    const suite = gamesSuite(shelf, {}, nodes)
    expect(suite).toMatchObject({ name: 'games', proves: 'all 24 games', size: 24 })
    expect([...(suite?.inputs() ?? [])]).toEqual([...completeGames(nodes)])
  })
})

const all = positions(ticTacToe)
const transitions = transitionsSuite(ticTacToe, all)
const quick = transitionsSuite(ticTacToe, all, { quick: true })

// The protocol's figures: 5,478 reachable positions, 958 of them final; 16,167 moves; 255,168 games.
describe('tic-tac-toe', () => {
  test('transitions has all 16,167 moves in 4,920 sessions, 21 more for the order of rows, 24 for refusals', () => {
    const suite = transitions
    expect(suite.size).toBe(4920 + 21 + 24)
    expect(suite.sessions.length).toBe(4920 + 21 + 24)
    // In a position with n marks, n occupied fields and eleven other lines are refused.
    // Four lines of the pool in each position, and on the empty board all 122.
    const refusals = all.reduce((sum, { moves }) => sum + 9 - moves.length + 11, 0) + 118
    expect(walkThrough(ticTacToe, suite.sessions)).toEqual({ moves: 16_167, refusals })
  })

  // Each player completes each of eight rows, with each mark last, in six orders, as the fifth mark to the ninth.
  test.each([
    ['the last mark of a row', rowAndLastMark, 2 * 8 * 3],
    ['the order of the marks of a row', rowAndOrder, 2 * 8 * 6],
    ['the order of a row and the number of moves', rowOrderAndMove, 8 * 6 * 5],
    ['the last mark of a final position', endAndLastMark, 2862],
  ])('transitions finds every program that is wrong in one case only: %s', (_, kind, count) => {
    expect(casesOf(ticTacToe, movesIn(ticTacToe, transitions.sessions), kind).size).toBe(count)
  })

  test('endings are few games with each row in each order, each end after each number of moves, and all refusals', () => {
    const suite = atOnce(endingsSuite(ticTacToe, {}, all))
    const sessions = [...suite.inputs()]
    const rows = ['012', '345', '678', '036', '147', '258', '048', '246']
    const orders = new Set<string>()
    const ends = new Set<string>()
    const refused = new Set<string>()
    for (const lines of sessions) {
      let board = '.........'
      const moves: string[] = []
      for (const line of lines) {
        if (board[Number(line)] !== '.' || !/^[0-8]$/.test(line)) {
          refused.add(/^[0-8]$/.test(line) ? 'occupied' : line)
          continue
        }
        board = board.slice(0, Number(line)) + 'XO'[moves.length % 2] + board.slice(Number(line) + 1)
        moves.push(line)
      }
      const player = 'OX'[moves.length % 2]
      const won = rows.filter((row) => [...row].every((field) => board[Number(field)] === player))
      for (const row of won) orders.add(`${player} ${moves.filter((move) => row.includes(move)).join('')}`)
      ends.add(`${won.length > 0 ? player : 'tie'} ${moves.length}`)
    }
    expect(suite).toMatchObject({ name: 'endings', proves: 'all 96 orders of winning moves' })
    expect(orders.size).toBe(8 * 2 * 6)
    expect([...ends].sort()).toEqual(['O 6', 'O 8', 'X 5', 'X 7', 'X 9', 'tie 9'])
    const kinds = [...(ticTacToe.nonsense ?? []), ...ticTacToe.illegal(ticTacToe.open().state as TicTacToe)]
    expect([...kinds, 'occupied'].filter((line) => !refused.has(line))).toEqual([])
    // A game may show two orders.
    expect(sessions.length).toBeLessThanOrEqual(96)
    expect(atOnce(endingsSuite(picking, {}, positions(picking)))).toMatchObject({ name: 'transitions' })
  })

  test('transitions with --quick has the same moves, and the same occupied fields in each position', () => {
    expect(walkThrough(ticTacToe, quick.sessions).moves).toBe(16_167)
    const isMarkOrMove = (line: string) => /^[0-8]$/.test(line)
    const refusedIn = ({ sessions }: typeof quick) =>
      walkThrough(
        ticTacToe,
        sessions.map((lines) => lines.filter(isMarkOrMove)),
      ).refusals
    expect(refusedIn(quick)).toBe(refusedIn(transitions))
    const linesOf = ({ sessions }: typeof quick) => sessions.reduce((sum, { length }) => sum + length, 0)
    expect(linesOf(quick) / linesOf(transitions)).toBeLessThan(0.75)
  })

  describe.each([
    ['transitions', transitions],
    ['transitions with --quick', quick],
  ])('%s', (name, { sessions }) => {
    /** The refused lines right before each move, by the number of moves before it. */
    const pauses = sessions.flatMap((lines) => {
      let { state } = ticTacToe.open()
      let refused: string[] = []
      let ply = 0
      return lines.flatMap((line) => {
        const before = state
        if (state !== undefined) ({ state } = ticTacToe.answer(state, line))
        if (state === before) {
          refused.push(line)
          return []
        }
        const pause = { state: before, ply, line, refused }
        refused = []
        ply++
        return [pause]
      })
    })

    test('each field is marked right after a refusal and not, as any mark', () => {
      const marks = pauses.map(({ ply, line, refused }) => `${ply} ${line} ${refused.length > 0}`)
      expect(new Set(marks).size).toBe(9 * 9 * 2)
    })

    test('all that must be refused in a position is refused: first of all what is occupied', () => {
      const illegal = ({ state }: (typeof pauses)[number]) => (state === undefined ? [] : ticTacToe.illegal(state))
      const isMeant = (line: string) => name === 'transitions' || /^[0-8]$/.test(line)
      const tried = pauses.filter(
        (pause) =>
          illegal(pause)
            .filter(isMeant)
            .every((line) => pause.refused.includes(line)) &&
          pause.refused.filter((line) => !/^[0-8]$/.test(line)).length >= 4,
      )
      expect(new Set(tried.map(({ state }) => state?.fields)).size).toBe(5478 - 958)
      // Beside them four of the pool, and the seven that are refused everywhere.
      const others = pauses.map(({ ply, refused }) =>
        ply === 0 ? [] : refused.filter((line) => !/^[0-8]$/.test(line)),
      )
      expect(Math.max(...others.map(({ length }) => length))).toBe(name === 'transitions' ? 4 + 7 : 4)
    })
  })

  describe('transitions finds a program that mistakes for a field', () => {
    const { sessions } = transitions
    const words = 'True inf quit exit help gets on hash'.split(' ')
    const punctuation = String.fromCharCode(...Array.from({ length: 94 }, (_, at) => at + 33)).replace(/[a-z0-9]/gi, '')
    const wraps = (pattern: RegExp, bits: number) => (line: string) =>
      pattern.test(line) ? Number(BigInt.asUintN(bits, BigInt(line))) : undefined
    const one = (line: string) => [line, (other: string) => (other === line ? 0 : undefined)] as const
    const cases: (readonly [name: string, fieldOf: (line: string) => number | undefined])[] = [
      ...[8, 16, 32, 64].map((bits) => [`a number in ${bits} bits`, wraps(/^\d\d+$/, bits)] as const),
      ...[8, 16, 32, 64].map((bits) => [`a negative number in ${bits} bits`, wraps(/^-\d+$/, bits)] as const),
      ...[16, 64, 512].map(
        (size) =>
          [`a word of more than ${size} letters`, (line: string) => (line.length > size ? 0 : undefined)] as const,
      ),
      ['a letter from a to i', (line) => (/^[a-i]$/.test(line) ? line.charCodeAt(0) - 97 : undefined)],
      ['a letter from A to I', (line) => (/^[A-I]$/.test(line) ? line.charCodeAt(0) - 65 : undefined)],
      ...[...words, ...punctuation, ...'qQzZ'].map(one),
    ]
    /** The lines that are refused, each with the board before it. */
    const refused = sessions.flatMap((lines) => {
      let { state } = ticTacToe.open()
      return lines.flatMap((line) => {
        const before = state
        if (state !== undefined) ({ state } = ticTacToe.answer(state, line))
        return before !== undefined && before === state ? [{ line, fields: before.fields }] : []
      })
    })

    test.each(cases)('%s', (_, fieldOf) => {
      expect(refused.some(({ line, fields }) => fields[fieldOf(line) ?? 9] === '.')).toBe(true)
    })
  })

  test('a sample of transitions has a tie, and a win of each player in each row', () => {
    const sessions = [...atOnce(cover.sampleSuite(ticTacToe, { moves: transitions })).inputs()]
    expect(sessions.length).toBe(20)
    // Three last replies, and eight rows of each player.
    expect(casesOf(ticTacToe, sessions, wayToEnd).size).toBe(3 + 16)
  })
})

// The protocol's figures for 3, 2: 923 open positions, 1,758 moves, 880 games.
test('ORTHO on a board of 3x3 with lines of 2', () => {
  const game = ortho(3, 2)
  const all = positions(game)
  expect(all).toHaveLength(923)
  expect(walkThrough(game, transitionsSuite(game, all).sessions)).toMatchObject({ moves: 1758 })
  expect([...(gamesSuite(game, {}, all)?.inputs() ?? [])].length).toBe(880)
})

test('a game that returns to a position has no suite of all games, but one of all moves', () => {
  const all = positions(roundabout)
  expect(gamesSuite(roundabout, {}, all)).toBeUndefined()
  const suite = transitionsSuite(roundabout, all)
  expect(walkThrough(roundabout, suite.sessions)).toEqual({ moves: 4, refusals: 0 })
  expect(suite.sessions.length).toBe(2)
})

describe('a sample', () => {
  const cut: Lines[] = Array.from({ length: 400 }, () => ['a'])
  const indicesIn = (sessions: readonly Lines[]) =>
    atOnce(cover.sampleOf(picking, sessions, 20)).map((lines) => sessions.indexOf(lines))

  test('a sample has 20 sessions at equal distances', () => {
    expect(indicesIn(cut)).toEqual(Array.from({ length: 20 }, (_, n) => 19 * (n + 1) - 1))
  })

  test('a sample has the first session with each way to end', () => {
    const [end, again] = ['abcde', 'edcba'].map((lines) => [...lines])
    const indices = indicesIn(cut.with(5, end ?? []).with(6, again ?? []))
    expect(indices).toHaveLength(20)
    expect(indices).toContain(5)
    expect(indices).not.toContain(6)
  })

  test('a sample of a game with 30 ways to end has others from all sessions, too', () => {
    const ends = Array.from({ length: 30 }, (_, line) => [`${line}`])
    const chatty = {
      ...picking,
      legal: () => ends.flat(),
      answer: (_: string, line: string | null) => ({ output: `${line}\n` }),
    }
    expect(atOnce(cover.sampleOf(chatty, ends, 20))).toEqual(ends.slice(0, 20))
    const sessions = [...ends.slice(0, 10), ...cut.slice(10)]
    const indices = atOnce(cover.sampleOf(chatty, sessions, 20)).map((lines) => sessions.indexOf(lines))
    expect([indices.length, Number(indices.at(-1)) > 300]).toEqual([20, true])
  })
})
