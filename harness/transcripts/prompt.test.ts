import { expect, test } from 'vitest'
import { parsePrompt } from './prompt.ts'
import { answerAt, endsWithPrompt, likelyPrompt, turnsIn } from './transcript.ts'

const prompt = (source: string) => {
  const parsed = parsePrompt(source)
  if ('error' in parsed) throw new Error(parsed.error)
  return parsed.value
}

test.each([
  ['(', 'is not a regular expression in RE2 syntax: missing closing ): `(`'],
  ['^> $', "ends in '$', but the answer follows the prompt on its line: ^> $"],
  ['^(?:a|b$)', "ends in '$', but the answer follows the prompt on its line: ^(?:a|b$)"],
  ['^(a)\\1 ', 'is not a regular expression in RE2 syntax: invalid escape sequence: `\\1`'],
  ['^(?=a)', 'is not a regular expression in RE2 syntax: invalid or unsupported Perl syntax: `(?=`'],
  [`^\\d${'a'.repeat(1000)}`, 'is a regular expression of more than 1000 characters'],
])('%.20s cannot be used', (source, error) => {
  expect(parsePrompt(source)).toEqual({ error })
})

test('a dollar sign, a backslash and a digit may be in a prompt', () => {
  expect(answerAt('cost$5', prompt('cost\\$'))).toBe(5)
  expect(answerAt('a\\15', prompt('a\\\\1'))).toBe(3)
})

test.each([
  '^(a+)+b',
  `^${'(|a)'.repeat(40)}X`,
  `${'(?:a|aa)'.repeat(40)}X`,
  'a'.repeat(40_000),
  `(?i)${'(?:\\pL|a|b){1000}'.repeat(40)}X`,
])('no pattern takes for ever, be the line long or short: %.20s', (source) => {
  for (const length of [80, 1_000_000]) expect(answerAt('b'.repeat(length), prompt(source))).toBeUndefined()
})

test('a pattern that takes long in many lines is an error', { tags: 'slow' }, () => {
  const session = `${'b'.repeat(1000)}\n`.repeat(10_000)
  expect(() => turnsIn(session, prompt('(?i)(?:\\pL|a|b){500}X'), {}, 'x')).toThrow(
    'x: takes too long to find its prompts: (?i)(?:\\pL|a|b){500}X',
  )
})

test('offsets count bytes, and a pattern may be any text', () => {
  expect(answerAt('\xe2\x86\x92 x', prompt('^[→é] '))).toBe(4)
  expect(answerAt('\xff> x', prompt('^.> '))).toBe(3)
  expect(answerAt('\xf0\x9f\x8e\xb2> x', prompt('> '))).toBe(6)
})

test('a text ends with a prompt only if nothing follows it', () => {
  expect(endsWithPrompt('board\nX> ', prompt('^X> '))).toBe(true)
  expect(endsWithPrompt('X> 4\n', prompt('^X> '))).toBe(false)
})

test('a likely prompt matches the last lines of the texts', () => {
  const source = (texts: readonly string[]) => likelyPrompt(texts)?.source
  expect(source(['hello\n(gdb) ', 'a\n(gdb) '])).toBe('^(?:\\(gdb\\) )')
  expect(source(['1> ', 'x\n22> '])).toBe('^(?:22> |1> )')
  expect(source(['\x1b[1m> '])).toBe('^(?:\x1b\\[1m> )')
  expect(source(['', 'a\n'])).toBeUndefined()
})
