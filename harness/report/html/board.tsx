/** The fields of a tic-tac-toe board in reading order, each `.`, `X` or `O`. */
export type Fields = string

/** Finds the boards in a text: three lines of three fields each. */
export function boardsIn(text: string): Fields[] {
  const lines = text.split('\n')
  const isRow = (line: string | undefined) => /^[.XO]{3}$/.test(line ?? '')
  const boards: Fields[] = []
  for (let at = 0; at + 2 < lines.length; at++) {
    const rows = lines.slice(at, at + 3)
    if (!rows.every(isRow)) continue
    boards.push(rows.join(''))
    at += 2
  }
  return boards
}

export const isBoard = (text: string) => /^[.XO]{9}$/.test(text)

/** The board among its eight rotations and reflections that comes first in the alphabet. */
export function upToSymmetry(fields: Fields): Fields {
  const turned = (fields: Fields) => [...'630741852'].map((field) => fields[Number(field)]).join('')
  const mirrored = (fields: Fields) => [...'210543876'].map((field) => fields[Number(field)]).join('')
  let [best, now] = [fields, fields]
  for (let step = 0; step < 8; step++) {
    if (now < best) best = now
    now = step === 3 ? mirrored(now) : turned(now)
  }
  return best
}

/**
 * A board as a picture.
 * @param other a board that it should be like: the fields that differ are marked
 */
export function Board({ fields, other = fields }: { readonly fields: Fields; readonly other?: Fields | undefined }) {
  const rows = fields.match(/.../g) ?? []
  const cells = [...fields].map((mark, field) => ({ mark, x: (field % 3) * 10, y: Math.floor(field / 3) * 10, field }))
  const differs = cells.filter(({ mark, field }) => mark !== other[field])
  return (
    <svg class="board" viewBox="-1 -1 32 32" width="64" height="64" role="img" aria-label={`board ${rows.join(' ')}`}>
      {differs.map(({ x, y, field }) => (
        <rect key={field} class="wrong" x={x} y={y} width="10" height="10" />
      ))}
      <path class="grid" d="M10 0v30M20 0v30M0 10h30M0 20h30M0 0h30v30h-30z" />
      {cells.map(({ mark, x, y }) => mark === 'X' && <path class="x" d={cross(x, y)} />)}
      {cells.map(({ mark, x, y }) => mark === 'O' && <circle class="o" cx={x + 5} cy={y + 5} r="3" />)}
    </svg>
  )
}

const cross = (x: number, y: number) => `M${x + 2.5} ${y + 2.5}l5 5m0-5l-5 5`
