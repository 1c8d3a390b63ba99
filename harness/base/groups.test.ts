import { expect, test } from 'vitest'
import { greatest, least } from './groups.ts'

test('there may be more numbers than a call has arguments', () => {
  const numbers = Array.from({ length: 200_000 }, (_, index) => index)
  expect([greatest(numbers), least(numbers)]).toEqual([199_999, 0])
  expect([greatest([]), greatest([1], 2), least([])]).toEqual([0, 2, Infinity])
})
