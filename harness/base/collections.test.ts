import { expect, test } from 'vitest'
import { max, min } from './collections.ts'

test('there may be more numbers than a call has arguments', () => {
  const numbers = Array.from({ length: 200_000 }, (_, index) => index)
  expect([max(numbers), min(numbers)]).toEqual([199_999, 0])
  expect([max([]), max([1], 2), min([])]).toEqual([0, 2, Infinity])
})
