import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../entries/test-helpers.ts'
import { freePath, nameFor, nameOfLine, sentenceOf } from './name.ts'

test('a comment is made of the name of the file', () => {
  expect(sentenceOf('fixtures/ortho/a-full-board.transcript', 'ortho -n 3')).toBe('A full board.')
  expect(sentenceOf('bc.transcript', '/usr/bin/bc -q')).toBe('')
})

test.each([
  ['the last line', [{ output: 'X> ', answer: '4' }, { output: '.X.\nX won!\n\n' }], 'x-won'],
  ['the line before a prompt', [{ output: '> ', answer: 'a' }, { output: 'Not a number.\n> ' }], 'not-a-number'],
  ['a line before the last answer', [{ output: 'Bye, then.\n> ', answer: null }, { output: '\n' }], 'bye-then'],
  ['no more than six words', [{ output: 'one two three four five six seven\n' }], 'one-two-three-four-five-six'],
  ['no more characters than a file system takes', [{ output: `${'x'.repeat(300)}\n` }], 'x'.repeat(50)],
  ['the program, where there is no word', [{ output: '', answer: '2+2' }, { output: '4\n' }], 'bc-4'],
  ['the program, where there is nothing', [{ output: '' }], 'bc'],
  ['no path', [{ output: '../../etc/passwd: no\n' }], 'etc-passwd-no'],
  ['words of any language', [{ output: 'Gew\xc3\xb6nnen!\n' }], 'gewönnen'],
])('a name is made of %s', (_, turns, name) => {
  expect(nameFor('/usr/bin/bc -q', turns)).toBe(name)
})

test('a line has a name if it has a word', () => {
  expect(nameOfLine('Sum: 12!')).toBe('sum-12')
  expect(nameOfLine('...')).toBe('')
})

test('a name that is taken gets a number', () => {
  const { folder, write } = testFolder()
  const paths = ['bye', 'bye-2', 'bye-3'].map((name) => join(folder, `${name}.transcript`))
  for (const path of paths) {
    expect(freePath(folder, 'bye')).toBe(path)
    write(path.slice(folder.length), '')
  }
})
