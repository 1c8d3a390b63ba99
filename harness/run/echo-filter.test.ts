import { expect, test } from 'vitest'
import { EchoFilter } from './echo-filter.ts'

const endMark = '\x01c0ffee'

/** The output of a filter after something was typed, piece by piece; and the rest that was held back at the end. */
function shown(pieces: readonly string[], echoes: readonly string[] = []) {
  const filter = new EchoFilter(endMark)
  filter.expect(echoes)
  return [...pieces.map((piece) => filter.feed(piece)), filter.flushHeld()]
}

test.each<[string, string[], string[]]>([
  ['is removed, whatever its pieces', ['4', '\r', '\nX'], ['', '', 'X', '']],
  ['is removed once', ['4\r\n', '4\r\n'], ['', '4\n', '']],
  ['is removed in its other form', ['\nX'], ['X', '']],
  ['is removed after what moves the cursor', ['\x1b[K4\r\nX'], ['X', '']],
  ['is no echo after other output', ['a', '4\r\n'], ['a', '4\n', '']],
  ['begins with its first byte', ['2', '\r\n'], ['2', '\n', '']],
  ['that is not finished is output', ['4', '5'], ['', '45', '']],
  ['that is not finished is held back', ['4\r'], ['', '4\r']],
])('an echo %s', (_, pieces, expected) => {
  expect(shown(pieces, ['4\r\n', '\n'])).toEqual(expected)
})

test('an echo is output once it was let go, and so is what comes next; but not if nothing was held back', () => {
  const filter = new EchoFilter(endMark)
  filter.expect(['4\r\n'])
  expect([filter.flushHeld(), filter.feed('4'), filter.flushHeld()]).toEqual(['', '', '4'])
  expect(filter.feed('4\r\n')).toBe('4\n')
})

test('the CR that a terminal writes before a newline is removed, no other, and held back until one comes', () => {
  expect(shown(['a\r\nb\r\r\nc\rd', '\r', '\n'])).toEqual(['a\nb\r\nc\rd', '', '\n', ''])
  const filter = new EchoFilter(endMark)
  filter.feed('a\r')
  expect(filter.expect([])).toBe('\r')
})

test.each<[string, string[], string[]]>([
  ['that erases or moves on is no output', ['a\x1b[K\x1b[?25lb\x1b[1Cc\x1b7'], ['abc', '']],
  ['that moves the cursor back is a newline', ['a\x1b[1Gb\x1b8c\x1b[2A\x1b[5Dd'], ['a\nb\nc\nd', '']],
  ['that moves the cursor at the beginning of a line is nothing', ['\x1b[A\n', '\x1b[Aa'], ['\n', 'a', '']],
  ['may be a CR at the beginning of a line', ['\ra\r\n\r', '\rb\rc\r\n\r\r\n'], ['a\n', 'b\rc\n\r\n', '']],
  ['may come in pieces', ['a\x1b', '[2', 'Kb'], ['a', '', 'b', '']],
  ['may name a window', ['\x1b]0;me\x07a\x1b]0;m', 'e\x1b', '\\b'], ['a', '', 'b', '']],
  ['that never ends is output', ['\x1b[2', '\n'], ['', '\x1b[2\n', '']],
  ['may be a bell, which is output until the program draws', ['\x07a\x1b[K\x07b'], ['\x07ab', '']],
  ['of colour is output', ['\x1b[1mwho?\x1b[m '], ['\x1b[1mwho?\x1b[m ', '']],
  ['of colour after another is none', ['\x1b[?25lwho?', '\x1b[7m_\x1b[m'], ['who?', '_', '']],
  ['for the whole screen is output', ['\x1b[?1049h~'], ['\x1b[?1049h~', '']],
])('a control sequence %s', (_, pieces, expected) => {
  expect(shown(pieces)).toEqual(expected)
})

test('a control sequence of an entry is output like any other', () => {
  expect(new EchoFilter(endMark, true).feed('\x1b[2Ja\x1b[K')).toBe('\x1b[2Ja\x1b[K')
})

test('all up to the end mark is output, in whatever pieces it comes', () => {
  const whole = new EchoFilter(endMark)
  expect([whole.feed(`a\x01b${endMark}rest`), whole.hasEnded, whole.flushHeld()]).toEqual(['a\x01b', true, ''])
  const pieces = new EchoFilter(endMark)
  expect([pieces.feed('a\x01c0'), pieces.hasEnded]).toEqual(['a', false])
  expect([pieces.feed('ffee'), pieces.hasEnded]).toEqual(['', true])
})
