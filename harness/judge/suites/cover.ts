import type { Game } from '../../../reference/game.ts'
import { mapInSteps, type Steps } from '../../base/steps.ts'
import { completeGames, countGames, type ExploredMove, type ExploredPosition } from '../../games/explore.ts'
import { type Lines, toBytes, toText } from '../../session/bytes.ts'
import { playedOn } from '../../session/script.ts'
import { casesIn, rowAndOrder, rowOrderAndEnd, rowOrderAndMove, walkMoves, wayToEnd } from './cases.ts'
import { inAllOrders } from './orders.ts'
import { withRefusals } from './refusals.ts'
import { type Suite, type SuiteOptions, suiteWith } from './suite.ts'

/**
 * Every legal and every refused line in every position; and the lines that decide a game in every order, after every
 * number of moves.
 */
export function* transitionsSuite(
  game: Game<unknown>,
  { seed = 1, quick = false }: SuiteOptions,
  nodes: readonly ExploredPosition[],
): Steps<Suite> {
  const covering = yield* cover(game, nodes)
  const games = yield* inAllOrders(game, covering, rowOrderAndMove)
  const sessions = yield* withRefusals(game, games, { seed, isBrief: quick })
  const moves = nodes.reduce((sum, { moves }) => sum + moves.length, 0)
  const lines = yield* mapInSteps(sessions, sessionsInStep, (lines) => lines.map(toBytes))
  return suiteWith('transitions', lines, `all ${count(moves)} moves`)
}

/**
 * Few games for a first look: the lines that decide a game in every order, and every end after every number of moves, with
 * refusals on the way; all moves where no lines decide a game.
 */
export function* endingsSuite(
  game: Game<unknown>,
  options: SuiteOptions,
  nodes: readonly ExploredPosition[],
): Steps<Suite> {
  const games = yield* inAllOrders(game, endingsOf(game, nodes), rowAndOrder)
  const cases: string[][] = games.map(() => [])
  yield* walkMoves(game, bytesOf(games), (made, index) => cases[index]?.push(...rowOrderAndEnd(made)))
  const { size } = yield* casesIn(game, bytesOf(games), rowAndOrder)
  if (size === 0) return yield* transitionsSuite(game, options, nodes)
  const { seed = 1 } = options
  const chosen = yield* withRefusals(game, fewestWith(games, cases), { seed, isBrief: true, hasPatterns: false })
  return suiteWith('endings', bytesOf(chosen), `all ${count(size)} orders of winning moves`)
}

/** A game for each end (its last reply, and the lines that decide it) and each number of moves. */
function endingsOf(game: Game<unknown>, nodes: readonly ExploredPosition[]): string[][] {
  const endings = new Map<string, string[]>()
  for (const [at, lines] of shortestLines(nodes).entries()) {
    const { state, moves = [] } = nodes[at] ?? {}
    for (const { line, to } of moves) {
      if (to !== undefined) continue
      const end = JSON.stringify([game.answer(state, line).output, game.completes?.(state, line), lines.length])
      if (!endings.has(end)) endings.set(end, [...lines, line])
    }
  }
  return [...endings.values()]
}

/** Chooses few games that show all cases: again and again the first with the most missing cases. */
function fewestWith(games: readonly string[][], cases: readonly (readonly string[])[]): string[][] {
  const chosen: string[][] = []
  const seen = new Set<string>()
  for (;;) {
    const missing = cases.map((names) => names.filter((name) => !seen.has(name)))
    const most = Math.max(0, ...missing.map(({ length }) => length))
    if (most === 0) return chosen
    const best = missing.findIndex(({ length }) => length === most)
    chosen.push(games[best] ?? [])
    for (const name of missing[best] ?? []) seen.add(name)
  }
}

const bytesOf = (sessions: readonly string[][]): Lines[] => sessions.map((lines) => lines.map(toBytes))

/** A few of all moves: one session for each way to end a game, if these are few, and others at equal distances. */
export function* sampleSuite(game: Game<unknown>, { moves, quick = false }: SuiteOptions): Steps<Suite> {
  return suiteWith('sample', yield* sampleOf(game, [...(moves?.inputs() ?? [])], quick ? 5 : 20))
}

/** One session for each way to end a game, if these are few, and others at equal distances. */
export function* sampleOf(game: Game<unknown>, sessions: readonly Lines[], count: number): Steps<Lines[]> {
  const ends = [...new Set((yield* casesIn(game, sessions, wayToEnd)).values())].slice(0, count)
  const distance = Math.max(1, Math.floor(sessions.length / (count - ends.length + 1)))
  const others = [...sessions.keys()].filter((index) => index % distance === distance - 1)
  const chosen = new Set([...new Set([...ends, ...others])].slice(0, count))
  return sessions.filter((_, index) => chosen.has(index))
}

/** Every complete game; undefined if there are too many. */
export function gamesSuite(_: Game<unknown>, __: SuiteOptions, nodes: readonly ExploredPosition[]): Suite | undefined {
  const size = countGames(nodes)
  if (size === undefined) return undefined
  return { name: 'games', proves: `all ${count(size)} games`, size, inputs: () => completeGames(nodes) }
}

const count = (n: number) => n.toLocaleString('en')

/** So many take about 20 ms. */
const nodesInStep = 200
const sessionsInStep = 500

/**
 * Covers all moves with few sessions (those of tic-tac-toe with as few as possible). Each session goes to the first position
 * with an open move, takes open moves while there are any, and then plays to the end, so that programs end by
 * themselves.
 */
function* cover(game: Game<unknown>, nodes: readonly ExploredPosition[]): Steps<string[][]> {
  const linesTo = shortestLines(nodes)
  /** The number of moves of each position that are covered: its first ones. */
  const covered = nodes.map(() => 0)
  const openMove = (at: number) => nodes[at]?.moves[covered[at] ?? 0]

  const sessions: string[][] = []
  for (const start of nodes.keys()) {
    if (start % nodesInStep === nodesInStep - 1) yield
    while (openMove(start) !== undefined) {
      const lines = [...(linesTo[start] ?? [])]
      let at: number | undefined = start
      while (at !== undefined) {
        const move: ExploredMove | undefined = openMove(at)
        if (move === undefined) break
        covered[at] = (covered[at] ?? 0) + 1
        lines.push(move.line)
        at = move.to
      }
      sessions.push(playedOn(game, lines.map(toBytes)).map(toText))
    }
  }
  return sessions
}

function shortestLines(nodes: readonly ExploredPosition[]): string[][] {
  const linesTo: string[][] = [[]]
  for (const [at, { moves }] of nodes.entries()) {
    for (const { line, to } of moves) if (to !== undefined) linesTo[to] ??= [...(linesTo[at] ?? []), line]
  }
  return linesTo
}
