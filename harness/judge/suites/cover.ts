import { exact, type Game } from '../../../reference/game.ts'
import type { Steps } from '../../base/steps.ts'
import { completeGames, countGames, type ExploredPosition } from '../../games/explore.ts'
import { type Lines, toBytes } from '../../session/bytes.ts'
import { playedOn } from '../../session/script.ts'
import { casesIn, type Ending, endingsOf, inAllOrders, rowAndOrder, rowOrderAndMove, wayToEnd } from './endings.ts'
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
  return suiteWith('transitions', sessions, `all ${count(moves)} moves`)
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
  const games = yield* inAllOrders(game, gamesWithEachEnd(game, nodes), rowAndOrder)
  const { size } = yield* casesIn(game, games, rowAndOrder)
  if (size === 0) return yield* transitionsSuite(game, options, nodes)
  const { seed = 1 } = options
  const fewest = fewestWith([...(yield* endingsOf(game, games)).values()])
  const chosen = yield* withRefusals(game, fewest, { seed, isBrief: true, hasPatterns: false })
  return suiteWith('endings', chosen, `all ${count(size)} orders of winning moves`)
}

/** A game for each end (its last reply, and the lines that decide it) and each number of moves. */
function gamesWithEachEnd(game: Game<unknown>, nodes: readonly ExploredPosition[]): Lines[] {
  const endings = new Map<string, Lines>()
  for (const [at, lines] of shortestLines(nodes).entries()) {
    const { state, moves = [] } = nodes[at] ?? {}
    for (const { line, to } of moves) {
      if (to !== undefined) continue
      const end = JSON.stringify([game.answer(state, line).output, game.completes?.(state, line), lines.length])
      if (!endings.has(end)) endings.set(end, [...lines, toBytes(line)])
    }
  }
  return [...endings.values()]
}

/** Chooses few games that show all cases: again and again the first with the most missing cases. */
function fewestWith(endings: readonly Ending[]): Lines[] {
  const chosen: Lines[] = []
  const seen = new Set<string>()
  let games = endings.map((ending) => ({
    lines: ending.lines,
    missing: [...rowAndOrder(ending), `${exact(ending.output)} ${ending.lines.length}`],
  }))
  for (;;) {
    games = games.map(({ lines, missing }) => ({ lines, missing: missing.filter((name) => !seen.has(name)) }))
    const most = Math.max(0, ...games.map(({ missing }) => missing.length))
    const best = most === 0 ? undefined : games.find(({ missing }) => missing.length === most)
    if (best === undefined) return chosen
    chosen.push(best.lines)
    for (const name of best.missing) seen.add(name)
  }
}

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

/**
 * Covers all moves with few sessions (those of tic-tac-toe with as few as possible). Each session goes to the first position
 * with an open move, takes open moves while there are any, and then plays to the end, so that programs end by
 * themselves.
 */
function* cover(game: Game<unknown>, nodes: readonly ExploredPosition[]): Steps<Lines[]> {
  const linesTo = shortestLines(nodes)
  /** The number of moves of each position that are covered: its first ones. */
  const covered = nodes.map(() => 0)
  const openMove = (at: number) => nodes[at]?.moves[covered[at] ?? 0]

  const sessions: Lines[] = []
  for (const start of nodes.keys()) {
    if (start % nodesInStep === nodesInStep - 1) yield
    while (openMove(start) !== undefined) {
      const lines = [...(linesTo[start] ?? [])]
      let at: number | undefined = start
      while (at !== undefined) {
        const move: ExploredPosition['moves'][number] | undefined = openMove(at)
        if (move === undefined) break
        covered[at] = (covered[at] ?? 0) + 1
        lines.push(toBytes(move.line))
        at = move.to
      }
      sessions.push(playedOn(game, lines))
    }
  }
  return sessions
}

function shortestLines(nodes: readonly ExploredPosition[]): Lines[] {
  const linesTo: Lines[] = [[]]
  for (const [at, { moves }] of nodes.entries()) {
    for (const { line, to } of moves) if (to !== undefined) linesTo[to] ??= [...(linesTo[at] ?? []), toBytes(line)]
  }
  return linesTo
}
