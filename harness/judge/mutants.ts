import type { Game } from '../../reference/game.ts'
import { atOnce } from '../base/steps.ts'
import type { Lines } from '../session/bytes.ts'
import { gamePlanner } from './plan.ts'
import {
  type CaseKind,
  endAndLastMark,
  positionAndAnswer,
  rowAndLastMark,
  rowAndOrder,
  rowOrderAndMove,
  walkMoves,
  withMemory,
} from './suites/cases.ts'
import { suiteOf } from './suites/of-game.ts'
import type { Suite } from './suites/suite.ts'

/** Kinds of mutants, each of which would be wrong in one case. A session with this case finds the mutant. */
const mutantKinds: Readonly<Record<string, CaseKind>> = {
  'position × answer': positionAndAnswer,
  'row × its last mark': rowAndLastMark,
  'row × order of its marks': rowAndOrder,
  'row × order × number of moves': rowOrderAndMove,
  'final position × last move': endAndLastMark,
  'position × answer × move before': withMemory(1),
}

/** The number of random games in place of all, if those are too many. */
const sampledGames = 2000

/** The suites for an entry without a worker: with `--quick`, usually, and with more memory. */
export function suitesFor(game: Game<unknown>): Suite[] {
  const planned = (options: { quick?: boolean }) =>
    gamePlanner({ seed: 1, ...options })(game, 'stdin').map(({ suite }) => suite)
  const usual = planned({})
  const quick = planned({ quick: true }).filter(({ name }) => !usual.some((suite) => suite.name === name))
  const isSmall = usual.some(({ name }) => name === 'transitions')
  const moves = isSmall ? suiteOf(game, 'transitions', { memory: 1 }) : undefined
  const more = moves === undefined ? [] : [{ name: `${moves.name} --memory 1`, sessions: moves.sessions }]
  return [...quick, ...usual, ...more]
}

/** Returns a row for each kind: the number of all mutants, and of those that each list of sessions finds. */
export function findMutants(game: Game<unknown>, lists: readonly Suite[]) {
  const games = suiteOf(game, 'games') ?? suiteOf(game, 'random', { runs: sampledGames })
  const all = mutantsIn(game, games.sessions)
  const inEach = lists.map(({ sessions }) => mutantsIn(game, sessions))
  return [...all].flatMap(([kind, cases]) => {
    const found = inEach.map((list) => [...cases].filter((one) => list.get(kind)?.has(one)).length)
    return cases.size === 0 ? [] : [{ kind, all: cases.size, found }]
  })
}

function mutantsIn(game: Game<unknown>, sessions: readonly Lines[]): Map<string, Set<string>> {
  const found = Object.entries(mutantKinds).map(([kind, casesOf]) => ({ kind, casesOf, cases: new Set<string>() }))
  const steps = walkMoves(game, sessions, (made) => {
    for (const { casesOf, cases } of found) for (const name of casesOf(made)) cases.add(name)
  })
  atOnce(steps)
  return new Map(found.map(({ kind, cases }) => [kind, cases]))
}
