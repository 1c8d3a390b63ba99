import { describe, expect, test } from 'vitest'
import { EchoFilter } from './echo-filter.ts'

const endMark = '\x01c0ffee'

/** The output of a filter after a line was typed, piece by piece; and the rest that was held back at the end. */
function shown(pieces: readonly string[], { typed = '4\n', terminalEchoes = false } = {}) {
  const filter = new EchoFilter(endMark, terminalEchoes)
  filter.expect(typed)
  return [...pieces.map((piece) => filter.feed(piece).output), filter.letGo()]
}

describe('the echo of a line', () => {
  test.each<[string, string[], string[]]>([
    ['is removed', ['4\r\nX'], ['X', '']],
    ['is removed, whatever its pieces', ['4', '\r', '\nX'], ['', '', 'X', '']],
    ['is removed once', ['4\r\n', '4\r\n'], ['', '4\n', '']],
    ['is no echo behind other output', ['a', '4\r\n'], ['a', '4\n', '']],
    ['is no echo behind other output in one piece', ['a4\r\n'], ['a4\n', '']],
    ['that is not finished is output', ['4', '5'], ['', '45', '']],
    ['that is not finished is held back', ['4\r'], ['', '4\r']],
    ['is that of the terminal only if it echoes', ['4\n'], ['4\n', '']],
  ])('%s', (_, pieces, expected) => {
    expect(shown(pieces)).toEqual(expected)
  })

  test('is that of the terminal, or of the program', () => {
    expect(shown(['4\nX'], { terminalEchoes: true })).toEqual(['X', ''])
    expect(shown(['4\r\nX'], { terminalEchoes: true })).toEqual(['X', ''])
    expect(shown(['4', '\r', '\nX'], { terminalEchoes: true })).toEqual(['', '', 'X', ''])
  })

  test('begins with its first byte', () => {
    expect(shown(['2', '\r\n'], { typed: '42\n' })).toEqual(['2', '\n', ''])
  })

  test('that was let go is output, and so is what comes next', () => {
    const filter = new EchoFilter(endMark, false)
    filter.expect('4\n')
    expect(filter.feed('4')).toEqual({ output: '', hasEnded: false })
    expect(filter.letGo()).toBe('4')
    expect(filter.feed('4\r\n')).toEqual({ output: '4\n', hasEnded: false })
  })
})

test('an echo may come after what was held back is let go, if that was nothing', () => {
  const filter = new EchoFilter(endMark, false)
  filter.expect('4\n')
  expect(filter.letGo()).toBe('')
  expect(filter.feed('4\r\nX')).toEqual({ output: 'X', hasEnded: false })
})

test('a CR before a newline is removed, and held back until one comes', () => {
  expect(shown(['a\r\nb\r\r\nc\rd', '\r', '\n'])).toEqual(['a\nb\nc\rd', '', '\n', ''])
  const filter = new EchoFilter(endMark, false)
  filter.feed('a\r')
  expect(filter.expect('4\n')).toBe('\r')
})

test('all up to the end mark is output, in whatever pieces it comes', () => {
  const whole = new EchoFilter(endMark, false)
  expect(whole.feed(`a\x01b${endMark}rest`)).toEqual({ output: 'a\x01b', hasEnded: true })
  expect(whole.letGo()).toBe('')
  const pieces = new EchoFilter(endMark, false)
  expect(pieces.feed('a\x01c0')).toEqual({ output: 'a', hasEnded: false })
  expect(pieces.feed('ffee')).toEqual({ output: '', hasEnded: true })
})
