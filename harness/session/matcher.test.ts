import { describe, expect, test } from 'vitest'
import type { Freedom, Text } from '../../reference/game.ts'
import { matcher } from './matcher.ts'

const newlines: Freedom = { name: 'newlines', oneOf: ['\n'], times: '*' }
const board: Freedom = { name: 'board', oneOf: [['XO.\n', newlines]], times: '?' }
const retry: Text = [newlines, 'invalid.\n', newlines, board, 'X> ']
const blanks: Freedom = { name: 'blanks', oneOf: [' ', '\t'], times: '+', exact: '  ' }
const lastNewline: Freedom = { name: 'newlines', oneOf: ['\n'], times: '?', exact: '\n' }

function hear(text: Text, bytes: string, whole = false) {
  const match = matcher(text, whole)
  const at = match.hear(bytes, 0)
  return { heard: match.heard, at, freedoms: [...match.freedoms] }
}

describe('a plain text', () => {
  test.each([
    ['', 'partial', 0],
    ['X>', 'partial', 2],
    ['X> ', 'complete', 3],
    ['X> \n', 'complete', 3],
    ['X>\n', 'wrong', 2],
    ['O> ', 'wrong', 0],
  ])('%j is %s at %i', (bytes, heard, at) => {
    expect(hear('X> ', bytes)).toEqual({ heard, at, freedoms: [] })
  })

  test('is matched as UTF-8', () => {
    expect(hear('４', '\xef\xbc\x94')).toMatchObject({ heard: 'complete', at: 3 })
  })
})

describe('freedoms', () => {
  test.each([
    ['invalid.\nX> ', []],
    ['\ninvalid.\nX> ', ['newlines']],
    ['invalid.\n\n\nX> ', ['newlines']],
    ['invalid.\nXO.\nX> ', ['board']],
    ['invalid.\n\nXO.\n\nX> ', ['newlines', 'board']],
  ])('%j uses %j', (bytes, freedoms) => {
    expect(hear(retry, bytes)).toEqual({ heard: 'complete', at: bytes.length, freedoms })
  })

  test.each([
    ['invalid.X> ', 8],
    ['invalid.\nXO.X> ', 12],
    ['invalid.\nXX', 10],
    ['invalid.\nXO.\nXO.\n', 14],
    ['invalid.\r\n', 8],
  ])('%j is wrong at %i', (bytes, at) => {
    expect(hear(retry, bytes)).toMatchObject({ heard: 'wrong', at })
  })

  test('at least once, with an exact form of its own', () => {
    expect(hear(['a', blanks, 'b'], 'a  b')).toMatchObject({ heard: 'complete', freedoms: [] })
    expect(hear(['a', blanks, 'b'], 'a \t b')).toMatchObject({ heard: 'complete', freedoms: ['blanks'] })
    expect(hear(['a', blanks, 'b'], 'ab')).toMatchObject({ heard: 'wrong', at: 1 })
  })
})

describe('a whole text', () => {
  test.each([
    ['tie.\n', 'complete', []],
    ['tie.', 'complete', ['newlines']],
    ['tie.\n\n\n', 'complete', ['newlines']],
    ['tie.\n.', 'wrong', []],
    ['tie', 'partial', []],
  ])('%j is %s with %j', (bytes, heard, freedoms) => {
    expect(hear(['tie.', lastNewline, newlines], bytes, true)).toMatchObject({ heard, freedoms })
  })
})

test('hears bytes in any pieces, and a flood of them', () => {
  const match = matcher(['tie.', lastNewline, newlines], true)
  for (const byte of 'tie.') match.hear(byte, 0)
  expect(match.hear('\n'.repeat(1_000_000), 0)).toBe(1_000_000)
  expect(match.heard).toBe('complete')
})
