import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const known = ['pty', 'ortho', 'compare', 'status']

test.each([
  ['orhto', 'ortho'],
  ['otho', 'ortho'],
  ['orthos', 'ortho'],
  ['compair', 'compare'],
  ['ptty', 'pty'],
  ['ordo', undefined],
  ['start', undefined],
  ['type', undefined],
  ['x'.repeat(1000), undefined],
  ['', undefined],
])('the word nearest to %s is %s', (word, expected) => {
  expect(nearest(word, known)).toBe(expected)
})
