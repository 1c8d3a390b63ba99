import type { Game } from '../../../reference/game.ts'
import { explore } from '../../games/explore.ts'
import type { Failure } from '../report.ts'

/** The fields of a tic-tac-toe board in reading order, each `.`, `X` or `O`. */
export type Board = string

const marksOn = (board: Board) => board.replaceAll('.', '').length

/** The board after a move; the board itself if the line is something else. */
function boardAfter(board: Board, line: string): Board {
  const field = /^[0-8]$/.test(line) ? Number(line) : -1
  const player = marksOn(board) % 2 === 0 ? 'X' : 'O'
  return board[field] === '.' ? board.slice(0, field) + player + board.slice(field + 1) : board
}

/** The board among its eight rotations and reflections that comes first in the alphabet. */
export function upToSymmetry(board: Board): Board {
  const turned = (board: Board) => [...'630741852'].map((field) => board[Number(field)]).join('')
  const mirrored = (board: Board) => [...'210543876'].map((field) => board[Number(field)]).join('')
  let [best, now] = [board, board]
  for (let step = 0; step < 8; step++) {
    if (now < best) best = now
    now = step === 3 ? mirrored(now) : turned(now)
  }
  return best
}

/** All boards that a game can reach, also those at its end; none if it is not played on such boards. */
export function boardsOf(game: Game<unknown>): Board[] {
  const { state } = game.open()
  if (state === undefined || !/^[.XO]{9}$/.test(game.key(state))) return []
  const boards = explore(game)?.flatMap(({ state, moves }) => {
    const board = game.key(state)
    return [board, ...moves.map(({ line }) => boardAfter(board, line))]
  })
  return [...new Set(boards)]
}

/** The board on which a session went wrong, up to symmetry. */
export function placeOf({ turns }: Failure): Board {
  const last = turns.findLastIndex(({ actual }) => actual !== undefined)
  const lines = turns.slice(0, Math.max(0, last)).map(({ answer }) => answer ?? '')
  return upToSymmetry(lines.reduce(boardAfter, '.'.repeat(9)))
}

const perRow = 34
/** The distance of two cells, their size, and the gap above a new number of moves. */
const pitch = 9
const size = 7
const gap = 3

interface Props {
  /** Up to symmetry, each once. */
  readonly boards: readonly Board[]
  /** The boards on which entries went wrong, and the links to their sessions. */
  readonly places: readonly { readonly board: Board; readonly id: string; readonly path: string }[]
  /** Whether an entry gave the right replies on all of them. */
  readonly isHeld: boolean
}

/** All boards in one picture, row by row by the number of moves; those on which entries failed are marked. */
export function BoardMap({ boards, places, isHeld }: Props) {
  const labels: { moves: number; y: number }[] = []
  let y = 0
  const cells = [...'0123456789'].map(Number).flatMap((moves) => {
    const level = boards.filter((board) => marksOn(board) === moves)
    labels.push({ moves, y })
    const top = y
    y += Math.ceil(level.length / perRow) * pitch + gap
    return level.map((board, index) => ({
      board,
      x: 14 + (index % perRow) * pitch,
      y: top + Math.floor(index / perRow) * pitch,
      failed: places.filter((place) => place.board === board),
    }))
  })
  const marks = (player: string) =>
    cells.flatMap(({ board, x, y }) =>
      [...board].map((mark, field) =>
        mark === player ? `M${(x + (field % 3) * 2 + 0.65).toFixed(1)} ${y + Math.floor(field / 3) * 2 + 1.5}h1.7` : '',
      ),
    )
  return (
    <svg class={isHeld ? 'map held' : 'map'} viewBox={`0 -1 ${14 + perRow * pitch} ${y + 1}`}>
      <title>All positions by the number of moves</title>
      {labels.map(({ moves, y }) => (
        <text y={y + 6}>{moves}</text>
      ))}
      <path class="cells" d={cells.map(({ x, y }) => `M${x} ${y}h${size}v${size}h-${size}z`).join('')} />
      {cells
        .filter(({ failed }) => failed.length > 0)
        .map(({ x, y, failed }) => (
          <a href={`#${failed[0]?.id}`} aria-label={`failed here: ${failed[0]?.path}`}>
            <title>{failed.map(({ path }) => path).join('\n')}</title>
            <rect class="failed" x={x - 0.5} y={y - 0.5} width={size + 1} height={size + 1} />
          </a>
        ))}
      <path class="x" d={marks('X').join('')} />
      <path class="o" d={marks('O').join('')} />
    </svg>
  )
}
