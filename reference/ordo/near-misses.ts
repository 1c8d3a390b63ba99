import { type Position, squareName } from './board.ts'
import { units } from './moves.ts'
import { SquareSet } from './square-set.ts'

/** Steps to nearby squares: straight, diagonal, a knight's move, and none. */
const nearby = [-2, -1, 0, 1, 2].flatMap((columns) => [-2, -1, 0, 1, 2].map((rows) => ({ columns, rows })))

const neverLegal = [
  '',
  'foo',
  'a3',
  'a3-',
  'a3a4',
  'a3--a4',
  'a3:b3:c3-d4',
  'a3-a4,',
  ',a3-a4',
  'a3-a4=',
  'a9',
  'a9-a8',
  'a1-k1',
]

const squaresNear = (name: string): string[] => {
  const column = name.charCodeAt(0)
  const row = Number(name.slice(1))
  return nearby
    .map(({ columns, rows }) => String.fromCharCode(column + columns) + (row + rows))
    .filter((near) => /^[a-j][1-8]$/.test(near))
}

/** Lines that look like moves. Most are illegal; some are legal. */
export function* nearMisses({ own, enemy }: Position, moves: readonly string[]): Generator<string> {
  const names = [...own].map(squareName)
  const [mine = 'a1'] = names
  yield* [...neverLegal, mine, `${mine}:${mine}-${mine}`]
  for (const stranger of [...SquareSet.full.diff(own)].map(squareName)) {
    yield `${stranger}-${mine}`
    yield `${mine}:${stranger}-${mine}`
  }
  for (const name of names) {
    for (const to of squaresNear(name)) yield `${name}-${to}`
  }
  for (const to of squaresNear(mine)) yield `${mine}x${to}`

  const ordos = [...units(own)].filter(({ shape }) => shape !== 'singleton')
  for (const { first, last } of ordos.slice(0, 12)) {
    const [from, end] = [squareName(first), squareName(last)]
    yield `${from}:${end}x${squareName([...enemy][0] ?? first)}`
    for (const to of squaresNear(from)) yield `${from}:${end}-${to}`
  }
  for (const move of moves) {
    const [whole, from, to] = /^([a-j]\d)[-x]([a-j]\d)/.exec(move) ?? []
    const open = move.replace(/=.*/, '')
    yield `${open}=${mine}`
    yield `${open},${whole ? `${to}-${from}` : move}`
  }
}
