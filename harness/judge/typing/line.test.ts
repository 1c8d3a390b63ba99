import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toBytes, toText } from '../../session/bytes.ts'
import { type Choices, choicesOfWords } from './choices.ts'
import { anyLine, lineDraw, typeLines } from './line.ts'

type Draw = Parameters<typeof typeLines>[2][number]

/** A draw of the first likely line, with changes. */
const draw = (about: Partial<Draw> = {}): Draw => ({
  ...{ kind: 'likely', pick: 0, source: 1, change: 2, at: 0, remove: 0, insert: '', odd: '' },
  ...about,
})

/** The lines of draws in the middle of a session. */
const linesOf = (choices: Choices, ...draws: Partial<Draw>[]) =>
  typeLines(choices, [], [...draws.map(draw), draw()]).lines.slice(0, -1)

const sampled = (draws: fc.Arbitrary<Draw>, numRuns: number) => fc.sample(draws, { seed: 1, numRuns })

/** Words of a session that is over after this many lines, and fails when more are typed. */
function lasting(count: number, words: readonly string[] = ['a', 'b']): Choices {
  const going = <Value>(value: Value) => {
    if (count === 0) throw new Error('over')
    return value
  }
  return {
    ...choicesOfWords([]),
    get likely() {
      return going(words)
    },
    isOver: count === 0,
    after: () => lasting(going(count) - 1, words),
  }
}

describe('a session', () => {
  test('has the lines before, and one for each draw', () => {
    const draws = [draw(), draw({ pick: 1 }), draw({ pick: 3 })]
    expect(typeLines(lasting(5), ['b'], draws)).toEqual({ lines: ['b', 'a', 'b', 'b'], isOver: false })
    expect(typeLines(lasting(5), ['b', null], [])).toEqual({ lines: ['b', null], isOver: false })
  })

  test('ends when it is over', () => {
    expect(typeLines(lasting(2), [], [draw(), draw(), draw()])).toEqual({ lines: ['a', 'a'], isOver: true })
    expect(typeLines(lasting(1), ['b'], [draw()])).toEqual({ lines: ['b'], isOver: true })
    expect(typeLines(lasting(1), ['b', 'b'], [draw()])).toEqual({ lines: ['b', 'b'], isOver: true })
    const again = draw({ kind: 'again', pick: 3 })
    expect(typeLines(lasting(3), [], [draw(), again])).toEqual({ lines: ['a', 'a', 'a'], isOver: true })
  })

  test('has the lines that are likely at each point', () => {
    const at = (place: number): Choices => ({ ...choicesOfWords([`${place}`]), after: () => at(place + 1) })
    const again = draw({ kind: 'again' })
    expect(typeLines(at(0), ['x', null, 'y'], [draw(), again, draw()]).lines).toEqual(['x', null, 'y', '2', '2', '4'])
  })
})

test('only the last draw of a session ends it at once, whatever its kind', () => {
  const choices = choicesOfWords(['roll', 'quit'], ['quit'])
  const drawn = fc.sample(fc.array(anyLine(false), { minLength: 10, maxLength: 10 }), { seed: 1, numRuns: 500 })
  const sessions = drawn.map((draws) => typeLines(choices, [], draws).lines)
  expect(sessions.filter((lines) => lines.slice(0, -1).includes('quit'))).toEqual([])
  expect(sessions.some((lines) => lines.at(-1) === 'quit')).toBe(true)
})

describe('a likely line', () => {
  const choices = choicesOfWords(['a', 'quit', 'b'], ['quit'])

  test('does not end the session if more are drawn', () => {
    const picks = [0, 1, 2, 3, 4].map((pick) => ({ pick }))
    expect(linesOf(choices, ...picks)).toEqual(['a', 'b', 'a', 'b', 'a'])
    expect(linesOf(choicesOfWords(['quit'], ['quit']), {})).toEqual(['quit'])
  })

  test('ends it in one of four cases if it is the last', () => {
    const last = [0, 1, 2, 3, 8, 9].flatMap((pick) => typeLines(choices, [], [draw({ pick })]).lines)
    expect(last).toEqual(['quit', 'quit', 'b', 'a', 'quit', 'a'])
    expect(typeLines(choicesOfWords(['a', 'b']), [], [draw({ pick: 4 })]).lines).toEqual(['a'])
  })

  test('is another choice if none is likely, and empty if there is no choice', () => {
    expect(linesOf({ ...choicesOfWords([]), others: ['x', 'y'] }, { pick: 1 })).toEqual(['y'])
    expect(linesOf(choicesOfWords([]), {})).toEqual([''])
  })
})

