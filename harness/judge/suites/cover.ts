import type { Game } from '../../../reference/game.ts'
import { completeGames, type Position, type Positions } from '../../games/explore.ts'
import { type Bytes, toBytes } from '../../session/bytes.ts'
import { remembered } from '../../session/remembered.ts'
import type { Suite } from './suite.ts'

/**
 * Every legal line from every position, and every line that must be refused in it, in as few sessions as the game allows.
 */
export function transitionsSuite(game: Game<unknown>, positions: Positions): Suite {
  const sessions = sessionsOf(game, positions.nodes, walk(positions.nodes, leastFlow(positions.nodes)))
  const covers = `all ${count(positions.moves)} moves`
  return { name: 'transitions', covers, sessions, size: sessions.length }
}

/**
 * Every position, the last ones of games as well, and every line that must be refused in it. Each session makes for the
 * nearest position that none has been in, goes on through such positions while it can, and then to an end of the game: few
 * sessions, if not the fewest. (In tic-tac-toe 1,520 positions have six marks, so there must be as many.)
 */
export function positionsSuite(game: Game<unknown>, { nodes }: Positions): Suite {
  const ends = new Map<string, number>()
  const next = nodes.map(({ state, moves }) =>
    moves.map(
      ({ line, to }) =>
        to ?? nodes.length + remembered(ends, JSON.stringify(game.answer(state, line).output), () => ends.size),
    ),
  )
  const before: number[][] = Array.from({ length: nodes.length + ends.size }, () => [])
  for (const [at, all] of next.entries()) for (const to of all) before[to]?.push(at)

  const unseen = new Set(before.keys())
  const paths: Step[][] = []
  for (let left = Number.POSITIVE_INFINITY; unseen.size < left; ) {
    left = unseen.size
    const distance = distancesTo(unseen, before)
    const path: Step[] = []
    const visited = new Set<number>()
    for (let at = 0; ; ) {
      unseen.delete(at)
      visited.add(at)
      const all = next[at] ?? []
      const isNearer = (to: number) => (distance[to] ?? -1) >= 0 && (distance[to] ?? 0) < (distance[at] ?? 0)
      const found = [(to: number) => unseen.has(to), isNearer, (to: number) => !visited.has(to)]
      const move = found.map((isMeant) => all.findIndex(isMeant)).find((index) => index !== -1)
      if (move === undefined) break
      path.push({ at, move })
      at = all[move] ?? 0
    }
    paths.push(path)
  }
  const sessions = sessionsOf(game, nodes, paths)
  const covers = `all ${count(nodes.length + ends.size)} positions`
  return { name: 'positions', covers, sessions, size: sessions.length }
}

/** How many moves each position is away from the nearest of some; -1 where none can be reached. */
function distancesTo(some: Iterable<number>, before: readonly (readonly number[])[]): readonly number[] {
  const distance: number[] = before.map(() => -1)
  const queue = [...some]
  for (const at of queue) distance[at] = 0
  for (const at of queue) {
    for (const from of before[at] ?? []) {
      if (distance[from] !== -1) continue
      distance[from] = (distance[at] ?? 0) + 1
      queue.push(from)
    }
  }
  return distance
}

/** Every complete game; undefined if there are too many. */
export function gamesSuite(positions: Positions): Suite | undefined {
  const games = completeGames(positions)
  return (
    games && {
      name: 'games',
      covers: `all ${count(games.size)} games`,
      sessions: games,
      size: games.size,
      isHuge: true,
    }
  )
}

const count = (n: number) => n.toLocaleString('en')

/** The lines of paths, and at the first visit to each position every line that must be refused there. */
function sessionsOf(game: Game<unknown>, nodes: readonly Position[], paths: readonly Step[][]) {
  const refused = new Set<number>()
  return paths.map((path) =>
    path.flatMap(({ at, move }): Bytes[] => {
      const illegal = refused.has(at) ? [] : game.illegal(nodes[at]?.state)
      refused.add(at)
      return [...illegal, nodes[at]?.moves[move]?.line ?? ''].map(toBytes)
    }),
  )
}

/** A move as it stands in a path: the position, and the index of the move in it. */
interface Step {
  readonly at: number
  readonly move: number
}

/** For every position, the units of flow on each of its moves. */
type Flow = number[][]

