import { describe, expect, test } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { ordo } from '../../reference/ordo/ordo.ts'
import { ortho } from '../../reference/ortho.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { shelf } from '../judge/test-data/small-games.ts'
import { brokenRule, isJudged, refusedIn } from './rules.ts'

const game = ticTacToe as Game<unknown>

/** The rule that a reply to these lines breaks; the wrong part begins at `|`. */
const broken = (lines: string, expected: string, of = game) => {
  const answers = lines.split(' ').filter(Boolean)
  const right = expected.indexOf('|')
  const text = expected.replace('|', '')
  return brokenRule(of, { lines: answers, expected: text, actual: `${text.slice(0, right)}?`, right })?.id
}

describe('the rule that tic-tac-toe names', () => {
  test.each([
    ['turn', '', '|...\n...\n...\nX> '],
    ['prompt', '', '...\n...\n...\nX|> '],
    ['prompt', '', '...\n...\n...\nX> |'],
    ['turn', '4', '...\n.|X.\n...\nO> '],
    ['prompt', '4', '...\n.X.\n...\n|O> '],
    ['occupied', '4 4', '|invalid.\nO> '],
    ['no-number', 'x', 'invalid|.\nX> '],
    ['same-player', '4 x', 'invalid.\n|O> '],
    ['row', '0 3 1 4 2', '|X won.\n'],
    ['column', '0 1 3 2 6', '|X won.\n'],
    ['diagonal', '0 1 4 2 8', 'X won|.\n'],
    ['ninth-mark', '0 1 2 3 5 4 7 6 8', '|X won.\n'],
    ['tie', '4 2 8 0 1 7 3 5 6', '|tie.\n'],
    ['ends', '4 2 8 0 1 7 3 5 6', 'tie.\n|'],
  ])('%s', (id, lines, expected) => {
    expect(broken(lines, expected)).toBe(id)
  })

  test('does not depend on lines that the rules allow to add', () => {
    const closing = { lines: '0 3 1 4 2'.split(' '), expected: 'X won.\n' }
    const board = '\nXXX\nOO.\n...\n'
    const named = (actual: string) => brokenRule(game, { ...closing, actual, right: actual.length })?.id
    expect([board, `${board}X won.\n\n`].map(named)).toEqual(['row', 'ends'])
  })

  test('is that of the prompt if it is not flushed', () => {
    const wrong = { lines: [], expected: '...\n...\n...\nX> ', actual: '', right: 0, isUnflushed: true }
    expect(brokenRule(game, wrong)?.id).toBe('prompt')
  })
})

test.each<[string, string, Game<unknown>, string]>([
  ['opening', '', ortho(3, 3) as Game<unknown>, '|=== Ortho ===\n> '],
  ['free-choice', 'c1', ortho(3, 3) as Game<unknown>, 'Selected| col 1\n> '],
  ['same-turn', 'x', ortho(3, 3) as Game<unknown>, 'Error\n|> '],
  ['piece', 'a3-a4', ordo('ordo') as Game<unknown>, '|Played\n> '],
  ['ordo', 'c1:d1-c4', ordo('ordo') as Game<unknown>, '|Played\n> '],
  ['first-error', 'z9', ordo('ordo') as Game<unknown>, '|Error\n> '],
])('another game names %s', (id, lines, of, expected) => {
  const { state } = of.open()
  const line = id === 'ordo' ? of.legal(state).find((one) => one.includes(':')) : lines
  expect(broken(line ?? '', expected, of)).toBe(id)
})

test('a game without rules names none', () => {
  const { rules, ...unruled } = game
  expect(brokenRule(unruled, { lines: ['4'], expected: '', actual: '?', right: 0 })).toBeUndefined()
})

test('nothing is obeyed after the end of a game', () => {
  expect(broken('0 3 1 4 2 5', '|')).toBeUndefined()
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
