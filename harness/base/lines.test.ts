import { createTwoFilesPatch, diffLines } from 'diff'
import { expect, test } from 'vitest'
import { differencesIn, patchOf } from './lines.ts'

const lines = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join('')

test.each([
  ['a\nb\nc\n', 'a\nB\nc\nd'],
  [lines(20, 'a'), lines(20, 'a').replace('3', '4').replace('17', '16')],
])('texts that differ little are compared as jsdiff does: %j, %j', (before, after) => {
  expect(differencesIn(before, after)).toEqual(diffLines(before, after))
  expect(patchOf('x', before, after)).toBe(
    createTwoFilesPatch('x', 'x', before, after, 'recorded', 'now', { context: 3 }),
  )
})

test('if thousands of lines differ, all count as differing', () => {
  const [before, after] = [`a\n${lines(5000, 'old')}`, `a\n${lines(5000, 'new')}end`]
  expect(differencesIn(before, after).map(({ value, added, removed }) => [value, added, removed])).toEqual([
    [before, false, true],
    [after, true, false],
  ])
  const patch = patchOf('x', before, after).split('\n')
  expect(patch.slice(2, 6)).toEqual(['--- x\trecorded', '+++ x\tnow', '@@ -1,5001 +1,5002 @@', '-a'])
  expect(patch.slice(5005, 5008)).toEqual(['-old 4999', '+a', '+new 0'])
  expect(patch.slice(-2)).toEqual(['+end', ''])
})
