import type { Game } from '../../../reference/game.ts'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { explore } from '../../games/explore.ts'
import { type Case, coversGame, type EntryReport, entriesIn, type Failure } from '../report.ts'

const game: Game<unknown> = ticTacToe

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
  const images = [...'012345678'].map((field) => game.images?.(field) ?? [])
  const boards = [...'01234567'].map((turn) => images.map((fields) => board[Number(fields[Number(turn)])]).join(''))
  return boards.sort()[0] ?? board
}

/** All boards that the game can reach, also those at its end. */
export function reachableBoards(): Board[] {
  const boards = explore(game)?.nodes.flatMap(({ state, moves }) => {
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

export interface MapProps {
  readonly entries: readonly EntryReport[]
  /** The cases that failed, and the places of their sessions on the page. */
  readonly failed: readonly { readonly one: Case; readonly id: string }[]
}

/**
 * All positions of tic-tac-toe in one picture, row by row by the number of moves, up to symmetry; those in which entries
 * failed are marked.
 */
export function BoardMap({ entries, failed }: MapProps) {
  const all = reachableBoards()
  const boards = [...new Set(all.map(upToSymmetry))]
  const covering = entries.filter(coversGame).length
  const places = failed.flatMap(({ one, id }) => {
    if (one.kind !== 'entry' || one.game !== game.name || one.failure === null) return []
    return [{ board: placeOf(one.failure), id, path: one.path }]
  })
  let y = 0
  const cells = [...'0123456789'].flatMap((moves) => {
    const level = boards.filter((board) => marksOn(board) === Number(moves))
    const top = y
    y += Math.ceil(level.length / perRow) * pitch + gap
    return level.map((board, index) => ({
      board,
      label: index === 0 ? moves : '',
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
    <>
      <p>
        All {all.length.toLocaleString('en')} positions by the number of moves, the {boards.length} that are left when
        rotations and reflections count once.{' '}
        {covering > 0 && `${entriesIn(covering)} gave the right reply in every one. `}
        {places.length > 0 && `${entriesIn(places.length)} failed in those that are marked.`}
      </p>
      <svg class={covering > 0 ? 'map held' : 'map'} viewBox={`0 -1 ${14 + perRow * pitch} ${y + 1}`}>
        <title>All positions by the number of moves</title>
        {cells.map(({ label, y }) => label && <text y={y + 6}>{label}</text>)}
        <path class="cells" d={cells.map(({ x, y }) => `M${x} ${y}h${size}v${size}h-${size}z`).join('')} />
        {cells.map(
          ({ x, y, failed: [first, ...others] }) =>
            first && (
              <a href={`#${first.id}`} aria-label={`failed here: ${first.path}`}>
                <title>{[first, ...others].map(({ path }) => path).join('\n')}</title>
                <rect class="failed" x={x - 0.5} y={y - 0.5} width={size + 1} height={size + 1} />
              </a>
            ),
        )}
        <path class="x" d={marks('X').join('')} />
        <path class="o" d={marks('O').join('')} />
      </svg>
    </>
  )
}