/**
 * The least flow with one unit or more on every move: a unit for each to begin with, what is missing brought from the
 * first position, and then every unit taken away that a path back through the others can spare. The paths that it falls apart
 * into are the sessions.
 */
function leastFlow(nodes: readonly Position[]): Flow {
  const flow: Flow = nodes.map(({ moves }) => moves.map(() => 1))
  const balance = nodes.map(({ moves }) => -moves.length)
  const incoming: Step[][] = nodes.map(() => [])
  for (const [at, { moves }] of nodes.entries()) {
    for (const [move, { to }] of moves.entries()) {
      if (to === undefined) continue
      balance[to] = (balance[to] ?? 0) + 1
      incoming[to]?.push({ at, move })
    }
  }
  const parents = breadthFirst(nodes)
  const surplus: number[] = []
  for (const [node, units] of balance.entries()) {
    // Units that a position sends on but never gets come from the first position along a shortest path …
    for (let missing = units; missing < 0 && node !== 0; missing++) {
      for (let step = parents[node]; step !== undefined; step = parents[step.at]) add(flow, step, 1)
    }
    surplus[node] = Math.max(0, units)
  }
  spare(nodes, flow, incoming, surplus)
  return flow
}

/**
 * Sessions that stop at a position could have gone on as another one that comes there for want of units: such a pair is
 * one session. Looks for a way from a position where sessions stop, along moves that can take more units and back along
 * moves that have units to spare, to the first position, and sends a unit along it.
 */
function spare(nodes: readonly Position[], flow: Flow, incoming: readonly Step[][], surplus: number[]) {
  const came = new Int32Array(nodes.length)
  const cameBy: (Step & { forward: boolean })[] = []
  for (;;) {
    came.fill(-1)
    const queue: number[] = []
    for (const [node, units] of surplus.entries()) {
      if (units > 0 && node !== 0) {
        came[node] = node
        queue.push(node)
      }
    }
    const visit = (node: number, from: number, step: Step & { forward: boolean }) => {
      if (came[node] !== -1) return
      came[node] = from
      cameBy[node] = step
      queue.push(node)
    }
    for (let i = 0; i < queue.length && came[0] === -1; i++) {
      const node = queue[i] ?? 0
      for (const [move, { to }] of (nodes[node]?.moves ?? []).entries()) {
        if (to !== undefined) visit(to, node, { at: node, move, forward: true })
      }
      for (const step of incoming[node] ?? []) {
        if ((flow[step.at]?.[step.move] ?? 0) > 1) visit(step.at, node, { ...step, forward: false })
      }
    }
    if (came[0] === -1) return
    let node = 0
    while (came[node] !== node) {
      const step = cameBy[node]
      if (step === undefined) return
      add(flow, step, step.forward ? 1 : -1)
      node = came[node] ?? 0
    }
    surplus[node] = (surplus[node] ?? 0) - 1
  }
}

/** For every position but the first, the last move of a shortest path to it. */
function breadthFirst(nodes: readonly Position[]): (Step | undefined)[] {
  const parents: (Step | undefined)[] = nodes.map(() => undefined)
  const seen = new Set([0])
  for (const at of seen) {
    for (const [move, { to }] of (nodes[at]?.moves ?? []).entries()) {
      if (to === undefined || seen.has(to)) continue
      seen.add(to)
      parents[to] = { at, move }
    }
  }
  return parents
}

function add(flow: Flow, { at, move }: Step, units: number) {
  const moves = flow[at]
  if (moves !== undefined) moves[move] = (moves[move] ?? 0) + units
}

/** Takes a flow apart into paths from the first position. */
function walk(nodes: readonly Position[], flow: Flow): Step[][] {
  const left = flow.map((units) => [...units])
  const from = (start: number) => {
    const path: Step[] = []
    for (let at: number | undefined = start; at !== undefined; ) {
      const move: number = left[at]?.findIndex((units) => units > 0) ?? -1
      if (move === -1) break
      path.push({ at, move })
      add(left, { at, move }, -1)
      at = nodes[at]?.moves[move]?.to
    }
    return path
  }
  const paths: Step[][] = []
  for (let path = from(0); path.length > 0; path = from(0)) paths.push(path)
  // Where a game can come back to a position, what is left are rounds from positions on a path back to themselves.
  for (const path of paths) {
    for (let i = 0; i < path.length; i++) path.splice(i, 0, ...from(path[i]?.at ?? 0))
  }
  return paths
}
