import type { Game } from '../../../reference/game.ts'
import { ticTacToe } from '../../../reference/tic-tac-toe.ts'
import { explore } from '../../games/explore.ts'
import type { Case, Failure } from '../report.ts'

// A board is its fields in reading order, each `.`, `X` or `O`.
const game: Game<unknown> = ticTacToe

const marksOn = (board: string) => board.replaceAll('.', '').length

/** The board after a move; the board itself if the line is something else. */
function boardAfter(board: string, line: string): string {
  const field = /^[0-8]$/.test(line) ? Number(line) : -1
  const player = marksOn(board) % 2 === 0 ? 'X' : 'O'
  return board[field] === '.' ? board.slice(0, field) + player + board.slice(field + 1) : board
}

/** The board among its eight rotations and reflections that comes first in the alphabet. */
export function upToSymmetry(board: string): string {
  const images = [...'012345678'].map((field) => game.images?.(field) ?? [])
  const boards = [...'01234567'].map((turn) => images.map((fields) => board[Number(fields[Number(turn)])]).join(''))
  return boards.sort()[0] ?? board
}

/** All boards that the game can reach, also those at its end. */
export function reachableBoards(): string[] {
  const boards = explore(game)?.flatMap(({ state, moves }) => {
    const board = game.key(state)
    return [board, ...moves.map(({ line }) => boardAfter(board, line))]
  })
  return [...new Set(boards)]
}

/** The board on which a session went wrong, up to symmetry. */
export function placeOf({ turns }: Failure): string {
  const last = turns.findLastIndex(({ actual }) => actual !== undefined)
  const lines = turns.slice(0, Math.max(0, last)).map(({ answer }) => answer ?? '')
  return upToSymmetry(lines.reduce(boardAfter, '.'.repeat(9)))
}

interface Props {
  readonly cases: readonly Case[]
  /** Those that failed, and the places of their sessions on the page. */
  readonly failed: readonly { readonly one: Case; readonly id: string }[]
}

/** Whether an entry gave the right reply in all positions of the game. */
const coversGame = (one: Case) =>
  one.kind === 'entry' &&
  one.game === game.name &&
  one.verdict === 'AC' &&
  one.plan.some(({ suite }) => ['positions', 'transitions', 'games'].includes(suite))

/**
 * All positions of tic-tac-toe up to symmetry, by the number of moves; those in which entries failed are marked, and lead
 * to their sessions.
 */
export function BoardMap({ cases, failed }: Props) {
  const all = reachableBoards()
  const boards = [...new Set(all.map(upToSymmetry))]
  const covering = cases.filter(coversGame).length
  const places = failed.flatMap(({ one, id }) => {
    if (one.kind !== 'entry' || one.game !== game.name || one.failure === null) return []
    return [{ board: placeOf(one.failure), id, path: one.path }]
  })
  return (
    <>
      <p>
        All {all.length.toLocaleString('en')} positions by the number of moves, the {boards.length} that are left when
        rotations and reflections count once. Entries that gave the right reply in every one of them: {covering}. Those
        in which others failed are marked.
      </p>
      {[...'0123456789'].map((moves) => (
        <div class={covering > 0 ? 'map held' : 'map'}>
          {boards
            .filter((board) => marksOn(board) === Number(moves))
            .map((board) => {
              const fields = <pre>{board.replace(/...(?=.)/g, '$&\n')}</pre>
              const [first] = places.filter((place) => place.board === board)
              if (first === undefined) return fields
              const label = `failed here: ${first.path}`
              return (
                <a href={`#${first.id}`} aria-label={label}>
                  {fields}
                </a>
              )
            })}
        </div>
      ))}
    </>
  )
}
