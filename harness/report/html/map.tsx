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

export interface MapProps {
  readonly entries: readonly EntryReport[]
  /** The cases that failed, and the places of their sessions on the page. */
  readonly failed: readonly { readonly one: Case; readonly id: string }[]
}

/** All positions of tic-tac-toe up to symmetry, by the number of moves; those in which entries failed are marked. */
export function BoardMap({ entries, failed }: MapProps) {
  const all = reachableBoards()
  const boards = [...new Set(all.map(upToSymmetry))]
  const covering = entries.filter(coversGame).length
  const places = failed.flatMap(({ one, id }) => {
    if (one.kind !== 'entry' || one.game !== game.name || one.failure === null) return []
    return [{ board: placeOf(one.failure), id, path: one.path }]
  })
  return (
    <>
      <p>
        All {all.length.toLocaleString('en')} positions by the number of moves, the {boards.length} that are left when
        rotations and reflections count once.{' '}
        {covering > 0 && `${entriesIn(covering)} gave the right reply in every one. `}
        {places.length > 0 && `${entriesIn(places.length)} failed in those that are marked.`}
      </p>
      {[...'0123456789'].map((moves) => (
        <div class={covering > 0 ? 'map held' : 'map'}>
          {boards
            .filter((board) => marksOn(board) === Number(moves))
            .map((board) => (
              <Cell board={board} failed={places.filter((place) => place.board === board)} />
            ))}
        </div>
      ))}
    </>
  )
}

function Cell({ board, failed }: { readonly board: Board; readonly failed: { id: string; path: string }[] }) {
  const fields = <pre>{board.replace(/...(?=.)/g, '$&\n')}</pre>
  const [first] = failed
  if (first === undefined) return fields
  return (
    <a href={`#${first.id}`} aria-label={`failed here: ${failed.map(({ path }) => path).join(', ')}`}>
      {fields}
    </a>
  )
}
