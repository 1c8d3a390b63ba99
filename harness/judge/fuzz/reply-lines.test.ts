import { expect, test } from 'vitest'
import { toBytes } from '../../session/bytes.ts'
import type { Script } from '../../session/session.ts'
import { replyLinesIn } from './reply-lines.ts'

const cut = { how: 'cut' } as const
const newsOf = (turns: Script['turns'], end: Script['end'] = cut) => replyLinesIn({ turns, end })
/** The key of one line of output. */
const keysOf = (...lines: string[]) => lines.map((line) => newsOf([{ output: line }])[0]?.key)

test('the key of a line is its words, in lower case', () => {
  expect(newsOf([{ output: 'Well met!\nGo\n', answer: '7' }, { output: 'Adiós: 3 MEN\n' }])).toEqual([
    { key: 'well met', line: 'Well met!', turn: 0 },
    { key: 'go', line: 'Go', turn: 0 },
    { key: 'adiós men', line: toBytes('Adiós: 3 MEN'), turn: 1 },
  ])
})

test('a key has no typed words, in any case', () => {
  const [, ...replies] = newsOf([
    { output: '> ', answer: toBytes(' ÉTÉ ') },
    { output: 'no été here\n> ', answer: null },
    { output: 'no Été here\n' },
  ])
  expect(replies.map(({ key }) => key)).toEqual(['no here', '>', 'no here'])
})

test('the key of a line without a word is the form of its numbers and signs', () => {
  expect(keysOf('12 | 345', '  7 \t | 1 ', '7-1', 'x: 3')).toEqual(['0 | 0', '0 | 0', '0-0', ': 0'])
})

test('a long row of numbers has the key of a longer one', () => {
  const [short, long, longer] = keysOf('1+2+3+4', '1+2+3+4+', '1+2+3+4+5')
  expect(long).toBe(longer)
  expect(short).not.toBe(long)
})

test('an empty line, or one letter, has no key', () => {
  expect(newsOf([{ output: '\n  \na\n' }])).toEqual([])
})

test('an exit status is a line of the last turn, unless it is 0', () => {
  const turns = [{ output: '', answer: 'x' }, { output: '' }]
  expect(newsOf(turns, { how: 'exit', status: 3 })).toEqual([{ key: 'status 3', line: 'status 3', turn: 1 }])
  expect(newsOf(turns, { how: 'exit', status: 0 })).toEqual([])
  expect(newsOf(turns)).toEqual([])
})
