import { expect, test } from 'vitest'
import { shrink } from './shrink.ts'

/** Shrinks, and lists what was tried. */
async function shrunk(text: string, fails: (text: string) => boolean, most = 300) {
  const tried: string[] = []
  const shortest = await shrink(
    [...text],
    async (items) => {
      tried.push(items.join(''))
      return fails(items.join(''))
    },
    most,
  )
  return { shortest: shortest.join(''), tried }
}

test('what is not needed is dropped', async () => {
  const { shortest, tried } = await shrunk('abcdefghabcdefgh', (text) => /c.*f.*c/.test(text))
  expect(shortest).toBe('cfc')
  expect(new Set(tried).size).toBe(tried.length)
})

test('a line that was needed at first is dropped when it is not any more', async () => {
  // b is needed as long as there is an a.
  expect(
    (await shrunk('bxxa', (text) => text.includes('x') && (!text.includes('a') || text.includes('b')))).shortest,
  ).toBe('x')
})

test('beginnings are tried first, each twice as long as the one before', async () => {
  const { shortest, tried } = await shrunk('abcdefghi', (text) => text.startsWith('abc'))
  expect(shortest).toBe('abc')
  expect(tried.slice(0, 4)).toEqual(['', 'a', 'ab', 'abcd'])
  expect(tried).not.toContain('abcdefgh')
})

test.each([
  ['abcd', 'abcd', ['', 'a', 'ab', 'ad', 'cd', 'abc', 'abd', 'acd', 'bcd']],
  ['abcdefghijk', 'ak', ['', 'a', 'ab', 'abcd', 'abcdefgh', 'abcde', 'abijk', 'jk', 'abij', 'abik', 'abk', 'ak', 'k']],
])('runs of %s are dropped from the end on, long ones first, where %s is needed', async (text, needed, all) => {
  const { tried } = await shrunk(text, (text) => [...needed].every((item) => text.includes(item)))
  expect(tried).toEqual(all)
})

test('single items are tried again as long as one is dropped', async () => {
  // p is needed as long as there is a q.
  const fails = (text: string) => /1.*2.*z/.test(text) && (!text.includes('q') || text.includes('p'))
  expect((await shrunk('q1p2z', fails)).shortest).toBe('12z')
})

test('no input at all is tried first, and no more than may be tried', async () => {
  expect(await shrunk('abcd', () => true)).toEqual({ shortest: '', tried: [''] })
  expect(await shrunk('abcd', (text) => text !== '', 1)).toEqual({ shortest: 'abcd', tried: [''] })
})