describe('a line of another kind', () => {
  const choices = { ...choicesOfWords(['a', 'quit'], ['quit']), others: ['x', 'y', 'z'] }

  test('is one of the others, or a likely one if there are none', () => {
    expect(linesOf(choices, { kind: 'other', pick: 2 })).toEqual(['z'])
    expect(linesOf(choicesOfWords(['a', 'b']), { kind: 'other', pick: 1 })).toEqual(['b'])
  })

  test('has odd characters', () => {
    expect(linesOf(choices, { kind: 'odd', odd: '?!' })).toEqual(['?!'])
  })

  test('repeats the line before one to four times, or is a likely one at the beginning', () => {
    const times = (pick: number) => linesOf(choices, { kind: 'other' }, { kind: 'again', pick }).length - 1
    expect([0, 1, 2, 3, 4, 5].map(times)).toEqual([1, 2, 3, 4, 1, 2])
    expect(linesOf(choices, { kind: 'other' }, { kind: 'again' })).toEqual(['x', 'x'])
    expect(linesOf(choicesOfWords(['a', 'b']), { kind: 'again', pick: 1 })).toEqual(['b'])
  })

  test('is not changed', () => {
    const change = { source: 0, change: 0, insert: '!' }
    const draws = [{ kind: 'likely' }, { kind: 'other' }, { kind: 'odd', odd: '?' }, { kind: 'again' }] as const
    for (const [index, line] of ['a', 'x', '?', 'a'].entries())
      expect(linesOf(choices, { ...change, ...draws[index] })).toEqual([line])
  })

  test('is no reason to list refused lines that are not used: that takes long', () => {
    const slow: Choices = {
      ...choicesOfWords(['a']),
      get others(): never {
        throw new Error('slow')
      },
    }
    expect(linesOf(slow, {}, { kind: 'near', insert: '!' }, { kind: 'again' })).toEqual(['a', '!a', '!a'])
  })
})

