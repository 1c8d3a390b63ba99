import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Text, Variation } from '../../reference/game.ts'
import { toBytes } from './bytes.ts'
import { matcher, nearestForm } from './matcher.ts'
import type { Expected, Varying } from './session.ts'

const newlines: Variation = { name: 'newlines', oneOf: ['\n'], times: '*' }
const board: Variation = { name: 'board', oneOf: [['XO.\n', newlines]], times: '?' }
const retry: Text = [newlines, 'invalid.\n', newlines, board, 'X> ']
const blanks: Variation = { name: 'blanks', oneOf: [' ', '\t'], times: '+', exact: '  ' }
const lastNewline: Variation = { name: 'newlines', oneOf: ['\n'], times: '?', exact: '\n' }

function feed(text: Text, bytes: string, whole = false) {
  const match = matcher(text, whole)
  const at = match.feed(bytes)
  return { state: match.state, at, variations: [...match.variations] }
}

describe('a plain text', () => {
  test('is matched like a text that has variations', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 6 })
    const property = fc.property(letters, fc.array(letters, { maxLength: 4 }), fc.boolean(), (text, pieces, whole) => {
      const [plain, automaton] = [matcher(text, whole), matcher([text], whole)]
      for (const piece of pieces) {
        expect(plain.feed(piece)).toBe(automaton.feed(piece))
        const seen = ({ state, variations }: typeof plain) => [state, [...variations]]
        expect(seen(plain)).toEqual(seen(automaton))
      }
    })
    fc.assert(property, { numRuns: 300 })
  })

  test('is matched as UTF-8', () => {
    expect(feed('４', '\xef\xbc\x94')).toMatchObject({ state: 'complete', at: 3 })
  })
})

describe('variations', () => {
  test('a text is matched as at first, whatever was matched before', () => {
    const texts = [retry, [blanks, 'a', newlines], [board, lastNewline], [newlines]]
    const piece = fc.stringMatching(/^(\n|invalid\.\n|XO\.\n|X> | |a|x){0,4}$/)
    const pieces = fc.array(piece, { minLength: 1, maxLength: 3 })
    const property = fc.property(fc.constantFrom(...texts), pieces, fc.boolean(), (text, pieces, whole) => {
      const [again, first] = [matcher(text, whole), matcher(structuredClone(text), whole)]
      for (const piece of pieces) {
        expect(again.feed(piece)).toBe(first.feed(piece))
        expect([again.state, again.variations]).toEqual([first.state, first.variations])
      }
    })
    fc.assert(property, { numRuns: 500 })
  })

  test('the empty text may be complete, and read on', () => {
    const match = matcher([newlines], true)
    expect([match.state, match.variations]).toEqual(['complete', new Set()])
    match.feed('\n')
    expect([match.state, match.variations]).toEqual(['complete', new Set(['newlines'])])
    expect(matcher([newlines, 'a'], true).state).toBe('partial')
  })

  test.each([
    ['invalid.\nX> ', []],
    ['\ninvalid.\nX> ', ['newlines']],
    ['invalid.\n\n\nX> ', ['newlines']],
    ['invalid.\nXO.\nX> ', ['board']],
    ['invalid.\n\nXO.\n\nX> ', ['newlines', 'board']],
  ])('%j uses %j', (bytes, variations) => {
    expect(feed(retry, bytes)).toEqual({ state: 'complete', at: bytes.length, variations })
  })

  test.each([
    ['invalid.X> ', 8],
    ['invalid.\nXO.X> ', 12],
    ['invalid.\nXX', 10],
    ['invalid.\nXO.\nXO.\n', 14],
    ['invalid.\r\n', 8],
  ])('%j is wrong at %i', (bytes, at) => {
    expect(feed(retry, bytes)).toMatchObject({ state: 'wrong', at })
  })

  test('a variation may be needed at least once, and have an exact form of its own', () => {
    expect(feed(['a', blanks, 'b'], 'a  b')).toMatchObject({ state: 'complete', variations: [] })
    expect(feed(['a', blanks, 'b'], 'a \t b')).toMatchObject({ state: 'complete', variations: ['blanks'] })
    expect(feed(['a', blanks, 'b'], 'ab')).toMatchObject({ state: 'wrong', at: 1 })
  })
})

