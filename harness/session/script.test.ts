import { expect, test } from 'vitest'
import type { Game, Text } from '../../reference/game.ts'
import { exactly, isInLockStep, outputLimitOf, playedToEnd, scriptOf } from './script.ts'
import type { Varying } from './session.ts'

/** Counts to three, says `no` to anything else, and ends with status 3; at the end of input it says `bye`. */
const counting: Game<unknown> = {
  name: 'counting',
  prompt: /^\d> /,
  open: () => ({ output: '0> ', state: 0 }),
  answer(state, line) {
    const count = Number(state)
    if (line === null) return { output: 'bye\n' }
    if (line !== `${count + 1}`) return { output: [{ name: 'n', oneOf: ['\n'], times: '*' }, `no\n${count}> `], state }
    return count === 2 ? { output: 'done\n', status: 3 } : { output: `${count + 1}> `, state: count + 1 }
  },
  legal: (state) => [`${Number(state) + 1}`, 'é'],
  illegal: () => [],
  key: String,
}
const endless: Game<unknown> = { ...counting, answer: (state) => ({ output: '> ', state }) }
/** Takes the same line again and again. */
const countingTo = (count: number): Game<unknown> => ({
  ...counting,
  legal: () => ['1'],
  answer: (state) => (state === count - 1 ? { output: 'done\n' } : { output: '> ', state: Number(state) + 1 }),
})

test('a script to the end of a game has its status, and the lines after it, without the end of input', () => {
  expect(scriptOf(counting, ['1', '2', '3', '4', null])).toEqual({
    turns: [
      { output: '0> ', answer: '1' },
      { output: '1> ', answer: '2' },
      { output: '2> ', answer: '3' },
      { output: 'done\n' },
    ],
    end: { how: 'exit', status: 3 },
    leftover: ['4'],
  })
})

test('a script has what the game says next, also where it has said the same before', () => {
  expect(scriptOf(countingTo(3), ['x', 'x', 'x', 'x'])).toMatchObject({
    turns: [{ output: '0> ' }, { output: '> ' }, { output: '> ' }, { output: 'done\n' }],
    leftover: ['x'],
  })
})

test('a script has the status of its own end, also where another end says the same', () => {
  const moody: Game<unknown> = {
    ...counting,
    answer: (_, line) => ({ output: 'bye\n', ...(line !== 'well' && { status: 1 }) }),
  }
  const statusAfter = (line: string) => scriptOf(moody, [line]).end
  expect(statusAfter('ill')).toEqual({ how: 'exit', status: 1 })
  expect(statusAfter('well')).toEqual({ how: 'exit', status: 0 })
})

test('a script shares a reply with its like, but not with one of other variations', () => {
  const like = (times: '*' | '?'): Text => [{ name: 'n', oneOf: ['\n'], times }, 'a']
  const answer = (state: unknown, line: string | null) => ({ output: like(line === 'other' ? '?' : '*'), state })
  const outputs = scriptOf({ ...counting, answer }, ['1', '2', 'other']).turns.map(({ output }) => output)
  expect(outputs[2]).toBe(outputs[1])
  expect(outputs[3]).toEqual(like('?'))
})

test('the end of input ends a script with status 0', () => {
  expect(scriptOf(counting, [null])).toEqual({
    turns: [{ output: '0> ', answer: null }, { output: 'bye\n' }],
    end: { how: 'exit', status: 0 },
  })
})

const end = { how: 'cut' } as const

test('a script is played with its exact outputs; one that is not judged is empty', () => {
  expect(exactly(scriptOf(counting, ['x']))).toEqual({
    turns: [{ output: '0> ', answer: 'x' }, { output: 'no\n0> ' }],
    end,
  })
  expect(exactly({ turns: [{ output: null }], end }).turns).toEqual([{ output: '' }])
})

test('a script may be played with another text in its varying places', () => {
  const varying: Varying = { exact: '12', states: [] }
  const output = ['at ', varying, { name: 'n', oneOf: ['\n'], times: '?' }] as const
  expect(exactly({ turns: [{ output }], end }, '7').turns).toEqual([{ output: 'at 7' }])
})

test.each<[lines: string[], added: string[], game?: Game<unknown>]>([
  [[], ['1', '2', '3']],
  [
    ['x', '1'],
    ['2', '3'],
  ],
  [['1', '2', '3', '4'], []],
  [['1'], [], endless],
  [['1'], [], { ...counting, legal: () => [] }],
  [[], ['\xc3\xa9'], { ...counting, legal: () => ['é'], answer: () => ({ output: 'done\n' }) }],
  [[], Array(200).fill('1'), countingTo(200)],
  [[], [], countingTo(201)],
])('%j is played on to the end, if there is one, with %j', (lines, added, game = counting) => {
  expect(playedToEnd(game, lines)).toEqual([...lines, ...added])
})

test('answers are given one by one on pipes and in a terminal', () => {
  expect((['interactive', 'pty', 'stdin', 'args'] as const).map(isInLockStep)).toEqual([true, true, false, false])
})

test('a program may write twice what it should, and not less than the limit', () => {
  const script = scriptOf(counting, ['é', '1'])
  expect(outputLimitOf(script, { milliseconds: 1 })).toBe(128 * 1024)
  expect(outputLimitOf(script, { milliseconds: 1, bytes: 1 })).toBe(2 * '0> no\n0> 1> '.length)
  expect(outputLimitOf({ turns: [{ output: null }], end }, { milliseconds: 1, bytes: 1 })).toBe(1)
})
