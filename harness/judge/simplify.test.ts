import { expect, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { rulesIn } from '../games/rules.ts'
import type { Lines } from '../session/bytes.ts'
import { rulesToKnow, withFewerRules } from './simplify.ts'

const isWrongAt = (mark: string) => async (lines: Lines) => lines.includes(mark)

test('a line that needs no rule of its own takes the place of one that does', async () => {
  // Any line before 4 will do: a move needs fewer rules than a refusal, as 4 needs those of moves anyway.
  const found = await withFewerRules(ticTacToe, ['x', '4'], isWrongAt('4'))
  expect(found).toHaveLength(2)
  expect(found.at(-1)).toBe('4')
  expect(rulesToKnow(ticTacToe, found)).toBeLessThan(rulesToKnow(ticTacToe, ['x', '4']))
  expect(rulesIn(ticTacToe, found).has('no-number')).toBe(false)
})

test('only sessions that obey fewer rules are tried, and not many', async () => {
  const tried: Lines[] = []
  const fails = async (lines: Lines) => {
    tried.push(lines)
    return false
  }
  expect(await withFewerRules(ticTacToe, ['x', '4', '9'], fails)).toEqual(['x', '4', '9'])
  const count = rulesToKnow(ticTacToe, ['x', '4', '9'])
  expect(tried.length).toBeLessThanOrEqual(20)
  expect(tried.filter((lines) => rulesToKnow(ticTacToe, lines) >= count)).toEqual([])
})

test('without rules nothing is tried', async () => {
  const { rules, ...unruled } = ticTacToe
  const never = async () => {
    throw new Error('tried')
  }
  expect(await withFewerRules(unruled, ['x', '4'], never)).toEqual(['x', '4'])
})
