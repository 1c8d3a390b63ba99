import { expect, test } from 'vitest'
import { byTerser } from './minify.ts'

test.each([
  ['f( 1 )', 'f(1)'],
  ['type A = number; f(1)', undefined],
  ['type a', undefined],
  ['export type{a}', undefined],
  ['typ\\u0065 a', undefined],
])('terser ends with %j', async (source, minified) => {
  expect(await byTerser(source)).toBe(minified)
})
