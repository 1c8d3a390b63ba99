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

test.each<[text: string, needed: string, shortest: string, fails: (text: string) => boolean]>([
  ['abcdefghabcdefgh', 'c, f and c', 'cfc', (text) => /c.*f.*c/.test(text)],
  ['bxxa', 'b, as long as there is an a', 'x', (text) => /x/.test(text) && (!/a/.test(text) || /b/.test(text))],
  ['q1p2z', 'p, as long as there is a q', '12z', (text) => /1.*2.*z/.test(text) && (!/q/.test(text) || /p/.test(text))],
])('what is not needed of %s is dropped; needed is %s', async (text, _, needed, fails) => {
  const { shortest, tried } = await shrunk(text, fails)
  expect(shortest).toBe(needed)
  expect(new Set(tried).size).toBe(tried.length)
})

test.each([
  ['abcd', 'abcd', ['', 'a', 'ab', 'ad', 'cd', 'abc', 'abd', 'acd', 'bcd']],
  ['abcdefghijk', 'ak', ['', 'a', 'ab', 'abcd', 'abcdefgh', 'abcde', 'abijk', 'jk', 'abij', 'abik', 'abk', 'ak', 'k']],
  ['abcdefghi', 'abc', ['', 'a', 'ab', 'abcd', 'ad', 'cd', 'abc', 'ac', 'bc']],
])('of %s, beginnings are tried; then runs go, long and late ones first; %s is needed', async (text, needed, all) => {
  const { tried } = await shrunk(text, (text) => [...needed].every((item) => text.includes(item)))
  expect(tried).toEqual(all)
})

test('no input at all is tried first, and no more than may be tried', async () => {
  expect(await shrunk('abcd', () => true)).toEqual({ shortest: '', tried: [''] })
  expect(await shrunk('abcd', (text) => text !== '', 1)).toEqual({ shortest: 'abcd', tried: [''] })
})
