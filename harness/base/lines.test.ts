import { expect, test } from 'vitest'
import { differencesIn, unifiedDiff } from './lines.ts'

const lines = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join('')

test('if thousands of lines differ, all count as differing', () => {
  const [before, after] = [`a\n${lines(5000, 'old')}`, `a\n${lines(5000, 'new')}end`]
  expect(differencesIn(before, after).map(({ value, added, removed }) => [value, added, removed])).toEqual([
    [before, false, true],
    [after, true, false],
  ])
  const patch = unifiedDiff('x', before, after).split('\n')
  expect(patch.slice(2, 6)).toEqual(['--- x\trecorded', '+++ x\tnow', '@@ -1,5001 +1,5002 @@', '-a'])
  expect(patch.slice(5005, 5008)).toEqual(['-old 4999', '+a', '+new 0'])
  expect(patch.slice(-2)).toEqual(['+end', ''])
})
