import type { Game } from '../../../reference/game.ts'
import { explore, type Positions } from '../../games/explore.ts'
import type { EntryReport, Failure } from '../report.ts'
import { type Fields, isBoard, upToSymmetry } from './board.tsx'

/** A game with more positions has no map. */
const mostPositions = 10_000
const perRow = 34
/** The distance of two cells, their size, and the gap above a new number of moves. */
const pitch = 9
const size = 7
const gap = 3

/** The position in which a failing entry went wrong, and the link to its session. */
interface Place {
  readonly key: string
  readonly id: string
  readonly path: string
}

/** The positions of a game by the number of moves, each once. */
interface Atlas {
  readonly positions: Positions
  /** The keys of the positions after 0, 1, 2 … moves. */
  readonly levels: readonly (readonly string[])[]
  readonly isReduced: boolean
  /** How many positions there are without regard to symmetry. */
  readonly size: number
}

/** @returns undefined if the game has too many positions */
export function atlasOf(game: Game<unknown>): Atlas | undefined {
  const positions = explore(game, mostPositions)
  if (positions === undefined) return undefined
  const isReduced = positions.nodes.every(({ state }) => isBoard(game.key(state)))
  const depths = [0]
  const levels: Set<string>[] = []
  const seen = new Set<string>()
  const add = (depth: number, key: string) => {
    seen.add(key)
    levels[depth] ??= new Set()
    levels[depth]?.add(isReduced ? upToSymmetry(key) : key)
  }
  for (const [at, { state, moves }] of positions.nodes.entries()) {
    const depth = depths[at] ?? 0
    add(depth, game.key(state))
    for (const { line, to } of moves) {
      if (to !== undefined) depths[to] ??= depth + 1
      else if (isReduced) add(depth + 1, boardAfter(game.key(state), line))
    }
  }
  return { positions, levels: levels.map((keys) => [...keys]), isReduced, size: seen.size }
}

/** The board after a move to an empty field; the board itself if the line is something else. */
function boardAfter(fields: Fields, line: string): Fields {
  const field = Number(line)
  const player = [...fields].filter((mark) => mark !== '.').length % 2 === 0 ? 'X' : 'O'
  return fields[field] === '.' ? fields.slice(0, field) + player + fields.slice(field + 1) : fields
}

/** The key of the position in which a session went wrong. */
export function placeOf(game: Game<unknown>, { turns = [] }: Failure, isReduced: boolean): string | undefined {
  let { state } = game.open()
  let key = game.key(state)
  const answered = turns.findLastIndex(({ actual }) => actual !== undefined)
  for (const { answer } of turns.slice(0, Math.max(0, answered))) {
    if (state === undefined || answer === undefined) break
    const line = answer
    const isLegal = line !== null && game.legal(state).includes(line)
    const next = game.answer(state, line)
    if (next.state !== undefined) key = game.key(next.state)
    else if (isLegal && isReduced) key = boardAfter(key, line)
    state = next.state
  }
  return isReduced ? upToSymmetry(key) : key
}

/** Whether an entry gave the right replies in all positions of its game. */
export const coversGame = ({ verdict, plan }: EntryReport) =>
  verdict === 'AC' && plan.some(({ suite }) => ['positions', 'transitions', 'games'].includes(suite))

/** All positions of a game in one picture, row by row by the number of moves; those in which entries failed are marked. */
export function GameMap({ atlas, places, isHeld }: { atlas: Atlas; places: readonly Place[]; isHeld: boolean }) {
  const labels: { depth: number; y: number }[] = []
  let y = 0
  const cells = atlas.levels.flatMap((keys, depth) => {
    labels.push({ depth, y })
    const top = y
    y += Math.ceil(keys.length / perRow) * pitch + gap
    return keys.map((key, index) => ({
      key,
      x: 14 + (index % perRow) * pitch,
      y: top + Math.floor(index / perRow) * pitch,
    }))
  })
  const marks = (mark: string) =>
    cells.flatMap(({ key, x, y }) =>
      [...key].map((found, field) =>
        found === mark ? `M${(x + (field % 3) * 2 + 0.65).toFixed(1)} ${y + Math.floor(field / 3) * 2 + 1.5}h1.7` : '',
      ),
    )
  const failed = cells.flatMap((cell) => {
    const here = places.filter(({ key }) => key === cell.key)
    return here.length === 0 ? [] : [{ ...cell, here }]
  })
  return (
    <svg class={isHeld ? 'map held' : 'map'} viewBox={`0 -1 ${14 + perRow * pitch} ${y + 1}`}>
      <title>All positions by the number of moves</title>
      {labels.map(({ depth, y }) => (
        <text y={y + 6}>{depth}</text>
      ))}
      <path class="cells" d={cells.map(({ x, y }) => `M${x} ${y}h${size}v${size}h-${size}z`).join('')} />
      {failed.map(({ x, y, here }) => (
        <a href={`#${here[0]?.id}`} aria-label={`failed here: ${here[0]?.path}`}>
          <title>{here.map(({ path }) => path).join('\n')}</title>
          <rect class="failed" x={x - 0.5} y={y - 0.5} width={size + 1} height={size + 1} />
        </a>
      ))}
      {atlas.isReduced && (
        <>
          <path class="x" d={marks('X').join('')} />
          <path class="o" d={marks('O').join('')} />
        </>
      )}
    </svg>
  )
}
