import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Text, Variation } from '../../reference/game.ts'
import { toBytes } from './bytes.ts'
import { matcher, nearestForm } from './matcher.ts'
import type { Expected, Varying } from './session.ts'

const newlines: Variation = { name: 'newlines', oneOf: ['\n'], times: '*' }
const board: Variation = { name: 'board', oneOf: [['XO.\n', newlines]], times: '?' }
const retry: Text = [newlines, 'invalid.\n', newlines, board, 'X> ']
const blanks: Variation = { name: 'blanks', oneOf: [' ', '\t'], times: '+', exact: '  ' }
const lastNewline: Variation = { name: 'newlines', oneOf: ['\n'], times: '?', exact: '\n' }

const nothing: Variation = { name: 'nothing', oneOf: ['', 'a'], times: '*' }

/** A varying place of one or more of some characters. */
const some = (exact: string, reads: (code: number) => boolean): Varying => ({
  exact,
  states: [{ reads, next: [1] }, { next: [0, 2] }],
})
const digits = some('1', (code) => code >= 48 && code <= 57)

/** Expects that two texts match the same pieces. */
function expectSame(text: Expected, other: Expected, pieces: readonly string[], whole: boolean) {
  const matchers = [matcher(text, whole), matcher(other, whole)]
  for (const piece of pieces) {
    const [one, two] = matchers.map((match) => {
      const length = match.feed(piece)
      const { state, variations, varied } = match
      return { length, state, variations, varied }
    })
    expect(one).toEqual(two)
    if (one?.length !== piece.length) return
  }
}

test('a plain text is matched like a text that has variations', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 6 })
  const property = fc.property(letters, fc.array(letters, { maxLength: 4 }), fc.boolean(), (text, pieces, whole) =>
    expectSame(text, [text], pieces, whole),
  )
  fc.assert(property, { numRuns: 300 })
})

test('a text is matched as at first, whatever was matched before', () => {
  const texts = [retry, [blanks, 'a', newlines], [board, lastNewline], [newlines], [digits, newlines]]
  const piece = fc.stringMatching(/^(\n|invalid\.\n|XO\.\n|X> | |a|x|1|2){0,4}$/)
  const pieces = fc.array(piece, { minLength: 1, maxLength: 3 })
  const property = fc.property(fc.nat(texts.length - 1), pieces, fc.boolean(), (index, pieces, whole) => {
    const text = texts[index] ?? ''
    expectSame(text, [...text], pieces, whole)
  })
  fc.assert(property, { numRuns: 500 })
})

test('ever new forms of a text are matched', () => {
  const text = ['A', blanks, '!']
  const states = Array.from({ length: 120 }, (_, count) => {
    const match = matcher(text, true)
    match.feed(`A${' '.repeat(count)}!`)
    return match.state
  })
  expect([...new Set(states.slice(1))]).toEqual(['complete'])
})

test.each<[text: Text, bytes: string, state: string, at: number, variations?: string[]]>([
  ['４', '\xef\xbc\x94', 'complete', 3],
  [retry, '', 'partial', 0],
  [retry, 'XO', 'wrong', 0],
  [retry, 'invalid.\nXO.\n', 'partial', 13],
  [retry, 'invalid.\nX> ', 'complete', 12],
  [retry, '\ninvalid.\nX> ', 'complete', 13, ['newlines']],
  [retry, 'invalid.\n\n\nX> ', 'complete', 14, ['newlines']],
  [retry, 'invalid.\nXO.\nX> ', 'complete', 16, ['board']],
  [retry, 'invalid.\n\nXO.\n\nX> ', 'complete', 18, ['newlines', 'board']],
  [retry, 'invalid.X> ', 'wrong', 8],
  [retry, 'invalid.\nXO.X> ', 'wrong', 12],
  [retry, 'invalid.\nXX', 'wrong', 10],
  [retry, 'invalid.\nXO.\nXO.\n', 'wrong', 14],
  [retry, 'invalid.\n\n!', 'wrong', 10],
  [['a', blanks, 'b'], 'a  b', 'complete', 4],
  [['a', blanks, 'b'], 'a \t b', 'complete', 5, ['blanks']],
  [['a', blanks, 'b'], 'ab', 'wrong', 1],
  [[nothing, 'b'], 'aab', 'complete', 3, ['nothing']],
  [[nothing, 'b'], 'b', 'complete', 1],
])('%j: %j is %s at %i, with %j', (text, bytes, state, at, variations = []) => {
  const match = matcher(text, false)
  expect([match.feed(bytes), match.state, [...match.variations]]).toEqual([at, state, variations])
})

