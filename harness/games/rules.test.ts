import { expect, test } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { ordo } from '../../reference/ordo/ordo.ts'
import { ortho } from '../../reference/ortho.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { shelf } from '../judge/test-data/small-games.ts'
import { brokenRule, isJudged, refusedIn } from './rules.ts'

const game = ticTacToe as Game<unknown>

/** The rule that a reply to these lines breaks; the wrong part begins at `|`. */
const broken = (lines: string, expected: string, of = game) => {
  const [right, rest = ''] = expected.split('|')
  return brokenRule(of, lines.split(' ').filter(Boolean), `${right}${rest}`, right)?.id
}

test.each<[id: string, lines: string, expected: string, of?: Game<unknown>]>([
  ['turn', '', '|...\n...\n...\nX> '],
  ['prompt', '', '...\n...\n...\nX|> '],
  ['prompt', '', '...\n...\n...\nX> |'],
  ['turn', '4', '...\n.|X.\n...\nO> '],
  ['prompt', '4', '...\n.X.\n...\n|O> '],
  ['occupied', '4 4', '|invalid.\nO> '],
  ['no-number', 'x', 'invalid|.\nX> '],
  ['same-player', '4 x', 'invalid.\n|O> '],
  ['row', '0 3 1 4 2', '|X won.\n'],
  ['ends', '4 2 8 0 1 7 3 5 6', 'tie.\n|'],
  ['opening', '', '|=== Ortho ===\n> ', ortho(3, 3) as Game<unknown>],
  ['first-error', 'z9', '|Error\n> ', ordo('ordo') as Game<unknown>],
])('the rule that is broken is %s, after "%s" at %j', (id, lines, expected, of) => {
  expect(broken(lines, expected, of)).toBe(id)
})

test('the rule does not depend on lines that the rules allow to add', () => {
  const board = '\nXXX\nOO.\n...\n'
  const named = (written: string) => brokenRule(game, '0 3 1 4 2'.split(' '), 'X won.\n', written)?.id
  expect([board, `${board}X won.\n\n`].map(named)).toEqual(['row', 'ends'])
})

test('the rule is that of the prompt if it is not flushed', () => {
  expect(brokenRule(game, [], '...\n...\n...\nX> ', undefined)?.id).toBe('prompt')
})

test('no rule is broken in a game without rules, or after its end', () => {
  const { rules, ...unruled } = game
  expect(brokenRule(unruled, ['4'], '', '')).toBeUndefined()
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