describe('a near miss', () => {
  const nearOf = (line: string, about: Partial<Draw>) =>
    linesOf(choicesOfWords([toBytes(line)]), { kind: 'near', ...about }).map((line) => toText(line ?? ''))[0]
  const draws = sampled(lineDraw(['near']), 7000).filter(({ kind }) => kind === 'near')

  test.each<[string, Partial<Draw>, string]>([
    ['twice', { change: 0 }, 'aB-zZaB-zZ'],
    ['twice', { change: 7 }, 'aB-zZaB-zZ'],
    ['in the other case', { change: 8 }, 'Ab-Zz'],
    ['with something before it', { insert: '9' }, '9aB-zZ'],
    ['with something after it', { insert: '4', at: 5 }, 'aB-zZ4'],
    ['with something in it, in UTF-8', { insert: '４', at: 8 }, 'aB４-zZ'],
    ['without a character', { at: 1, remove: 1 }, 'a-zZ'],
    ['with others in place of two', { at: 3, remove: 2, insert: 'x' }, 'aB-x'],
    ['as it is', { at: 6 }, 'aB-zZ'],
  ])('is that line %s: %j', (_, about, line) => {
    expect(nearOf('aB-zZ', about)).toBe(line)
  })

  test('is in UTF-8, as that line is', () => {
    expect(nearOf('éñ', { at: 1, insert: '-' })).toBe('é-ñ')
    expect(nearOf('éñ', { remove: 1 })).toBe('ñ')
  })

  test('is one of a refused line in one of three cases', () => {
    const choices = { ...choicesOfWords(['a']), others: ['x'] }
    const lines = [0, 1, 2, 3].map((source) => linesOf(choices, { kind: 'near', source, insert: '!' })[0])
    expect(lines).toEqual(['!x', '!a', '!a', '!x'])
  })

  test('may be one of any choice', () => {
    const words = ['ab', 'cd', 'ef', 'gh', 'ij', 'kl', 'mn', 'op', 'qr']
    const made = (choices: Choices) => new Set(draws.flatMap((draw) => typeLines(choices, [], [draw]).lines))
    const likely = choicesOfWords(words.slice(0, 7))
    const refused: Choices = { ...choicesOfWords(['x']), others: words }
    const changed = (words: readonly string[]) => words.flatMap((word) => [word + word, word.toUpperCase()])
    expect([...made(likely)]).toEqual(expect.arrayContaining(changed(likely.likely)))
    expect([...made(refused)]).toEqual(expect.arrayContaining(changed(['x', ...words])))
  })

  test('lacks a character, has a space, sign or digit more, or is longer than any buffer', () => {
    const made = [...new Set(draws.map((draw) => nearOf('5', draw) ?? ''))]
    for (const extra of [' ', '\t', '\r', '0', '1', '9', '-', '+', 'x', 'é', '４'])
      expect(made).toEqual(expect.arrayContaining([extra, `${extra}5`, `5${extra}`]))
    expect(made).toContain('')
    const lengths = made.map(({ length }) => length)
    expect(lengths.some((length) => length > 256 && length < 512)).toBe(true)
    expect(Math.max(...lengths)).toBeGreaterThan(4096)
    const longest = made.filter(({ length }) => length > 4096)
    for (const line of longest) expect(line).toMatch(/^\d+$/)
  })

  test('may differ at any place of 20 characters', () => {
    const word = 'abcdefghijklmnopqrst'
    const made = draws.map((draw) => nearOf(word, draw) ?? '')
    const begins = (line: string, at: number) => line.startsWith(word.slice(0, at))
    for (let at = 0; at < word.length; at++)
      expect(made.some((line) => begins(line, at) && !begins(line, at + 1))).toBe(true)
    expect(made).toContain(`${word}-`)
  })
})

describe('a draw', () => {
  test('is a likely line in four of five cases, or else of a given kind', () => {
    const kinds = sampled(lineDraw(['other', 'again']), 5000).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'likely').length / kinds.length).toBeCloseTo(0.8, 2)
    expect(new Set(kinds)).toEqual(new Set(['likely', 'other', 'again']))
  })

  test('is of every kind in random sessions', () => {
    const kinds = sampled(anyLine(false), 300).map(({ kind }) => kind)
    expect(new Set(kinds)).toEqual(new Set(['likely', 'other', 'near', 'odd', 'again']))
  })

  const oddLines = (...about: Parameters<typeof lineDraw>) => sampled(lineDraw(...about), 2000).map(({ odd }) => odd)
  const isUtf8 = (line: string) => toText(line).isWellFormed()

  test('may have any character of Unicode, in UTF-8', () => {
    const lines = oddLines(['odd'])
    expect(lines.every(isUtf8)).toBe(true)
    const characters = new Set(lines.flatMap((line) => [...toText(line)]))
    for (const one of ['\0', '\t', '\x1b', ' ', '"', '\\', 'A', '~', '\x7f']) expect(characters).toContain(one)
    const codes = [...characters].map((character) => character.codePointAt(0) ?? 0)
    expect(codes.some((code) => code > 0x7f && code < 0x10000)).toBe(true)
    expect(Math.max(...codes)).toBeGreaterThan(0x100000)
    expect(characters).not.toContain('\ufffd')
  })

  test('is sometimes not UTF-8 if that is wanted, but never has a newline', () => {
    const lines = oddLines(['odd'], true)
    expect(lines.filter(isUtf8).length / lines.length).toBeCloseTo(0.6, 1)
    expect(lines.filter((line) => line.includes('\n'))).toEqual([])
    expect(sampled(anyLine(true), 200).every(({ odd }) => isUtf8(odd))).toBe(false)
  })

  test('has no odd characters if no kind needs them', () => {
    expect(oddLines(['other', 'near', 'again'], true).every((line) => line === '')).toBe(true)
  })
})
