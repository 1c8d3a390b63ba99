import { describe, expect, test } from 'vitest'
import { testFolder } from '../../run/test-helpers.ts'
import { readLike, readWords } from './words.ts'

const { folder, write } = testFolder()

test('a missing file is no word', () => {
  for (const name of ['no/where', './words', 'nowhere.txt'])
    expect(() => readWords(name)).toThrow(
      `--words '${name}': no such file; as a word, it must stand beside another one`,
    )
  expect(readWords('1/2 a.txt')).toEqual(['1/2', 'a.txt'])
  expect(readWords('1.5')).toEqual(['1.5'])
})

test('a file has a word on each line, which may end as in Windows if all do', () => {
  expect(readWords(write('unix.txt', 'a b\n\nc\r\n'))).toEqual(['a b', '', 'c\r'])
  expect(readWords(write('windows.txt', 'a b\r\n\r\nc\r\n'))).toEqual(['a b', '', 'c'])
  expect(readWords(write('windows.txt', '\ufeffa b\r\nc'))).toEqual(['a b', 'c'])
})

test('a file may have one word, even without a newline, but is not empty', () => {
  expect(readWords(write('one.txt', 'a b'))).toEqual(['a b'])
  expect(readWords(write('blank.txt', '\n\n'))).toEqual([''])
  for (const content of ['', '\n']) {
    const path = write('empty.txt', content)
    expect(() => readWords(path)).toThrow(`--words '${path}': no words: give some, as in --words '0..8 quit'`)
  }
})

test('a file may hold bytes that are no text; a folder is no file', () => {
  expect(readWords(write('bytes.txt', '\xff\n\xe9', 'latin1'))).toEqual(['\xff', '\xe9'])
  expect(() => readWords(folder)).toThrow(/: a folder, where a list of words should be a file$/)
})

describe('a list', () => {
  test('a list is quoted as in a shell, and has each word once', () => {
    expect(readWords(`b 'a b' "c" b é`)).toEqual(['b', 'a b', 'c', 'Ã©'])
    expect(readWords('a ^D')).toEqual(['a'])
  })

  test.each([
    ['0..3', ['0', '1', '2', '3']],
    ['-2..1', ['-2', '-1', '0', '1']],
    ['-3..-3', ['-3']],
    ['8..11', ['8', '9', '10', '11']],
    ['a..c', ['a', 'b', 'c']],
    ['X..Z', ['X', 'Y', 'Z']],
    ['0..1 quit', ['0', '1', 'quit']],
  ])('a list has ranges of numbers and of letters: %s', (list, words) => {
    expect(readWords(list)).toEqual(words)
  })

  test.each(['1..', '..1', 'x1..2', '1..2x', 'aa..b', 'a..bb', '1...2', '1.5..2'])(
    'a list takes %s for a word',
    (word) => {
      expect(readWords(`${word} y`)).toEqual([word, 'y'])
    },
  )

  test.each(['3..2', 'c..a', '1..b', 'a..2', 'A..z', 'z..A'])('a list refuses %s, which does not go up', (word) => {
    expect(() => readWords(word)).toThrow(`--words: ${word} is no range: it goes up, as 0..8, a..h or A..H`)
  })

  test('a list has at most 100,000 words', () => {
    expect(readWords('1..100000')).toHaveLength(100_000)
    expect(() => readWords('0..100000')).toThrow('--words: 0..100000 has more than 100000 words')
    expect(() => readWords('1..100000 a')).toThrow(/^--words: more than 100000 words$/)
  })
})

describe('recorded sessions', () => {
  const transcript = (session: string, ...comments: string[]) => [...comments, '$ ./some program', session].join('\n')

  test('recorded sessions give their answers, those without a prompt too, and the end of input', async () => {
    const paths = [
      write('like/a.transcript', transcript('> one\nno\n> ^D', '# prompt: ^> ')),
      write('like/b.transcript', transcript('> two\nyes\nsure?\n> ', '# prompt: ^> ', '# unprompted: yes')),
    ]
    expect(await readLike(paths)).toEqual([
      ['one', null],
      ['two', 'yes'],
    ])
  })

  test('recorded sessions may be a whole folder, and of our own games', async () => {
    write('games/a.transcript', '$ tic-tac-toe\n...\n...\n...\nO> 4\n')
    write('games/deep/b.transcript', '$ tic-tac-toe\n...\n...\n...\nO> ')
    expect(await readLike([`${folder}/games`])).toEqual([['4'], []])
  })

  test('sessions in which nothing was typed are an error', async () => {
    const path = write('none.transcript', transcript('> ', '# prompt: ^> '))
    await expect(readLike([path, path])).rejects.toThrow(`--like ${path} ${path}: nothing was typed in these sessions`)
  })
})
