import type { Game } from '../../../reference/game.ts'
import { atOnce, mapInSteps, type Steps } from '../../base/steps.ts'
import { completeGames, countGames, type ExploredMove, type ExploredPosition } from '../../games/explore.ts'
import { type Lines, toBytes, toText } from '../../session/bytes.ts'
import { playedOn } from '../../session/script.ts'
import { casesIn, rowAndOrder, rowOrderAndEnd, rowOrderAndMove, walkMoves } from './cases.ts'
import { inAllOrders, inUsefulImages } from './orders.ts'
import { withRefusals } from './refusals.ts'
import { lazySuite, type Suite, type SuiteOptions } from './suite.ts'

/**
 * Every legal and every refused line in every position; and the lines that decide a game in every order, after every
 * number of moves.
 * @param nodes positions that differ by `memory` last moves, too
 */
export function transitionsSuite(
  game: Game<unknown>,
  nodes: readonly ExploredPosition[],
  { seed = 1, memory = 0, quick = false }: SuiteOptions = {},
): Suite {
  const moves = nodes.reduce((sum, { moves }) => sum + moves.length, 0)
  const before = memory === 0 ? '' : memory === 1 ? ' with the one before' : ` with the ${memory} before`
  function* make() {
    const covering = yield* cover(game, nodes, (at, move) => `${at} ${move}`)
    const games = yield* inAllOrders(game, covering, rowOrderAndMove)
    const sessions = yield* withRefusals(game, games, { seed, isBrief: quick })
    return yield* mapInSteps(sessions, sessionsInStep, (lines) => lines.map(toBytes))
  }
  const about = { covers: `all ${count(moves)} moves${before}`, strength: 3 + memory, size: fewestGames(nodes) }
  return lazySuite({ name: 'transitions', ...about, make })
}

/**
 * Estimates how many games are needed for all moves: the most moves at one ply, with the games that ended before it. If
 * the number of moves is part of the position, a game makes at most one move at each ply.
 */
function fewestGames(nodes: readonly ExploredPosition[]): number {
  const made: number[] = []
  const ended: number[] = []
  for (const [at, { length }] of shortestLines(nodes).entries()) {
    const moves = nodes[at]?.moves ?? []
    made[length] = (made[length] ?? 0) + moves.length
    ended[length] = (ended[length] ?? 0) + moves.filter(({ to }) => to === undefined).length
  }
  let over = 0
  return made.reduce((most, moves, length) => {
    const needed = over + moves
    over += ended[length] ?? 0
    return Math.max(most, needed)
  }, 0)
}

/**
 * Every position, ends of games included, and every line that is refused because of it, with some that are refused
 * everywhere; and the lines that decide a game in every order. Positions that differ only by a symmetry of the game count as
 * one; the sessions take all its images.
 */
export function positionsSuite(
  game: Game<unknown>,
  nodes: readonly ExploredPosition[],
  { seed = 1 }: SuiteOptions = {},
): Suite {
  const { images = (line: string) => [line] } = game
  const { positionOf, after } = symmetricPositions(game, nodes, images)
  const covering = atOnce(cover(game, nodes, (at, move) => after[at]?.[move]))
  const useful = inUsefulImages(game, covering, rowAndOrder, images)
  const games = atOnce(inAllOrders(game, useful, rowAndOrder, images))
  const sessions = bytesOf(atOnce(withRefusals(game, games, { seed, placeOf: positionOf, isBrief: true })))
  // No move may lead to the first position, which is named 0.
  const { size } = new Set([0, ...after.flat()])
  const covers = `all ${count(size)} positions${images('').length > 1 ? ' up to symmetry' : ''}`
  return { name: 'positions', covers, strength: 2, sessions }
}

/**
 * Gives all images of a position one name.
 * @returns a function that names a state, and the names of the positions after each move of each node
 */
