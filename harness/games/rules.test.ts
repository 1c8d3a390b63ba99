import { describe, expect, test } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { ordo } from '../../reference/ordo/ordo.ts'
import { ortho } from '../../reference/ortho.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { shelf } from '../judge/test-data/small-games.ts'
import { brokenRule, isJudged, refusedIn, rulesIn } from './rules.ts'

const game = ticTacToe as Game<unknown>

/** The rule that a reply to these lines breaks; the wrong part begins at `|`. */
const broken = (lines: string, expected: string, written: string, of = game) => {
  const right = written.indexOf('|')
  const answers = lines.split(' ').filter(Boolean)
  return brokenRule(of, { lines: answers, expected, actual: written.replace('|', ''), right })?.id
}

describe('the rule that tic-tac-toe names', () => {
  const tie = '0 1 2 3 5 4 7 6 8'
  test.each([
    ['ninth-mark', tie, 'X won.\n', '|tie.\n'],
    ['message', tie, 'X won.\n', 'X won|!\n'],
    ['column', tie, 'X won.\n', '|O> '],
    ['row', '0 3 1 4 2', 'X won.\n', '|O won.\n'],
    ['diagonal', '0 1 4 2 8', 'X won.\n', 'XOO\n.X.\n..X\n|O> '],
    ['final-board', '0 3 1 4 2', 'X won.\n', 'XX|.\nOO.\n'],
    ['tie', '4 2 8 0 1 7 3 5 6', 'tie.\n', '|'],
    ['alternate', '4', '...\n.X.\n...\nO> ', '...\n.X.\n...\n|X> '],
    ['prompt', '4', '...\n.X.\n...\nO> ', '...\n.X.\n...\n|o> '],
    ['waits', '4', '...\n.X.\n...\nO> ', '...\n.X.\n...\nO> |\n'],
    ['x-marks', '4', '...\n.X.\n...\nO> ', '...\n.|O.\n...\nO> '],
    ['o-marks', '4 0', 'O..\n.X.\n...\nX> ', '|0..\n.X.\n...\nX> '],
    ['numbers', '3', '...\nX..\n...\nO> ', '.|X.\n...\n...\nO> '],
    ['turn', '4', '...\n.X.\n...\nO> ', '| . . .\n'],
    ['field', '4', '...\n.X.\n...\nO> ', '...\n|_X_\n'],
    ['newlines', '4', '...\n.X.\n...\nO> ', '\n\n...\n|\n.X.\n'],
    ['turn', '4', '...\n.X.\n...\nO> ', '|O> '],
    ['valid', '4', '...\n.X.\n...\nO> ', '|invalid.\nX> '],
    ['valid', '4 2 8 0 1 7 3 5 6', 'tie.\n', '|invalid.\n'],
    ['checks', '4', '...\n.X.\n...\nO> ', '|X won.\n'],
    ['not-full', '4', '...\n.X.\n...\nO> ', '|tie.\n'],
    ['valid', '0', 'X..\n...\n...\nO> ', '|'],
    ['turn', '', '...\n...\n...\nX> ', '|tie.\n'],
    ['field', '', '...\n...\n...\nX> ', '|again '],
    ['start', '', '...\n...\n...\nX> ', '|X..\n...\n...\nX> '],
    ['occupied', '4 4', 'invalid.\nO> ', '|...\n.O.\n...\nX> '],
    ['no-number', 'x', 'invalid.\nX> ', '|...\n...\n...\nO> '],
    ['same-player', '4 x', 'invalid.\nO> ', 'invalid.\n|X> '],
    ['board-after-invalid', '4 x', 'invalid.\nO> ', 'invalid.\n...\n.|O.\n...\nX> '],
    ['invalid', 'x', 'invalid.\nX> ', '|Invalid.\nX> '],
    ['ends', '0 3 1 4 2', 'X won.\n', 'X won.\n|O won.\n'],
    ['leftover', '0 3 1 4 2', 'X won.\n', 'X won.\n|invalid.\nX> '],
  ])('%s', (id, lines, expected, written) => {
    expect(broken(lines, expected, written)).toBe(id)
  })

  test('is not flushed', () => {
    const wrong = { lines: [], expected: '...\n...\n...\nX> ', actual: '', right: 0, isUnflushed: true }
    expect(brokenRule(game, wrong)?.id).toBe('waits')
  })
})

test.each([
  ['messages', '|player 1 (X) - Choose any row or column > '],
  ['prompt', 'Player 1 (X) - Choose any row or column > |Error: Invalid format'],
  ['prompt', '|'],
  ['take-turns', '|Player 2 (O) - Choose any row or column > '],
  ['free-choice', 'Player 1 (X) - Choose |a row > '],
])('the rule that ORTHO names: %s', (id, written) => {
  const of = ortho(3, 3) as Game<unknown>
  expect(broken('', 'Player 1 (X) - Choose any row or column > ', written, of)).toBe(id)
})

test('the rule that Ordo names for a piece that is missing', () => {
  const of = ordo('ordo') as Game<unknown>
  const row = '  8 . . B B . . B B . . 8\n'
  expect(broken('', row, '  8 . . B B . . B |. . . 8\n', of)).toBe('setup')
  expect(broken('a3-a4', row, '  8 . . B B . . B |. . . 8\n', of)).toBe('singleton-move')
  expect(broken('', row, '  8 . . B B . . B B . . 8| \n', of)).toBe('board')
})

test('the most particular rule is named if no other is seen', () => {
  const rules = [
    { id: 'some', sentence: 'Some.', seen: /never/ },
    { id: 'other', sentence: 'Other.', seen: /never/ },
  ]
  const reply = { output: '> ', state: 0, rules: ['some', 'unknown', 'other'] }
  const named = { ...game, open: () => reply, rules }
  expect(brokenRule(named, { lines: [], expected: '> ', actual: '', right: 0 })?.id).toBe('some')
})

test('a game without rules names none', () => {
  const { rules, ...unruled } = game
  expect(brokenRule(unruled, { lines: ['4'], expected: '', actual: '?', right: 0 })).toBeUndefined()
})

test('nothing is obeyed after the end of a game', () => {
  expect(broken('0 3 1 4 2 5', '', '|X')).toBeUndefined()
  expect(rulesIn(game, '0 3 1 4 2 x'.split(' ')).has('no-number')).toBe(false)
  expect(rulesIn(game, '0 3 x 1 4 2'.split(' ')).has('no-number')).toBe(true)
})

test('lines are refused in one position, or in all', () => {
  expect(refusedIn(shelf, '.A..')).toEqual(['1', 'x', '-1', 'y', '', '?'])
  const { nonsense, ...without } = shelf
  expect(refusedIn(without, '....')).toEqual(['x', '-1'])
})

test.each<[boolean, (string | null)[]]>([
  [true, []],
  [true, ['x', '1', '1', 'y', '0', '3']],
  [true, ['1', '0', '2', '0.0', 'x']],
  [false, ['1', '0', '2', '0.0', null]],
  [false, ['1', '0.0']],
  [false, ['1', '0.0', '2']],
  [false, ['1', null]],
])('legal and refused lines are judged, and all lines after the end: %s, %j', (isIt, lines) => {
  expect(isJudged(shelf, lines)).toBe(isIt)
})
