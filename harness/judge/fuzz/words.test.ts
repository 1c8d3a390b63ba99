import { expect, test } from 'vitest'
import { testFolder } from '../../entries/test-helpers.ts'
import { readWords } from './words.ts'

const { write } = testFolder()

test('the name of a file that is not there is no word', () => {
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
})
