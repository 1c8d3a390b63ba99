import fc from 'fast-check'
import type { Game } from '../../../reference/game.ts'
import { inTurns, mapInSteps } from '../../base/steps.ts'
import type { Bytes } from '../../session/bytes.ts'
import { choicesOfGame } from '../fuzz/choices.ts'
import { anyLine, lineDraw, typed } from '../fuzz/line.ts'
import { withoutEnd } from '../reference.ts'
import { laterSuite, type Suite } from './suite.ts'

/** Seeded random games with refused lines among their moves. */
export function randomSuite(game: Game<unknown>, { seed, runs }: { seed: number; runs: number }): Suite {
  const make = () => fc.sample(judgedSession(game), { seed, numRuns: runs })
  return laterSuite({ name: 'random', covers: `${runs} random sessions (seed ${seed})`, size: runs, make })
}

/** Random moves with refused lines among them, up to the end of the game or not. */
export const judgedSession = (game: Game<unknown>): fc.Arbitrary<Bytes[]> =>
  fc
    .array(lineDraw(['other']), { maxLength: 80, size: 'max' })
    .map((draws) => withoutEnd(typed(choicesOfGame(game), [], draws).lines))

/** The length at which about half of random sessions reach the end of the game: twice that of sample games. */
export async function usualLength(game: Game<unknown>): Promise<number> {
  const draws = fc.array(anyLine(false), { minLength: mostLines, maxLength: mostLines })
  const drawn = fc.sample(draws, { seed: 1, numRuns: 5 })
  const games = await inTurns(mapInSteps(drawn, 1, (draws) => typed(choicesOfGame(game), [], draws)))
  const lengths = games.flatMap(({ lines, isOver }) => (isOver ? [2 * lines.length] : []))
  return Math.min(mostLines, Math.max(fewestLines, ...lengths))
}

/** The most lines of a sample game, which may go on for ever. */
const mostLines = 500
const fewestLines = 60
