import { describe, expect, test } from 'vitest'
import { ends, error, initialBoard, session } from './session.ts'

const format = 'Invalid format. Examples: a3-a4, c4xc5, c2:d2-c3'

describe('messages of both games', () => {
  // White c3 d3 e3, c4; Black c6, d5, and e4.
  const position = '10/10/2b7/3b6/2w1b5/2www5/10/10 w'

  test.each([
    ['', format],
    ['foo', format],
    ['a3', format],
    ['c3', format],
    ['a3-', format],
    ['a3-a4-a5', format],
    ['a3:b3:c3-c4', format],
    ['a3a4', format],
    ['-a3', format],
    ['a-4', format],
    ['3a-a4', format],
    ['a3–a4', format],
    ['moves!', format],
    ['qq', format],
    ['a3-a4;', format],
    ['a٣-a4', format],
    ['c3-c\udc80', format],
    ['q\udcff', format],
    ['a3-a4,', format],
    ['a3-a4,a4-a5,a5-a6', format],
    ['a3-a4=', format],

    ['k9-a3', 'No square k9. Squares run from a1 to j8'],
    ['a3-k9', 'No square k9. Squares run from a1 to j8'],
    ['a9-b9', 'No square a9. Squares run from a1 to j8'],
    ['c10-c3', 'No square c10. Squares run from a1 to j8'],
    ['c03-c4', 'No square c03. Squares run from a1 to j8'],
    ['c3:a0xc4', 'No square a0. Squares run from a1 to j8'],
    ['X1-Y2', 'No square x1. Squares run from a1 to j8'],
    ['c3xx5', 'No square x5. Squares run from a1 to j8'],

    ['b5-d5', 'b5 is empty'],
    ['b5xb5', 'b5 is empty'],
    ['c3:f3-c4', 'f3 is empty'],
    ['c6:b6-c5', 'b6 is empty'],
    ['a1:b1-a2', 'a1 is empty'],
    ['b1:a1-b2', 'b1 is empty'],

    ['c6-c5', 'c6 is not yours'],
    ['c6xc3', 'c6 is not yours'],
    ['c3:c6-c4', 'c6 is not yours'],
    ['d5:c6-d4', 'd5 is not yours'],

    ['c4:d3-c5', 'c4:d3 is not an ordo'],
    ['d3:d3-d4', 'd3:d3 is not an ordo'],
    ['c4:e3xc5', 'c4:e3 is not an ordo'],
    ['C4 : E3 - C5', 'c4:e3 is not an ordo'],

    ['c3:d3xc4', 'An ordo may not capture'],
    ['c3:d3xa1', 'An ordo may not capture'],

    ['c3-c6', 'c6 is occupied'],
    ['c3-c4', 'c4 is occupied'],
    ['c3-c3', 'c3 is occupied'],
    ['c3:d3-c4', 'c4 is occupied'],
    ['d3:c3-e3', 'e3 is occupied'],
    ['c3xb3', 'No enemy piece on b3'],
    ['c3xc4', 'No enemy piece on c4'],
    ['c3xc3', 'No enemy piece on c3'],

    ['c3-d5', 'd5 is occupied'],
    ['d3-e5', 'd3 may not move to e5'],
    ['d3-d2', 'd3 may not move to d2'],
    ['e3xc6', 'e3 may not move to c6'],
    ['c4xd5', 'That would split your group'],
    ['d3:e3-d3', 'd3:e3 may not move to d3'],
    ['d3:e3-e2', 'd3:e3 may not move to e2'],
    ['e3:d3-g2', 'e3:d3 may not move to g2'],

    ['c3xc6', 'The way from c3 to c6 is blocked'],
    ['c3-f3', 'The way from c3 to f3 is blocked'],
    ['d3:e3-d4', 'The way from d3 to d4 is blocked'],
    ['c4-c7', 'The way from c4 to c7 is blocked'],

    ['d3-b5', 'The way from d3 to b5 is blocked'],
    ['e3-f4', 'That would split your group'],
    ['c4-b5', 'That would split your group'],
    ['c4-f4', 'The way from c4 to f4 is blocked'],
  ])('%j: %s', (line, message) => {
    for (const variant of ['ordo', 'ordo-x'] as const) {
      expect(error(variant, position, line)).toBe(message)
    }
  })

  test('a gap or an enemy between the ends is no ordo', () => {
    expect(error('ordo', '10/9b/10/10/ww1ww5/2w7/10/10 w', 'a4:e4-a5')).toBe('a4:e4 is not an ordo')
    expect(error('ordo', '10/9b/10/10/wwbww5/2w7/10/10 w', 'e4:b4-e5')).toBe('e4:b4 is not an ordo')
  })

  test('an ordo does not leave the board, nor pass or hit what stands', () => {
    const low = '10/10/7b2/10/10/6ww2/10/10 w'
    expect(error('ordo', low, 'g3:h3-g6')).toBe('The way from g3 to g6 is blocked')
    expect(error('ordo', low, 'h3:g3-h7')).toBe('The way from h3 to h7 is blocked')
    expect(error('ordo-x', low, 'g3:h3-j3')).toBe('The way from g3 to j3 is blocked')
    expect(error('ordo-x', low, 'g3:h3-j6')).toBe('The way from g3 to j6 is blocked')
    expect(ends('ordo-x', low, 'g3:h3-i5')[0]).toBe('Played g3:h3-i5')
    expect(error('ordo', '10/10/7b2/10/10/9w/9w/10 w', 'j2:j3-j4')).toBe('j2:j3 may not move to j4')
  })

  test('a line that is refused leaves everything as it was', () => {
    const said = session('ordo', undefined, 'a3-a5', 'foo', 'a3-a4')
    expect(said[1]).toBe(`Error: That would split your group\n\n${initialBoard}\nWhite - Choose a move > `)
    expect(said[2]).toBe(`Error: ${format}\n\n${initialBoard}\nWhite - Choose a move > `)
    expect(said[3]).toMatch(/^Played a3-a4\n/)
  })
})

describe('messages of Ordo', () => {
  test.each([
    ['a3-a4=a4', format],
    ['a3-a4,b3-b4', format],
    ['a3-a9=k9', format],
    ['a3:b3-a3', 'a3:b3 may not move to a3'],
    ['a3:b3-b3', 'a3:b3 may not move to b3'],
    ['a3:b3-c3', 'a3:b3 may not move to c3'],
    ['a3:b3-b4', 'a3:b3 may not move to b4'],
    ['a3:b3-c5', 'a3:b3 may not move to c5'],
    ['a2:a3-a4', 'a2:a3 may not move to a4'],
    ['a2:a3-a3', 'a2:a3 may not move to a3'],
    ['b2:b3-c3', 'The way from b2 to c3 is blocked'],
  ])('%j: %s', (line, message) => {
    if (line === 'b2:b3-c3') expect(error('ordo', undefined, line)).toBe('b2:b3 may not move to c3')
    else expect(error('ordo', undefined, line)).toBe(message)
  })
})
