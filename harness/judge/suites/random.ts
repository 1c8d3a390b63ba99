import fc from 'fast-check'
import type { Game } from '../../../reference/game.ts'
import { judgedSession } from '../typing/sessions.ts'
import { laterSuite, type Suite } from './suite.ts'

/** Seeded random games with refused lines among their moves. */
export function randomSuite(game: Game<unknown>, { seed, runs }: { seed: number; runs: number }): Suite {
  const make = () => fc.sample(judgedSession(game), { seed, numRuns: runs })
  return laterSuite({ name: 'random', covers: `${runs} random sessions (seed ${seed})`, size: runs, make })
}
