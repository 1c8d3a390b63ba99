import { expect, test } from 'vitest'
import { excerptOf } from './difference.ts'
import { failureFor } from './test-data/reports.ts'

/** The excerpt of a session of one turn. */
const excerpt = (expected: string, actual: string) => excerptOf({ turns: [{ expected, actual }] })

test.each([
  ['A', 'Α', '^ U+0041, not U+0391'],
  ['café', 'cafe\u0301', '^ U+00E9, not U+0065'],
  ['a b', 'a\u00a0b', '^ U+0020, not U+00A0'],
  ['❤', '❤\ufe0f', '^'],
  ['a', 'b', '^'],
  ['a', 'a\u200b', '^'],
])('characters that may look the same are named: %s, %s', (expected, actual, mark) => {
  expect(excerpt(`${expected}\n`, `${actual}\n`)[2]?.trim()).toBe(mark)
})

test('the mark is below the first differing character of the line that replaces another', () => {
  expect(excerpt('a\nb\n', 'x\na\nc\n')).toEqual(['+ x␊', '  a', '- b␊', '+ c␊', '  ^'])
  expect(excerpt('\tb 1\n', '\tb 2\n').at(-1)).toBe('     ^')
  expect(excerpt('a\n', 'a\n')).toEqual(['  a'])
})

test('where every line of a long turn is wrong, the first ones are shown', () => {
  const [old = '', now = ''] = ['old', 'new'].map((word) =>
    Array.from({ length: 5000 }, (_, at) => `${word} ${at}\n`).join(''),
  )
  const lines = excerpt(`same\n${old}`, `same\n${now}`)
  expect([lines.length, ...lines.slice(0, 3)]).toEqual([41, '  same', '- old·0␊', '- old·1␊'])
})

test('the part of a long line around its first wrong character is shown', () => {
  const [line, other] = ['b', 'c'].map((end) => `same\n${'a'.repeat(2000)}${end}${'d'.repeat(3000)}\n`)
  const as = 'a'.repeat(100)
  expect(excerpt(line ?? '', other ?? '')).toEqual([
    '  same',
    `- …${as}b${'d'.repeat(396)}… 2,605 more characters`,
    `+ …${as}c${'d'.repeat(396)}… 2,605 more characters`,
    `  ${' '.repeat(101)}^`,
  ])
})

const opening = '...\n...\n...\nX> '
const afterFour = '...\n.X.\n...\nO> '

test.each<[string, lines: string[], output: string, excerpt: string[]]>([
  [
    'what is missing at the end, not the newlines that the rules allow',
    ['4'],
    `${opening}\n\n...\n.X`,
    ['- .X.␊', '- ...␊', '- O>·', '+ .X', '    ^'],
  ],
  [
    'with all input at once, not the replies to later answers, which may be right',
    ['4', '4', '0'],
    `${opening}${afterFour}invalid....\n.X.\n...\nO> O..\n.X.\n...\nX> `,
    ['- invalid.␊', '+ invalid....␊', '          ^'],
  ],
  [
    'these neither where a line is missing',
    ['4', '4', '0'],
    `${opening}${afterFour}.X.\n...\nO> `,
    ['- invalid.␊', '+ .X.␊', '  ^'],
  ],
  [
    'surplus lines up to three, so that reports do not depend on how much was read',
    [],
    'no\n'.repeat(80),
    ['- ...␊', '- ...␊', '- ...␊', '- X>·', '+ no␊', '  ^', ...Array<string>(6).fill('+ no␊')],
  ],
])('the difference shows %s', (_, lines, output, excerpt) => {
  const shown = excerptOf(failureFor(lines, output))
  expect(shown.filter((line) => !line.startsWith('  ') || line.endsWith('^'))).toEqual(excerpt)
})

test('newlines without end are shown as wrong, although the rules allow some', () => {
  expect(excerptOf(failureFor([], '\n'.repeat(80), { end: { how: 'flood', bytes: 80 } }))).toContain('+ ␊')
})
