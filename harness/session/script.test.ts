import { describe, expect, test } from 'vitest'
import type { Game, Text } from '../../reference/game.ts'
import { endingWith, exactly, isInLockStep, outputLimitOf, playedOn, scriptOf } from './script.ts'
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

describe('a script', () => {
  test('one to the end of a game has its status, and the lines after it, without the end of input', () => {
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

  test('it has what the game says next, also where it has said the same before', () => {
    const patient: Game<unknown> = {
      ...counting,
      open: () => ({ output: '> ', state: 0 }),
      answer: (state) => (state === 2 ? { output: 'bye\n' } : { output: '> ', state: Number(state) + 1 }),
    }
    expect(scriptOf(patient, ['x', 'x', 'x', 'x'])).toMatchObject({
      turns: [{ output: '> ' }, { output: '> ' }, { output: '> ' }, { output: 'bye\n' }],
      leftover: ['x'],
    })
  })

  test('it has the status of its own end, also where another end says the same', () => {
    const moody: Game<unknown> = {
      ...counting,
      answer: (_, line) => ({ output: 'bye\n', ...(line !== 'well' && { status: 1 }) }),
    }
    const statusAfter = (line: string) => scriptOf(moody, [line]).end
    expect(statusAfter('ill')).toEqual({ how: 'exit', status: 1 })
    expect(statusAfter('well')).toEqual({ how: 'exit', status: 0 })
  })

  test.each<[string, Text]>([
    ['a longer text', ['a', 'b']],
    ['other variations', [{ name: 'n', oneOf: ['b'], times: '*' }, 'a']],
    ['a variation of another name', [{ name: 'm', oneOf: ['\n'], times: '*' }, 'a']],
    ['a variation that comes once', [{ name: 'n', oneOf: ['\n'], times: '?' }, 'a']],
    ['a variation with another exact form', [{ name: 'n', oneOf: ['\n'], times: '*', exact: '' }, 'a']],
    ['a variation of more texts', [{ name: 'n', oneOf: ['\n', 'x'], times: '*' }, 'a']],
    ['a text in place of a variation', ['', 'a']],
    ['no variation', 'a'],
  ])('a reply is shared with its like, and not with %s', (_, other) => {
    const same = (): Text => [{ name: 'n', oneOf: ['\n'], times: '*' }, 'a']
    const replies = new Map<string | null, Text>([['other', other]])
    const varied = {
      ...counting,
      answer: (state: unknown, line: string | null) => ({ output: replies.get(line) ?? same(), state }),
    }
    const outputs = scriptOf(varied, ['1', '2', 'other', '3']).turns.map(({ output }) => output)
    expect(outputs[2]).toBe(outputs[1])
    expect(outputs[3]).toEqual(other)
    expect(scriptOf({ ...varied }, ['other', '1']).turns[2]?.output).toEqual(same())
    expect(scriptOf({ ...varied }, ['1', 'other']).turns[2]?.output).toEqual(other)
  })

  test('one of the end of input ends with status 0', () => {
    expect(scriptOf(counting, [null])).toEqual({
      turns: [{ output: '0> ', answer: null }, { output: 'bye\n' }],
      end: { how: 'exit', status: 0 },
    })
  })

  test('it has the exact form of every output, and may have another last one', () => {
    const script = scriptOf(counting, ['x'])
    expect(exactly(script)).toEqual({
      turns: [{ output: '0> ', answer: 'x' }, { output: 'no\n0> ' }],
      end: { how: 'cut' },
    })
    expect(exactly(endingWith(script, null)).turns.at(-1)).toEqual({ output: '' })
  })

  test('it may have another text in its varying places', () => {
    const varying: Varying = { exact: '12', states: [] }
    const { turns } = exactly(
      endingWith(scriptOf(counting, ['x']), ['at ', varying, { name: 'n', oneOf: ['\n'], times: '?' }]),
      '7',
    )
    expect(turns).toEqual([{ output: '0> ', answer: 'x' }, { output: 'at 7' }])
  })
})

test.each([
  [[], ['1', '2', '3']],
  [
    ['x', '1'],
    ['x', '1', '2', '3'],
  ],
  [
    ['1', '2', '3', '4'],
    ['1', '2', '3', '4'],
  ],
])('%j is played on to the end: %j', (lines, expected) => {
  expect(playedOn(counting, lines)).toEqual(expected)
})

test('a line that is added is in bytes', () => {
  const accented: Game<unknown> = { ...counting, legal: () => ['é'], answer: () => ({ output: 'done\n' }) }
  expect(playedOn(accented, [])).toEqual(['\xc3\xa9'])
})

test('a game without an end, or without legal lines, is not played on', () => {
  expect(playedOn(endless, ['1'])).toEqual(['1'])
  expect(playedOn({ ...counting, legal: () => [] }, ['1'])).toEqual(['1'])
})

test.each([
  [200, 200],
  [201, 0],
])('a game of %i more lines is played on by %i', (count, added) => {
  const long: Game<unknown> = {
    ...counting,
    answer: (state) => (state === count - 1 ? { output: 'done\n' } : { output: '> ', state: Number(state) + 1 }),
  }
  expect(playedOn(long, [])).toHaveLength(added)
})

test('answers are given one by one on pipes and in a terminal', () => {
  expect((['interactive', 'pty', 'stdin', 'args'] as const).map(isInLockStep)).toEqual([true, true, false, false])
})

test('a program may write twice what it should, and not less than the limit', () => {
  const script = scriptOf(counting, ['é', '1'])
  expect(outputLimitOf(script, { milliseconds: 1 })).toBe(128 * 1024)
  expect(outputLimitOf(script, { milliseconds: 1, bytes: 1 })).toBe(2 * '0> no\n0> 1> '.length)
  expect(outputLimitOf(endingWith(script, null), { milliseconds: 1, bytes: 1 })).toBe(2 * '0> no\n0> '.length)
})
