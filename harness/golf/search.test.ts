import { expect, test } from 'vitest'
import { search } from './search.ts'
import { put, sizeOf } from './source.ts'

/** Searches by deletions of letters, in groups. @returns the smallest text, and each that was tried, in order */
async function searched(
  text: string,
  groups: readonly string[],
  passes: (text: string) => boolean,
  thorough: readonly string[] = [],
) {
  const tried = new Set<string>()
  const stepOf = (groups: readonly string[]) => (text: string) =>
    groups.map((letters) => {
      const places = [...text].flatMap((letter, start) => (letters.includes(letter) ? [{ start, end: start + 1 }] : []))
      return { by: letters, changes: places.map((place) => [put(place, '')]) }
    })
  const judged = async (text: string) => {
    tried.add(text)
    return passes(text)
  }
  const best = await search(
    text,
    {
      minify: stepOf([]),
      quick: [stepOf(groups)],
      thorough: thorough.map((letters) => stepOf([letters])),
      compact: async (text) => text.replaceAll(' ', ''),
    },
    judged,
    () => false,
  )
  return { best, tried: [...tried] }
}

test('what saves most is tried first, all of it at once', async () => {
  const { best, tried } = await searched('..a-b-c..', ['-', '.'], () => true)
  expect({ best, tried }).toEqual({ best: 'abc', tried: ['a-b-c', 'abc'] })
})

test('of a group that is refused, each half is tried, down to what is wrong', async () => {
  const isRight = (text: string) => text.indexOf('d') >= 0
  const { best, tried } = await searched('abcdefgh', ['abcdefgh'], isRight)
  expect(best).toBe('d')
  expect(tried).toEqual(['', 'efgh', 'cdefgh', 'defgh', 'd'])
})

test('quick steps are tried again after each find, but what they refused at the same place only at the end', async () => {
  const far = '.'.repeat(50)
  const isRight = (text: string) => !text.includes('b') || text.includes('a')
  const { best, tried } = await searched(`a${far}bc`, ['a', '?'], isRight, ['b', 'c'])
  expect(best).toBe(far)
  expect(tried.slice(1)).toEqual([`a${far}c`, `a${far}`, far])
  const near = await searched('abc', ['a'], isRight, ['b', 'c'])
  expect(near.tried).toEqual(['bc', 'ac', 'c', ''])
})

test('sizes are in bytes, of a program that is not UTF-8, too', () => {
  expect(['a', 'é', 'é\udcff'].map(sizeOf)).toEqual([1, 2, 3])
})
