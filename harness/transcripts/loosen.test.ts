import { expect, test } from 'vitest'
import { matcher } from '../session/matcher.ts'
import { type Compare, loosen } from './loosen.ts'

function equal(recorded: string, output: string, compare: Compare, last = true): boolean {
  const match = matcher(loosen(recorded, { compare }, last), last)
  return match.feed(output) === output.length && match.state === 'complete'
}

test('exact: every byte counts', () => {
  expect(equal('a \n\xff', 'a \n\xff', 'exact')).toBe(true)
  expect(equal('a \n', 'a\n', 'exact')).toBe(false)
})

test.each([
  ['  1 2\nX\n', '  1 2   \nX\n', true],
  ['  1 2   \nX\n', '  1 2\nX\n', true],
  ['end', 'end  ', true],
  ['end  ', 'end', true],
  ['  1 2\n', ' 1 2\n', false],
  ['a b\n', 'a  b\n', false],
  ['a\n\nb\n', 'a\nb\n', false],
  ['a\nb\n', 'ab\n', false],
])('trailing-space: %j and %j are equal: %s', (recorded, output, same) => {
  expect(equal(recorded, output, 'trailing-space')).toBe(same)
})

test('trailing-space: a million spaces before a word take no time by their square', () => {
  expect(loosen(`${' '.repeat(1_000_000)}a`, { compare: 'trailing-space' }, true)).toHaveLength(3)
})

test('trailing-space: an answer follows a prompt, so its space is at no line end', () => {
  expect(equal('board\nX> ', 'board  \nX> ', 'trailing-space', false)).toBe(true)
  expect(equal('board\nX> ', 'board\nX>', 'trailing-space', false)).toBe(false)
})

test.each([
  ['O 3 | | |\n+--+\n', '  O 3 |   |   |\n      +--+\n', true],
  ['a\nb', '\n  \na  \n\n \nb\n\n', true],
  ['\na\n\nb\n', 'a\nb', true],
  ['a\r\nb', 'a\nb', true],
  ['a b', 'ab', false],
  ['ab', 'a b', false],
  ['a b', 'a\nb', false],
  ['a\nb', 'a b', false],
  ['', ' \n ', true],
])('whitespace: %j and %j are equal: %s', (recorded, output, same) => {
  expect(equal(recorded, output, 'whitespace')).toBe(same)
})

test('whitespace: a prompt keeps at least one space', () => {
  expect(equal('1\nX> ', '\n 1\n\nX>  ', 'whitespace', false)).toBe(true)
  expect(equal('1\nX> ', '1\nX>', 'whitespace', false)).toBe(false)
})
