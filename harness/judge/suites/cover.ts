import type { Game } from '../../../reference/game.ts'
import { completeGames, type Move, type Position } from '../../games/explore.ts'
import { type Lines, toBytes } from '../../session/bytes.ts'
import { playedOn } from '../../session/script.ts'
import type { Suite } from './suite.ts'

/** Every legal line from every position, and every line that must be refused there. */
export function transitionsSuite(game: Game<unknown>, nodes: readonly Position[]): Suite {
  const moves = nodes.reduce((sum, { moves }) => sum + moves.length, 0)
  const sessions = cover(game, nodes, (at, move) => `${at} ${move}`)
  return { name: 'transitions', covers: `all ${count(moves)} moves`, sessions }
}

/**
 * Every position, ends of games included, and every line that must be refused there.
 * @param isQuick whether positions that differ only by a symmetry of the game count as one
 */
export function positionsSuite(game: Game<unknown>, nodes: readonly Position[], isQuick = false): Suite {
  const images = (line: string) => (isQuick && game.images?.(line)) || [line]
  const after = positionsAfter(game, nodes, images)
  const sessions = cover(game, nodes, (at, move) => after[at]?.[move], images)
  const covers = `all ${count(new Set(after.flat()).size + 1)} positions${images('').length > 1 ? ' up to symmetry' : ''}`
  return { name: 'positions', covers, sessions }
}

/** @returns a name of the position after each move from each node; the images of a position have the same name */
function positionsAfter(game: Game<unknown>, nodes: readonly Position[], images: (line: string) => string[]) {
  // The states in which the same lines lead to the images of a node.
  const states = [images('').map(() => game.open().state)]
  return nodes.map(({ moves }, at) =>
    moves.map(({ line, to }) => {
      const replies = images(line).map((line, index) => game.answer(states[at]?.[index], line))
      if (to !== undefined) states[to] ??= replies.map(({ state }) => state)
      return replies
        .map(({ state, output }) => (state === undefined ? JSON.stringify(output) : game.key(state)))
        .sort()[0]
    }),
  )
}

/** Every complete game; undefined if there are too many. */
export function gamesSuite(_: Game<unknown>, positions: readonly Position[]): Suite | undefined {
  const games = completeGames(positions)
  if (games === undefined) return undefined
  return { name: 'games', covers: `all ${count(games.length)} games`, sessions: games, isHuge: true }
}

const count = (n: number) => n.toLocaleString('en')

/** How many lines of a game's nonsense are tried in each position but the first, where all of them are. */
const nonsenseAtEach = 4

/**
 * Covers goals with few sessions (tic-tac-toe's moves with as few as possible). Each session goes to the first
 * position with an open goal, takes open goals while there are any, and then plays to the end, so that programs end by themselves.
 * At the first visit to a position it sends the lines that must be refused there.
 * @param goalOf what a move covers
 * @param images the game's symmetries, which the sessions take in turn
 */
function cover(
  game: Game<unknown>,
  nodes: readonly Position[],
  goalOf: (at: number, move: number) => unknown,
  images = (line: string) => [line],
) {
  const linesTo = shortestLines(nodes)
  const covered = new Set<unknown>()
  const visited = new Set<number>()
  const nextMove = (at: number) => nodes[at]?.moves.findIndex((_, move) => !covered.has(goalOf(at, move))) ?? -1

  const { nonsense = [] } = game
  let tried = 0
  const nonsenseAt = (at: number) =>
    at === 0 ? nonsense : nonsense.slice(0, nonsenseAtEach).map(() => nonsense[tried++ % nonsense.length] ?? '')

  const sessions: Lines[] = []
  for (const [start] of nodes.entries()) {
    while (nextMove(start) !== -1) {
      const lines = [...(linesTo[start] ?? [])]
      let at: number | undefined = start
      while (at !== undefined) {
        if (!visited.has(at)) lines.push(...game.illegal(nodes[at]?.state), ...nonsenseAt(at))
        visited.add(at)
        const move = nextMove(at)
        if (move === -1) break
        covered.add(goalOf(at, move))
        const taken: Move | undefined = nodes[at]?.moves[move]
        lines.push(taken?.line ?? '')
        at = taken?.to
      }
      const turn = sessions.length % images('').length
      sessions.push(
        playedOn(
          game,
          lines.map((line) => toBytes(images(line)[turn] ?? line)),
        ),
      )
    }
  }
  return sessions
}

/** The lines that lead to each position. */
function shortestLines(nodes: readonly Position[]): string[][] {
  const linesTo: string[][] = [[]]
  for (const [at, { moves }] of nodes.entries()) {
    for (const { line, to } of moves) if (to !== undefined) linesTo[to] ??= [...(linesTo[at] ?? []), line]
  }
  return linesTo
}
