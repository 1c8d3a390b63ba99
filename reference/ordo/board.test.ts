import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { initialPosition, readPosition, squareName, squareNamed, writePosition } from './board.ts'
import { type Direction, type Square, SquareSet } from './square-set.ts'

const squares = fc.uniqueArray(fc.nat(79))
const sorted = (set: Iterable<Square>) => [...set].sort((a, b) => a - b)
const directions: Direction[] = ([-1, 0, 1] as const).flatMap((east) =>
  ([-1, 0, 1] as const).map((north) => ({ east, north })),
)

/** Goes one step, computed from columns and rows. */
const neighbour = (square: Square, { east, north }: Direction): Square | undefined => {
  const [column, row] = [(square % 10) + east, Math.floor(square / 10) + north]
  return column >= 0 && column < 10 && row >= 0 && row < 8 ? 10 * row + column : undefined
}

describe('a set of squares', () => {
  test('a set of squares behaves like a Set of numbers', () => {
    fc.assert(
      fc.property(squares, squares, fc.nat(79), (a, b, square) => {
        const [one, other] = [SquareSet.of(...a), SquareSet.of(...b)]
        expect([...one]).toEqual(sorted(a))
        expect(one.size()).toBe(a.length)
        expect(one.isEmpty()).toBe(a.length === 0)
        expect(one.has(square)).toBe(a.includes(square))
        expect([...one.with(square)]).toEqual(sorted(new Set([...a, square])))
        expect([...one.without(square)]).toEqual(sorted(a.filter((s) => s !== square)))
        expect([...one.union(other)]).toEqual(sorted(new Set([...a, ...b])))
        expect([...one.intersect(other)]).toEqual(sorted(a.filter((s) => b.includes(s))))
        expect([...one.diff(other)]).toEqual(sorted(a.filter((s) => !b.includes(s))))
        expect(one.intersects(other)).toBe(a.some((s) => b.includes(s)))
        expect(one.equals(other)).toBe(`${sorted(a)}` === `${sorted(b)}`)
        expect(one.equals(SquareSet.of(...a.reverse()))).toBe(true)
      }),
    )
  })

  test('a set of squares is shifted and grown up to the edges of the board', () => {
    fc.assert(
      fc.property(squares, fc.constantFrom(...directions), (members, direction) => {
        const set = SquareSet.of(...members)
        const steps = (way: Direction) => members.map((s) => neighbour(s, way)).filter((s) => s !== undefined)
        expect([...set.shift(direction)]).toEqual(sorted(steps(direction)))
        expect([...set.near()]).toEqual(sorted(new Set(directions.flatMap(steps))))
      }),
    )
  })
})

test('squares have names from a1 to j8', () => {
  const names = [...SquareSet.full].map(squareName)
  expect(names.map(squareNamed)).toEqual([...SquareSet.full])
  expect([names[0], names[9], names[10], names[79]]).toEqual(['a1', 'j1', 'a2', 'j8'])
  for (const name of ['', 'a', 'a0', 'a9', 'k1', 'c10', 'c03', 'A1', ' a1']) expect(squareNamed(name)).toBe(undefined)
})

describe('a position as text', () => {
  test('the initial setup has its text', () => {
    const text = '2bb2bb2/bbbbbbbbbb/bb2bb2bb/10/10/ww2ww2ww/wwwwwwwwww/2ww2ww2 w'
    expect(writePosition(initialPosition)).toBe(text)
    expect(readPosition(text)).toEqual({ value: initialPosition })
  })

  test('a position is written as it was read', () => {
    const fields = fc.array(fc.constantFrom('w', 'b', '.'), { minLength: 80, maxLength: 80 })
    fc.assert(
      fc.property(fields, fc.constantFrom('w', 'b'), (board, color) => {
        const rows = Array.from({ length: 8 }, (_, row) => board.slice(10 * row, 10 * row + 10).join(''))
        const text = `${rows.map((row) => row.replace(/\.+/g, (run) => `${run.length}`)).join('/')} ${color}`
        const read = readPosition(text)
        if ('error' in read) throw new Error(read.error)
        expect(writePosition(read.value)).toBe(text)
        expect(readPosition(writePosition(read.value))).toEqual(read)
      }),
    )
  })

  const empty = '10/10/10/10/10/10/10/10'
  test.each([
    ...['', ' ', 'w', empty, `${empty}  w`, ` ${empty} w`, `${empty} w `, `${empty} w\n`, `${empty}\tw`, `${empty} W`],
    ...[`${empty} x`, `${empty}/10 w`, `${empty.slice(3)} w`],
    ...['', '11', '010', '55', '19', 'w0w8', 'w08w', '9', '9ww', 'w'.repeat(11), '9W', '9.', '-10', '٩w'].map(
      (row) => `${empty.slice(3)}/${row} w`,
    ),
  ])('a position is refused: %j', (text) => expect(readPosition(text)).toEqual({ error: expect.any(String) }))
})
