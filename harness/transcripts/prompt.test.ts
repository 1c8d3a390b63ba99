import { describe, expect, test } from 'vitest'
import type { Turn } from '../session/session.ts'
import { likelyPrompt, parsePrompt, splitSession } from './prompt.ts'

const prompt = (source: string) => {
  const parsed = parsePrompt(source)
  if ('error' in parsed) throw new Error(parsed.error)
  return parsed.value
}

const turnsIn = (...args: Parameters<typeof splitSession>) => splitSession(...args).turns

test.each([
  ['(', 'is not a regular expression in RE2 syntax: missing closing ): `(`'],
  ['^> $', "ends in '$', but the answer follows the prompt on its line: ^> $"],
  ['^(?:a|b$)', "ends in '$', but the answer follows the prompt on its line: ^(?:a|b$)"],
  ['^(?=a)', 'is not a regular expression in RE2 syntax: invalid or unsupported Perl syntax: `(?=`'],
  [`^\\d${'a'.repeat(1000)}`, 'is a regular expression of more than 1000 characters'],
])('%.20s cannot be a prompt', (source, error) => {
  expect(parsePrompt(source)).toEqual({ error })
})

test.each([
  ['cost\\$', 'cost$', '5'],
  ['a\\\\1', 'a\\1', '5'],
  ['^[→é] ', '\xe2\x86\x92 ', 'x'],
  ['^.> ', '\xff> ', 'x'],
  ['> ', '\xf0\x9f\x8e\xb2> ', 'x'],
])('the answer follows the bytes that the prompt %s matches, %j', (source, output, answer) => {
  expect(turnsIn(`${output}${answer}\n`, prompt(source))).toEqual([{ output, answer }, { output: '' }])
})

test.each(['^(a+)+b', `${'(?:a|aa)'.repeat(40)}X`, 'a'.repeat(40_000), `(?i)${'(?:\\pL|a|b){1000}'.repeat(40)}X`])(
  'no pattern takes for ever, be the line long or short: %.20s',
  (source) => {
    for (const length of [80, 1_000_000]) expect(turnsIn('b'.repeat(length), prompt(source))).toHaveLength(1)
  },
)

test('a pattern that takes long in many lines is an error', { tags: 'slow' }, () => {
  const session = `${'b'.repeat(1000)}\n`.repeat(10_000)
  expect(() => turnsIn(session, prompt('(?i)(?:\\pL|a|b){500}X'), {}, 'x')).toThrow(
    'x: takes too long to find its prompts: (?i)(?:\\pL|a|b){500}X',
  )
})

test.each([
  [['hello\n(gdb) ', 'a\n(gdb) '], '^(?:\\(gdb\\) )'],
  [['1> ', 'x\n22> '], '^(?:22> |1> )'],
  [['\x1b[1m> '], '^(?:\x1b\\[1m> )'],
  [['', 'a\n'], undefined],
])('a likely prompt matches the last lines of the texts: %j', (texts, source) => {
  expect(likelyPrompt(texts)?.source).toBe(source)
})

describe('turns in a session', () => {
  const prompt = /^[XO]> /

  test.each<[what: string, session: string, turns: Turn[]]>([
    [
      'an answer is what follows a prompt up to the end of its line',
      'board\nX> 4\ninvalid.\nX> \nend\n',
      [{ output: 'board\nX> ', answer: '4' }, { output: 'invalid.\nX> ', answer: '' }, { output: 'end\n' }],
    ],
    [
      'an answer may hold anything but a newline',
      'X> a > \r\xff\nend',
      [{ output: 'X> ', answer: 'a > \r\xff' }, { output: 'end' }],
    ],
    [
      "^D ends the input, and what follows is all the program's",
      'X> ^Dbye\nX> ',
      [{ output: 'X> ', answer: null }, { output: 'bye\nX> ' }],
    ],
    ['a prompt at the end has no answer', 'X> 4\nO> ', [{ output: 'X> ', answer: '4' }, { output: 'O> ' }]],
  ])('%s', (_, session, turns) => {
    expect(turnsIn(session, prompt)).toEqual(turns)
  })

  test('an answer without a prompt is the next line that is exactly this', () => {
    expect(turnsIn('a\na\n* b\n\nc\n^D\nbye\n', /^\* /, { unprompted: ['a', '', null] })).toEqual([
      { output: '', answer: 'a' },
      { output: 'a\n* ', answer: 'b' },
      { output: '', answer: '' },
      { output: 'c\n', answer: null },
      { output: '\nbye\n' },
    ])
  })
})
