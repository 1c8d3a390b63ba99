import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../run/test-helpers.ts'
import { commentFor, freePath, nameFor, nameOfLine } from './name.ts'

test('a comment is made of the name of the file', () => {
  expect(commentFor('fixtures/ortho/a-full-board.transcript', 'ortho -n 3')).toBe('A full board.')
  expect(commentFor('bc.transcript', '/usr/bin/bc -q')).toBe('')
})

test.each([
  ['the last line', [{ output: 'X> ', answer: '4' }, { output: '.X.\nX won!\n\n' }], 'x-won'],
  ['the line before a prompt', [{ output: '> ', answer: 'a' }, { output: 'Not a number.\n> ' }], 'not-a-number'],
  ['a line before the last answer', [{ output: 'Bye, then.\n> ', answer: null }, { output: '\n' }], 'bye-then'],
  ['a decimal as one word', [{ output: '', answer: 'sqrt(2)' }, { output: '1.41421\n' }], 'bc-1.41421'],
  ['a word without its apostrophe', [{ output: "I can't do 'that'.\n" }], 'i-cant-do-that'],
  ['no more than six words', [{ output: 'one two three four five six seven\n' }], 'one-two-three-four-five-six'],
  ['no more characters than a file system takes', [{ output: `${'x'.repeat(300)}\n` }], 'x'.repeat(50)],
  ['the program, where there is no word', [{ output: '', answer: '2+2' }, { output: '4\n' }], 'bc-4'],
  ['the program, where there is nothing', [{ output: '' }], 'bc'],
  ['no path', [{ output: '../../etc/passwd: no\n' }], 'etc-passwd-no'],
  ['words of any language', [{ output: 'Gew\xc3\xb6nnen!\n' }], 'gewönnen'],
])('a name is made of %s', (_, turns, name) => {
  expect(nameFor('/usr/bin/bc -q', { turns, end: { how: 'cut' } })).toBe(name)
})

/** A session: the greeting, then the reply to each answer. */
const session = (greeting: string, ...replies: string[]) => [
  ...[greeting, ...replies.slice(0, -1)].map((output) => ({ output, answer: 'x' })),
  { output: replies.at(-1) ?? '' },
]
test.each([
  ['bc', session('', '2\n', 'Runtime error (func=(main), adr=3): Divide by zero\n', ''), 'divide-by-zero'],
  [
    'python3',
    session(
      '>>> ',
      '2\n>>> ',
      'Traceback (most recent call last):\n  File "<stdin>", line 1, in <module>\nNameError: name \'foo\' is not defined\n>>> ',
      '3\n>>> ',
      '',
    ),
    'nameerror-name-foo-is-not-defined',
  ],
  [
    'sqlite3',
    session('', '1\n', 'Parse error near line 2: no such column: bad\n  select bad;\n         ^--- error here\n', ''),
    'no-such-column-bad',
  ],
  [
    'gdb',
    session('(gdb) ', 'No symbol table is loaded.  Use the "file" command.\n(gdb) ', ''),
    'no-symbol-table-is-loaded',
  ],
  ['node -i', session('Welcome to Node.js.\nType ".help" for more information.\n> ', '2\n> ', ''), 'node-2'],
  ['tic-tac-toe', session('...\n...\n...\nX> ', '...\n.X.\n...\nO> '), 'tic-tac-toe-x'],
])('the name of a session with %s says what is in it', (command, turns, name) => {
  expect(nameFor(command, { turns, end: { how: 'cut' } })).toBe(name)
})

test('the last line is a prompt only where the session is cut off', () => {
  const turns = session('name: ', 'Hello.\nWell done, Ada')
  expect(nameFor('greet', { turns, end: { how: 'exit', status: 0 } })).toBe('well-done-ada')
  expect(nameFor('greet', { turns, end: { how: 'cut' } })).toBe('hello')
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
