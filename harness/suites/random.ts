import fc from 'fast-check'
import { type Bytes, toBytes } from '../bytes.ts'
import type { AnyGame, Suite } from './suite.ts'

/** Seeded random games, with lines that must be refused mixed in, for what no other suite can count. */
export function randomSuite(game: AnyGame, { seed, runs }: { seed: number; runs: number }): Suite {
  const sessions = fc.sample(randomSession(game), { seed, numRuns: runs })
  return { name: 'random', covers: `seed ${seed}`, sessions, size: sessions.length }
}

/** Random lines for a game: most move it on, some are refused, a few come after its end. */
export function randomSession(game: AnyGame, maxLines = 80): fc.Arbitrary<Bytes[]> {
  const choice = fc.record({ refused: fc.integer({ min: 0, max: 99 }), pick: fc.nat() })
  const refusals = fc.constantFrom(0, 0, 10, 40)
  return fc
    .record({ choices: fc.array(choice, { maxLength: maxLines, size: 'max' }), percent: refusals, more: fc.nat(2) })
    .map(({ choices, percent, more }) => {
      const lines: Bytes[] = []
      let { state } = game.open()
      for (const { refused, pick } of choices) {
        if (state === undefined) break
        const illegal = refused < percent ? game.illegal(state) : []
        const among = illegal.length > 0 ? illegal : game.legal(state)
        const line = among[pick % among.length]
        if (line === undefined) break
        lines.push(toBytes(line))
        state = game.answer(state, line).state
      }
      // What is left over when the game has ended changes nothing.
      return state === undefined ? [...lines, ...['0', 'foo'].slice(0, more)] : lines
    })
}
