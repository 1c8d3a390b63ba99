import { describe, expect, test } from 'vitest'
import { deletions, parts } from './deletions.ts'
import { readSource, taken } from './source.ts'
import { table } from './table.ts'

describe('each row of the table does to its example what it says', () => {
  test.each(table.map((row) => [row.name, row] as const))('%s', (_, row) => {
    const source = readSource(row.from)
    if (source === undefined) throw new Error(`${row.from} is no program`)
    const texts = row.find(source).map((edits) => taken(source, { edits, by: row.name }))
    expect(texts).toContain(row.to)
  })

  test('and has a name of its own', () => {
    expect(new Set(table.map(({ name }) => name)).size).toBe(table.length)
  })
})

test('everything can be left out', () => {
  const source = readSource("f(a,b+1);if(c){g('xyz')}")
  if (source === undefined) throw new Error('no program')
  const texts = new Set([...deletions(source), ...parts(source)].map((step) => taken(source, step)))
  expect([...texts]).toEqual(
    expect.arrayContaining([
      "f(b+1);if(c){g('xyz')}",
      "f(a);if(c){g('xyz')}",
      "f(a,b);if(c){g('xyz')}",
      "if(c){g('xyz')}",
      'f(a,b+1);',
      "f(a,b+1);g('xyz')",
      "f(a,b+1);if(c){g('xz')}",
      "f(a,b+1);if(c){'xyz'}",
      'f(a,b+1);c',
    ]),
  )
})
