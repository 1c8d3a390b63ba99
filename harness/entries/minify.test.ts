import { expect, test } from 'vitest'
import { byTerser } from './minify.ts'

test.each([
  ['type A = number; f(1)', 'f(1)'],
  ['interface A { a: 1 }\nf(1)', 'f(1)'],
  ['type a', undefined],
  ['type/**/a', undefined],
  ['interface /**/ a', undefined],
  ['export type a', undefined],
  ['export type{a}', undefined],
  ['typ\\u0065 a', undefined],
  ['f(a<b>(c))', 'f(a<b>c)'],
])('terser ends with %j', async (source, minified) => {
  expect(await byTerser(source)).toBe(minified)
})
