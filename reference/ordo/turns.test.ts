import { describe, expect, test } from 'vitest'
import { playerName, readPosition } from './board.ts'
import { writeTurn } from './notation.ts'
import { rulesOf } from './ordo.ts'
import figures from './perft.json' with { type: 'json' }
import { begin, perft, turns, winner } from './turns.ts'

const position = (text: string) => {
  const read = readPosition(text)
  if ('error' in read) throw new Error(read.error)
  return read.value
}

/** Larger counts are tested only with `DEEP=1`. */
const most = process.env.DEEP ? 1e9 : 4e6
const tagsOf = (count: number) => (count > 1e6 ? ['slow'] : [])

describe.each(['ordo', 'ordo-x'] as const)('%s', (variant) => {
  const rules = rulesOf[variant]
  const { perft: tables, positions } = figures[variant]

  describe.each(tables)('$position', (table) => {
    const situation = begin(rules, position(table.position))
    for (const [index, count] of table.counts.filter((count) => count <= most).entries()) {
      test(`${count} sequences of ${index + 1}`, { timeout: 600_000, tags: tagsOf(count) }, () => {
        expect(perft(rules, situation, index + 1)).toBe(count)
      })
    }
  })

  test.each(positions)('all turns are listed, $shows: $position', (listed) => {
    const read = position(listed.position)
    const found = turns(rules, begin(rules, read))
    expect(found.map(writeTurn).sort()).toEqual(listed.turns)
    expect(perft(rules, begin(rules, read), 1)).toBe(listed.turns.length)
    expect(perft(rules, begin(rules, read), 0)).toBe(1)
    const won = winner(rules, read)
    expect(won ? playerName(won).charAt(0).toLowerCase() : null).toBe(listed.winner)
  })
})
