import type { Game } from '../../../../reference/game.ts'

const directions = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const

/** Tells whether the last of these columns, in which X and O have dropped discs by turns, makes four in a line. */
function wins(columns: string): boolean {
  const heights = [0, 0, 0, 0, 0, 0, 0]
  const discs = new Map<string, number>()
  let last: readonly [number, number] = [0, 0]
  for (const [turn, column] of [...columns].entries()) {
    const x = Number(column)
    const y = heights[x] ?? 0
    heights[x] = y + 1
    discs.set(`${x},${y}`, turn % 2)
    last = [x, y]
  }
  const player = (columns.length - 1) % 2
  const [x, y] = last
  const run = (dx: number, dy: number): number => {
    let length = 0
    while (discs.get(`${x + (length + 1) * dx},${y + (length + 1) * dy}`) === player) length++
    return length
  }
  return directions.some(([dx, dy]) => 1 + run(dx, dy) + run(-dx, -dy) >= 4)
}

const isFull = (columns: string, column: string) => columns.split(column).length > 6
const playerOf = (columns: string) => (columns.length % 2 === 0 ? 'X' : 'O')

/** Connect Four without a picture of its board. Its state is the columns that were played. */
export const connectFour: Game<string> = {
  name: 'connect-four',
  prompt: /^[XO]> /,
  open: () => ({ output: 'X> ', state: '' }),
  answer(state, line) {
    if (line === null || line === 'quit') return { output: 'bye\n' }
    if (!/^[0-6]$/.test(line) || isFull(state, line)) return { output: `no\n${playerOf(state)}> `, state }
    const next = state + line
    if (wins(next)) return { output: `${playerOf(state)} won\n` }
    return next.length === 42 ? { output: 'tie\n' } : { output: `${playerOf(next)}> `, state: next }
  },
  legal: (state) => [...[...'0123456'].filter((column) => !isFull(state, column)), 'quit'],
  illegal: () => ['7', '-1', '', 'x'],
  key: (state) => state,
}
