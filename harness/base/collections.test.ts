import { expect, test } from 'vitest'
import { max } from './collections.ts'

test('there may be more numbers than a call has arguments', () => {
  const numbers = Array.from({ length: 200_000 }, (_, index) => index)
  expect([max(numbers), max([]), max([1], 2)]).toEqual([199_999, 0, 2])
})
