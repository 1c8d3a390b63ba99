import { expect, test } from 'vitest'
import type { Game } from '../../reference/game.ts'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { rulesIn } from '../games/rules.ts'
import type { Lines } from '../session/bytes.ts'
import { ruleCount, withFewerRules } from './simplify.ts'

const isWrongAt = (mark: string) => async (lines: Lines) => lines.includes(mark)

test('a line that needs no rule of its own takes the place of one that does', async () => {
  // Any line before 4 will do: a move needs fewer rules than a refusal, as 4 needs those of moves anyway.
  const found = await withFewerRules(ticTacToe, ['x', '4'], isWrongAt('4'))
  expect(found).toHaveLength(2)
  expect(found.at(-1)).toBe('4')
  expect(ruleCount(ticTacToe, found)).toBeLessThan(ruleCount(ticTacToe, ['x', '4']))
  expect(rulesIn(ticTacToe, found).has('no-number')).toBe(false)
})

test('only sessions that obey fewer rules are tried, and not many', async () => {
  const tried: Lines[] = []
  const fails = async (lines: Lines) => {
    tried.push(lines)
    return false
  }
  expect(await withFewerRules(ticTacToe, ['x', '4', '9'], fails)).toEqual(['x', '4', '9'])
  const count = ruleCount(ticTacToe, ['x', '4', '9'])
  expect(tried.length).toBeLessThanOrEqual(20)
  expect(tried.filter((lines) => ruleCount(ticTacToe, lines) >= count)).toEqual([])
})

test('those with the fewest rules are tried first: ten legal lines and ten that must be refused in each place', async () => {
  const names = (state: number, counts: readonly number[]) => counts.map((count) => `${state}/${count}`)
  /** Two lines; the reply to `0/3` obeys three rules. */
  const game: Game<number> = {
    name: 'counts',
    prompt: /^> /,
    open: () => ({ output: '> ', state: 0 }),
    answer(state, line) {
      const rules = Array.from({ length: Number(line?.split('/')[1]) }, (_, at) => `${state} ${at}`)
      return state === 0 ? { output: '> ', state: 1, rules } : { output: 'bye', rules }
    },
    legal: (state) => names(state, [9, 8, 7, 6, 5, 4, 3, 2, 1, 20, 0]),
    illegal: (state) => names(state, [19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 0]),
    key: String,
    rules: [],
  }
  const tried: string[] = []
  const fails = async (lines: Lines) => {
    tried.push(lines.join(' '))
    return false
  }
  const session = ['0/20', '1/20', 'behind']
  expect(await withFewerRules(game, session, fails)).toBe(session)
  const counts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  expect(tried).toEqual(counts.flatMap((count) => [`0/${count} 1/20 behind`, `0/20 1/${count} behind`]))
})

test('lines after the end of a game stay as they are', async () => {
  const session = ['0', '3', '1', '4', '2', 'x']
  expect(await withFewerRules(ticTacToe, session, async () => false)).toBe(session)
})

test('without rules nothing is tried', async () => {
  const { rules, ...unruled } = ticTacToe
  const never = async () => {
    throw new Error('tried')
  }
  expect(await withFewerRules(unruled, ['x', '4'], never)).toEqual(['x', '4'])
  expect(ruleCount(undefined, ['x', '4'])).toBe(0)
})