test('a variation may be nothing, and come any number of times', () => {
  const nothing: Variation = { name: 'n', oneOf: ['', 'a'], times: '*' }
  expect(feed([nothing, 'b'], 'aab')).toEqual({ state: 'complete', at: 3, variations: ['n'] })
  expect(feed([nothing, 'b'], 'b')).toEqual({ state: 'complete', at: 1, variations: [] })
})

test.each(['', 'XO', 'invalid.\nXO.\n', 'invalid.\n\n!'])('%j, which is not complete, has no variations', (bytes) => {
  expect(feed(retry, bytes).variations).toEqual([])
})

describe('a whole text', () => {
  test.each([
    ['tie.\n', 'complete', []],
    ['tie.', 'complete', ['newlines']],
    ['tie.\n\n\n', 'complete', ['newlines']],
    ['tie.\n.', 'wrong', []],
    ['tie', 'partial', []],
  ])('%j is %s with %j', (bytes, state, variations) => {
    expect(feed(['tie.', lastNewline, newlines], bytes, true)).toMatchObject({ state, variations })
  })
})

test('bytes are read in any pieces, and many of them', () => {
  const match = matcher(['tie.', lastNewline, newlines], true)
  for (const byte of 'tie.') match.feed(byte)
  expect(match.feed('\n'.repeat(100_000))).toBe(100_000)
  expect(match.state).toBe('complete')
})

describe('a varying place', () => {
  /** One or more of some characters. */
  const some = (exact: string, reads: (code: number) => boolean): Varying => ({
    exact,
    states: [{ reads, next: [1] }, { next: [0, 2] }],
  })
  const digits = some('1', (code) => code >= 48 && code <= 57)

  test.each([
    ['took 5 ms', 'complete', ['5']],
    ['took 1234 ms', 'complete', ['1234']],
    ['took 12', 'partial', []],
    ['took 12 m', 'partial', ['12']],
    ['took ', 'partial', []],
    ['took  ms', 'wrong', []],
    ['took 12 s', 'wrong', ['12']],
  ])('%j is %s, in one piece and byte by byte', (bytes, state, places) => {
    for (const pieces of [[bytes], [...bytes]]) {
      const match = matcher(['took ', digits, ' ms'], true)
      for (const piece of pieces) match.feed(piece)
      expect([match.state, match.places.map(({ text }) => text)]).toEqual([state, places])
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
  ])('a character is matched as UTF-8: %s, %j', (character, bytes, isRight) => {
    const match = matcher([some(character, (code) => code === character.codePointAt(0))], true)
    match.feed(bytes)
    expect(match.state === 'complete').toBe(isRight)
  })

  test('too many ways to read an output are an error', () => {
    const match = matcher(Array<Varying>(1000).fill(digits), true)
    expect(() => match.feed('1'.repeat(2000))).toThrow('takes too long to compare')
  })

  test('the nearest form has what stands there, and the exact form otherwise', () => {
    const text: Expected = ['é ', digits, blanks, 'of ', { ...digits }, '\n']
    expect(nearestForm(text, toBytes('é 42 of x'))).toBe(toBytes('é 42  of 1\n'))
    const empty: Varying = { exact: '12', states: [{ next: [1] }] }
    expect(nearestForm(['n=', empty, ' end'], 'n= enx')).toBe('n= end')
    expect(nearestForm('a', 'b')).toBe('a')
  })

  test.each([
    ['\n\na\nb\n', '\n\na\nb\n'],
    ['\n\na\nb', '\n\na\nb\n'],
    ['\n\n', '\n\na\nb\n'],
    ['a \n', 'a \nb\n'],
    ['a \n?\n', 'a\nb\n'],
    ['', 'a\nb\n'],
  ])('what the rules allow stays in the nearest form: %j', (right, form) => {
    const newlines: Variation = { name: 'newlines', oneOf: ['\n'], times: '*', exact: '' }
    const space: Variation = { name: 'space', oneOf: [' '], times: '?', exact: '' }
    expect(nearestForm([newlines, 'a', space, '\nb\n'], right)).toBe(form)
  })
})
