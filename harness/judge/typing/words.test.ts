import { expect, test } from 'vitest'
import { testFolder } from '../../run/test-helpers.ts'
import { readLike, readWords } from './words.ts'

const { folder, write } = testFolder()

test.each([
  [`b 'a b' "c" b é`, ['b', 'a b', 'c', 'Ã©']],
  ['a ^D', ['a']],
  ['1/2 a.txt', ['1/2', 'a.txt']],
  ['1.5', ['1.5']],
  ['-2..1 quit', ['-2', '-1', '0', '1', 'quit']],
  ['-3..-3', ['-3']],
  ['8..11', ['8', '9', '10', '11']],
  ['a..c X..Z', ['a', 'b', 'c', 'X', 'Y', 'Z']],
  ...['1..', '..1', 'x1..2', '1..2x', 'aa..b', 'a..bb', '1...2', '1.5..2'].map((word): [string, string[]] => [
    `${word} y`,
    [word, 'y'],
  ]),
])('the list %s is quoted as in a shell, and has ranges of numbers and of letters', (list, words) => {
  expect(readWords(list)).toEqual(words)
})

test.each([
  ...['no/where', './words', 'nowhere.txt'].map((name) => [
    name,
    `--words '${name}': no such file; as a word, it must stand beside another one`,
  ]),
  ...['3..2', 'c..a', '1..b', 'a..2', 'A..z', 'z..A'].map((word) => [
    word,
    `--words: ${word} is no range: it goes up, as 0..8, a..h or A..H`,
  ]),
  ['0..100000', '--words: 0..100000 has more than 100000 words'],
  ['1..100000 a', '--words: more than 100000 words'],
  ['', "--words '': no words: give some, as in --words '0..8 quit'"],
])('the list %s is refused', (list, why) => {
  expect(() => readWords(list)).toThrow(why)
})

test.each([
  ['line ends of Unix', 'a b\n\nc\r\n', ['a b', '', 'c\r']],
  ['line ends of Windows', '\ufeffa b\r\n\r\nc', ['a b', '', 'c']],
  ['one word without a line end', 'a b', ['a b']],
  ['one empty line among others', '\n\n', ['']],
])('a file with %s has a word on each line', (_, content, words) => {
  expect(readWords(write('words.txt', content))).toEqual(words)
})

test('a file may hold bytes that are no text; an empty one is refused, and so is a folder', () => {
  expect(readWords(write('bytes.txt', '\xff\n\xe9', 'latin1'))).toEqual(['\xff', '\xe9'])
  for (const content of ['', '\n'])
    expect(() => readWords(write('empty.txt', content))).toThrow(/: no words: give some/)
  expect(() => readWords(folder)).toThrow(/: a folder, where a list of words should be a file$/)
})

test('recorded sessions give their answers and the end of input, of a program or of a game of ours', async () => {
  const prompted = (session: string, ...comments: string[]) =>
    ['# prompt: ^> ', ...comments, '$ ./some program', session].join('\n')
  write('like/a.transcript', prompted('> one\nno\n> ^D'))
  write('like/b.transcript', prompted('> two\nyes\nsure?\n> ', '# unprompted: yes'))
  write('like/deep/c.transcript', '$ tic-tac-toe\n...\n...\n...\nO> 4\n')
  expect(await readLike([`${folder}/like`])).toEqual([['one', null], ['two', 'yes'], ['4']])
  const path = write('none.transcript', prompted('> '))
  await expect(readLike([path, path])).rejects.toThrow(`--like ${path} ${path}: nothing was typed in these sessions`)
})
