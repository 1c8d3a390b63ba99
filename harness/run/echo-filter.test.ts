import { describe, expect, test } from 'vitest'
import { EchoFilter } from './echo-filter.ts'

const endMark = '\x01c0ffee'

/** The output of a filter after something was typed, piece by piece; and the rest that was held back at the end. */
function shown(pieces: readonly string[], echoes: readonly string[] = []) {
  const filter = new EchoFilter(endMark)
  filter.expect(echoes)
  return [...pieces.map((piece) => filter.feed(piece)), filter.flushHeld()]
}

describe('an echo', () => {
  test.each<[string, string[], string[]]>([
    ['is removed', ['4\r\nX'], ['X', '']],
    ['is removed, whatever its pieces', ['4', '\r', '\nX'], ['', '', 'X', '']],
    ['is removed once', ['4\r\n', '4\r\n'], ['', '4\n', '']],
    ['is removed in its other form', ['\nX'], ['X', '']],
    ['is removed after what moves the cursor', ['\x1b[K4\r\nX'], ['X', '']],
    ['is no echo after other output', ['a', '4\r\n'], ['a', '4\n', '']],
    ['is no echo after other output in one piece', ['a4\r\n'], ['a4\n', '']],
    ['begins with its first byte', ['2', '\r\n'], ['2', '\n', '']],
    ['that is not finished is output', ['4', '5'], ['', '45', '']],
    ['that is not finished is held back', ['4\r'], ['', '4\r']],
  ])('%s', (_, pieces, expected) => {
    expect(shown(pieces, ['4\r\n', '\n'])).toEqual(expected)
  })

  test('is output once it was let go, and so is what comes next', () => {
    const filter = new EchoFilter(endMark)
    filter.expect(['4\r\n'])
    expect([filter.feed('4'), filter.hasEnded]).toEqual(['', false])
    expect(filter.flushHeld()).toBe('4')
    expect([filter.feed('4\r\n'), filter.hasEnded]).toEqual(['4\n', false])
  })

  test('is removed although what was held back, nothing, was let go before', () => {
    const filter = new EchoFilter(endMark)
    filter.expect(['4\r\n'])
    expect(filter.flushHeld()).toBe('')
    expect([filter.feed('4\r\nX'), filter.hasEnded]).toEqual(['X', false])
  })
})

test('the CR that a terminal writes before a newline is removed, no other, and held back until one comes', () => {
  expect(shown(['a\r\nb\r\r\nc\rd', '\r', '\n'])).toEqual(['a\nb\r\nc\rd', '', '\n', ''])
  const filter = new EchoFilter(endMark)
  filter.feed('a\r')
  expect(filter.expect([])).toBe('\r')
})

describe('control sequences', () => {
  test.each<[string, string[], string[]]>([
    ['nothing is output of one that erases or moves on', ['a\x1b[K\x1b[?25lb\x1b[1Cc\x1b7'], ['abc', '']],
    ['a newline is output of one that moves the cursor back', ['a\x1b[1Gb\x1b8c\x1b[2A\x1b[5Dd'], ['a\nb\nc\nd', '']],
    [
      'nothing is output of one that moves the cursor back, at the beginning of a line',
      ['\x1b[A\n', '\x1b[Aa'],
      ['\n', 'a', ''],
    ],
    [
      'nothing is output of a CR at the beginning of a line',
      ['\ra\r\n\r', '\rb\rc\r\n\r\r\n'],
      ['a\n', 'b\rc\n\r\n', ''],
    ],
    ['nothing is output of one in pieces', ['a\x1b', '[2', 'Kb'], ['a', '', 'b', '']],
    ['nothing is output of one that names a window', ['\x1b]0;me\x07a\x1b]0;m', 'e\x1b', '\\b'], ['a', '', 'b', '']],
    ['all is output of one that never ends', ['\x1b[2', '\n'], ['', '\x1b[2\n', '']],
    ['nothing is output of the bells of a program that draws', ['\x07a\x1b[K\x07b'], ['\x07ab', '']],
    ['all is output of one of colour', ['\x1b[1mwho?\x1b[m '], ['\x1b[1mwho?\x1b[m ', '']],
    ['nothing is output of one of colour after another', ['\x1b[?25lwho?', '\x1b[7m_\x1b[m'], ['who?', '_', '']],
    ['all is output of one for the whole screen', ['\x1b[?1049h~'], ['\x1b[?1049h~', '']],
  ])('%s', (_, pieces, expected) => {
    expect(shown(pieces)).toEqual(expected)
  })
})

test('all up to the end mark is output, in whatever pieces it comes', () => {
  const whole = new EchoFilter(endMark)
  expect([whole.feed(`a\x01b${endMark}rest`), whole.hasEnded]).toEqual(['a\x01b', true])
  expect(whole.flushHeld()).toBe('')
  const pieces = new EchoFilter(endMark)
  expect([pieces.feed('a\x01c0'), pieces.hasEnded]).toEqual(['a', false])
  expect([pieces.feed('ffee'), pieces.hasEnded]).toEqual(['', true])
})

test('control sequences of an entry are output like any other', () => {
  expect(new EchoFilter(endMark, true).feed('\x1b[2Ja\x1b[K')).toBe('\x1b[2Ja\x1b[K')
})
