import type { Game } from '../../reference/game.ts'
import type { Entry } from '../entries/entry.ts'
import { explore, type Positions } from '../games/explore.ts'
import { isSynchronous } from '../run/in-process/prepare.ts'
import { UsageError } from '../session/usage-error.ts'
import type { Plan } from './judge.ts'
import { gamesSuite, positionsSuite, transitionsSuite } from './suites/cover.ts'
import { fixturesSuite } from './suites/fixtures.ts'
import { randomSuite } from './suites/random.ts'
import type { Suite, SuiteName } from './suites/suite.ts'

export interface PlanOptions {
  /** The suites that were asked for; absent: all that can be run in seconds. */
  readonly suites?: readonly SuiteName[]
  /** Of the random sessions. */
  readonly seed: number
  /** Whether every session is run in a real process. */
  readonly real: boolean
}

/** How many random sessions are run in real processes, where all moves are tried beside them, and where nothing is. */
const randomBeside = 10
const randomAlone = 50

/** How many sessions of a suite that is run in one process are run in real processes as well. */
const sampled = 20

/** @returns what makes the plan for an entry; what it finds out about a game serves all entries */
export function planner({ suites: asked, seed, real }: PlanOptions) {
  const explored = new Map<Game<unknown>, Positions | undefined>()
  const known = new Map<string, Suite | undefined>()

  function suiteOf(game: Game<unknown>, name: SuiteName, runs: number): Suite | undefined {
    const key = `${game.name} ${name} ${runs}`
    if (!known.has(key)) known.set(key, make(game, name, runs))
    return known.get(key)
  }

  function make(game: Game<unknown>, name: SuiteName, runs: number): Suite | undefined {
    if (name === 'fixtures') return fixturesSuite(game)
    if (name === 'random') return randomSuite(game, { seed, runs })
    if (!explored.has(game)) explored.set(game, explore(game))
    const positions = explored.get(game)
    if (positions === undefined) return undefined
    if (name === 'games') return gamesSuite(positions)
    return name === 'transitions' ? transitionsSuite(game, positions) : positionsSuite(game, positions)
  }

  return (game: Game<unknown>, entry: Entry): Plan => {
    const isFast = entry.runtime.engine !== undefined && !real
    if (asked !== undefined) {
      return [...new Set(asked)].map((name) => {
        const suite = suiteOf(game, name, randomAlone)
        if (suite === undefined)
          throw new UsageError(`--suite ${name}`, `${game.name} has too many positions; use --suite random`)
        return { suite, runner: isFast && name !== 'fixtures' && name !== 'random' ? 'in-process' : 'processes' }
      })
    }
    const proof: SuiteName[] = !isFast
      ? ['positions']
      : isSynchronous(entry.source)
        ? ['transitions', 'games']
        : ['transitions']
    const proofs = proof.flatMap((name) => suiteOf(game, name, 0) ?? [])
    const [first] = proofs
    return [
      ...proofs.map((suite) => ({ suite, runner: isFast ? 'in-process' : 'processes' }) as const),
      ...(isFast && first !== undefined ? [{ suite: sampleOf(first), runner: 'processes' } as const] : []),
      ...[fixturesSuite(game), randomSuite(game, { seed, runs: first === undefined ? randomAlone : randomBeside })].map(
        (suite) => ({ suite, runner: 'processes' }) as const,
      ),
    ]
  }
}

/** Sessions of a suite, at equal distances: what is accepted in one process must be accepted in real processes, too. */
function sampleOf({ name, sessions, size }: Suite): Suite {
  const step = Math.max(1, Math.floor(size / sampled))
  const sample = [...sessions].filter((_, index) => index % step === 0)
  return { name: `${name} (sample)`, sessions: sample, size: sample.length }
}
