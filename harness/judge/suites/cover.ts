import type { Game } from '../../../reference/game.ts'
import { completeGames, type Move, type Position } from '../../games/explore.ts'
import { toBytes, toText } from '../../session/bytes.ts'
import { playedOn } from '../../session/script.ts'
import { withRefusals } from './refusals.ts'
import type { Suite } from './suite.ts'

/** Every legal line from every position, and every line that must be refused there. */
export function transitionsSuite(game: Game<unknown>, nodes: readonly Position[], seed = 1): Suite {
  const moves = nodes.reduce((sum, { moves }) => sum + moves.length, 0)
  const games = cover(game, nodes, (at, move) => `${at} ${move}`)
  const sessions = withRefusals(game, games, seed).map((lines) => lines.map(toBytes))
  return { name: 'transitions', covers: `all ${count(moves)} moves`, sessions }
}

/**
 * Every position, ends of games included, and every line that must be refused there. Positions that differ only by a
 * symmetry of the game count as one; the sessions take its images in turn.
 */
export function positionsSuite(game: Game<unknown>, nodes: readonly Position[], seed = 1): Suite {
  const { images = (line: string) => [line] } = game
  const { positionOf, after } = symmetricPositions(game, nodes, images)
  const games = cover(game, nodes, (at, move) => after[at]?.[move]).map((lines, index) => {
    const turn = index % images('').length
    return lines.map((line) => images(line)[turn] ?? line)
  })
  const sessions = withRefusals(game, games, seed, positionOf).map((lines) => lines.map(toBytes))
  const covers = `all ${count(new Set(after.flat()).size + 1)} positions${images('').length > 1 ? ' up to symmetry' : ''}`
  return { name: 'positions', covers, sessions }
}

/** Names positions, so that the images of a position have the same name: that of a state, and that after each move from each node. */
function symmetricPositions(game: Game<unknown>, nodes: readonly Position[], images: (line: string) => string[]) {
  // The states in which the same lines lead to the images of a node.
  const states = [images('').map(() => game.open().state)]
  const names = new Map<string, string>()
  const nameOf = (images: unknown[]) => {
    const keys = images.map((state) => game.key(state)).sort()
    for (const key of keys) names.set(key, keys[0] ?? '')
    return keys[0]
  }
  nameOf(states[0] ?? [])
  const after = nodes.map(({ moves }, at) =>
    moves.map(({ line, to }) => {
      const replies = images(line).map((line, index) => game.answer(states[at]?.[index], line))
      if (to === undefined) return replies.map(({ output }) => JSON.stringify(output)).sort()[0]
      states[to] ??= replies.map(({ state }) => state)
      return nameOf(states[to])
    }),
  )
  return { after, positionOf: (state: unknown) => names.get(game.key(state)) ?? game.key(state) }
}

/** Every complete game; undefined if there are too many. */
export function gamesSuite(_: Game<unknown>, positions: readonly Position[]): Suite | undefined {
  const games = completeGames(positions)
  if (games === undefined) return undefined
  return { name: 'games', covers: `all ${count(games.length)} games`, sessions: games, isHuge: true }
}

const count = (n: number) => n.toLocaleString('en')

/**
 * Covers goals with few sessions (tic-tac-toe's moves with as few as possible). Each session goes to the first
 * position with an open goal, takes open goals while there are any, and then plays to the end, so that programs end by themselves.
 * @param goalOf what a move covers
 */
function cover(game: Game<unknown>, nodes: readonly Position[], goalOf: (at: number, move: number) => unknown) {
  const linesTo = shortestLines(nodes)
  const covered = new Set<unknown>()
  const nextMove = (at: number) => nodes[at]?.moves.findIndex((_, move) => !covered.has(goalOf(at, move))) ?? -1

  const sessions: string[][] = []
  for (const [start] of nodes.entries()) {
    while (nextMove(start) !== -1) {
      const lines = [...(linesTo[start] ?? [])]
      let at: number | undefined = start
      while (at !== undefined) {
        const move = nextMove(at)
        if (move === -1) break
        covered.add(goalOf(at, move))
        const taken: Move | undefined = nodes[at]?.moves[move]
        lines.push(taken?.line ?? '')
        at = taken?.to
      }
      sessions.push(playedOn(game, lines.map(toBytes)).map(toText))
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
