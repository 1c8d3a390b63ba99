import { createTwoFilesPatch, diffLines } from 'diff'
import { expect, test } from 'vitest'
import { differencesIn, patchOf } from './lines.ts'

const lines = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join('')
const shown = (before: string, after: string) =>
  differencesIn(before, after).map(({ count, added, removed }) => `${added ? '+' : removed ? '-' : ' '}${count}`)

test.each([
  ['a\nb\n', 'a\nb\n'],
  ['', 'a\n'],
  ['a\nb\nc\n', 'a\nB\nc\nd'],
  ['x\nb\n', 'y\nb\nz\nb\n'],
  [lines(20, 'a'), lines(20, 'a').replace('3', '4').replace('17', '16')],
])('texts that differ little are compared as jsdiff does: %j, %j', (before, after) => {
  expect(differencesIn(before, after)).toEqual(diffLines(before, after))
  expect(patchOf('x', before, after)).toBe(
    createTwoFilesPatch('x', 'x', before, after, 'recorded', 'now', { context: 3 }),
  )
})

test('between equal ends, 5,000 changed lines are one difference', () => {
  const [before, after] = ['old', 'new'].map((word) => `${lines(9, 'a')}${lines(5000, word)}${lines(4, 'b')}end`)
  expect(shown(before ?? '', after ?? '')).toEqual([' 9', '-5000', '+5000', ' 5'])
  const patch = patchOf('x', before ?? '', after ?? '').split('\n')
  expect(patch.slice(2, 6)).toEqual(['--- x\trecorded', '+++ x\tnow', '@@ -10,5000 +10,5000 @@', '-old 0'])
  expect(patch.slice(5004, 5007)).toEqual(['-old 4999', '+new 0', '+new 1'])
  expect(patch.slice(-2)).toEqual(['+new 4999', ''])
})

test('lines may all have come, or gone', () => {
  expect(shown('a\n', `a\n${lines(5000, 'b')}`)).toEqual([' 1', '+5000'])
  expect(shown(lines(5000, 'b'), '')).toEqual(['-5000'])
})