function symmetricPositions(
  game: Game<unknown>,
  nodes: readonly ExploredPosition[],
  images: (line: string) => string[],
) {
  const indices = new Map(nodes.map(({ state }, at) => [game.key(state), at]))
  /** For each node, the node after a line, or the end of the game. */
  const next = nodes.map(({ state, moves }) => {
    const endOf = (line: string) => JSON.stringify(game.answer(state, line).output)
    return new Map(moves.map(({ line, to = endOf(line) }) => [line, to]))
  })
  /**
   * For each node, those that the images of its lines lead to; the smallest number is their name. Each node but the first
   * comes after one that leads to it, so its images are known before its moves.
   */
  const imagesOf: (readonly number[])[] = [images('').map(() => 0)]
  const nameOf = (at: number) => Math.min(...(imagesOf[at] ?? []))
  const after = nodes.map(({ moves }, at) =>
    moves.map(({ line, to }) => {
      const reached = images(line).map((line, image) => next[imagesOf[at]?.[image] ?? 0]?.get(line))
      if (to === undefined) return reached.sort()[0]
      imagesOf[to] ??= reached as number[]
      return nameOf(to)
    }),
  )
  return { after, positionOf: (state: unknown) => `${nameOf(indices.get(game.key(state)) ?? 0)}` }
}

/**
 * Few games for a first look: the lines that decide a game in every order, and every end after every number of moves, with
 * refusals on the way; undefined where no lines decide a game.
 */
export function endingsSuite(
  game: Game<unknown>,
  nodes: readonly ExploredPosition[],
  { seed = 1 }: SuiteOptions = {},
): Suite | undefined {
  const games = atOnce(inAllOrders(game, endingsOf(game, nodes), rowAndOrder))
  const cases: string[][] = games.map(() => [])
  atOnce(walkMoves(game, bytesOf(games), (made, index) => cases[index]?.push(...rowOrderAndEnd(made))))
  const orders = atOnce(casesIn(game, bytesOf(games), rowAndOrder)).size
  if (orders === 0) return undefined
  const chosen = atOnce(withRefusals(game, fewestWith(games, cases), { seed, isBrief: true, hasPatterns: false }))
  return {
    name: 'endings',
    covers: `all ${count(orders)} orders of winning moves`,
    strength: 1,
    sessions: bytesOf(chosen),
  }
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

/** Every complete game; undefined if there are too many. */
export function gamesSuite(_: Game<unknown>, nodes: readonly ExploredPosition[]): Suite | undefined {
  const size = countGames(nodes)
  if (size === undefined) return undefined
  const about = { covers: `all ${count(size)} games`, strength: Number.MAX_SAFE_INTEGER, size }
  return lazySuite({ name: 'games', ...about, make: () => completeGames(nodes) })
}

/** So many take about 20 ms. */
const nodesInStep = 200
const sessionsInStep = 500

const count = (n: number) => n.toLocaleString('en')

/**
 * Covers goals with few sessions (tic-tac-toe's moves with as few as possible). Each session goes to the first position
 * with an open goal, takes open goals while there are any, and then plays to the end, so that programs end by
 * themselves.
 * @param goalOf what a move covers
 */
function* cover(
  game: Game<unknown>,
  nodes: readonly ExploredPosition[],
  goalOf: (at: number, move: number) => unknown,
): Steps<string[][]> {
  const linesTo = shortestLines(nodes)
  const covered = new Set<unknown>()
  const openMove = (at: number) => nodes[at]?.moves.findIndex((_, move) => !covered.has(goalOf(at, move))) ?? -1

  const sessions: string[][] = []
  for (const start of nodes.keys()) {
    if (start % nodesInStep === nodesInStep - 1) yield
    while (openMove(start) !== -1) {
      const lines = [...(linesTo[start] ?? [])]
      let at: number | undefined = start
      while (at !== undefined) {
        const move = openMove(at)
        if (move === -1) break
        covered.add(goalOf(at, move))
        const taken: ExploredMove | undefined = nodes[at]?.moves[move]
        lines.push(taken?.line ?? '')
        at = taken?.to
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