test.each([
  ['tie.\n', 'complete', []],
  ['tie.', 'complete', ['newlines']],
  ['tie.\n\n\n', 'complete', ['newlines']],
  ['tie.\n.', 'wrong', []],
  ['tie', 'partial', []],
])('a whole text %j is %s with %j', (bytes, state, variations) => {
  const match = matcher(['tie.', lastNewline, newlines], true)
  match.feed(bytes)
  expect([match.state, [...match.variations]]).toEqual([state, variations])
})

test('the empty text may be complete, and read on', () => {
  const match = matcher([newlines], true)
  expect([match.state, match.variations]).toEqual(['complete', new Set()])
  match.feed('\n')
  expect([match.state, match.variations]).toEqual(['complete', new Set(['newlines'])])
})

test('bytes are read in any pieces, and many of them', () => {
  const match = matcher(['tie.', lastNewline, newlines], true)
  for (const byte of 'tie.') match.feed(byte)
  expect(match.feed('\n'.repeat(100_000))).toBe(100_000)
  expect(match.state).toBe('complete')
})

test.each([
  ['took 1 ms', 'complete', 0],
  ['took 5 ms', 'complete', 1],
  ['took 1234 ms', 'complete', 1],
  ['took 12 m', 'partial', 0],
  ['took ', 'partial', 0],
  ['took  ms', 'wrong', 0],
  ['took 12 s', 'wrong', 0],
])('%j is %s, in one piece and byte by byte; %i places are not as recorded', (bytes, state, varied) => {
  for (const pieces of [[bytes], [...bytes]]) {
    const match = matcher(['took ', digits, ' ms'], true)
    for (const piece of pieces) match.feed(piece)
    expect([match.state, match.varied]).toEqual([state, varied])
  }
})

test.each([
  ['é', toBytes('é'), true],
  ['€', toBytes('€'), true],
  ['😀', toBytes('😀'), true],
  ['é', toBytes('è'), false],
  ['é', '\xc3', false],
  ['é', '\xc3a', false],
  ['é', '\xc3\xff', false],
  ['é', '\xe0\x83\xa9', false],
  ['a', '\xc1\xa1', false],
])('a character of a varying place is matched as UTF-8: %s, %j', (character, bytes, isRight) => {
  const match = matcher([some(character, (code) => code === character.codePointAt(0))], true)
  match.feed(bytes)
  expect(match.state === 'complete').toBe(isRight)
})

test('too many ways to read an output are an error', () => {
  const match = matcher(Array<Varying>(1000).fill(digits), true)
  expect(() => match.feed('1'.repeat(2000))).toThrow('takes too long to compare')
})

const space: Variation = { name: 'space', oneOf: [' '], times: '?' }
const empty: Varying = { exact: '12', states: [{ next: [1] }] }
test.each<[Expected, right: string, form: string]>([
  ['a', 'b', 'a'],
  [['é ', digits, blanks, 'of ', { ...digits }, '\n'], 'é 42 of x', 'é 42 of 1\n'],
  [['took ', digits, ' ms'], 'took 42', 'took 1 ms'],
  [['took ', digits, ' ms'], 'took ', 'took 1 ms'],
  [[digits, ' ms'], '', '1 ms'],
  [['n=', empty, ' end'], 'n= enx', 'n= end'],
  [['tie.', lastNewline, newlines], 'tie.', 'tie.'],
  [['tie.', lastNewline, newlines], 'tie.x', 'tie.\n'],
  [retry, 'invalid.\nX?', 'invalid.\nX> '],
  [retry, 'invalid.\nXO?', 'invalid.\nX> '],
  [retry, 'invalid.\nXO.\nX?', 'invalid.\nXO.\nX> '],
  [[newlines, 'a', space, '\nb\n'], '\n\na\nb\n', '\n\na\nb\n'],
  [[newlines, 'a', space, '\nb\n'], '\n\na', '\n\na\nb\n'],
  [[newlines, 'a', space, '\nb\n'], '\n\n', '\n\na\nb\n'],
  [[newlines, 'a', space, '\nb\n'], 'a \n?', 'a \nb\n'],
  [[newlines, 'a', space, '\nb\n'], '', 'a\nb\n'],
])('of %j, the form that is nearest to %j is %j', (text, right, form) => {
  expect(nearestForm(text, toBytes(right))).toBe(toBytes(form))
})
