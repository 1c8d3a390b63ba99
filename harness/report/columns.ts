import Table from 'cli-table3'

/** A table without frames: columns two spaces apart, numbers to the right, no space at a line's end. */
export function columns(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const edges = ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
  const inner = ['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid']
  const chars = Object.fromEntries([...edges, ...inner].map((edge) => [edge, '']))
  const numeric = head.map((_, column) => rows.every((row) => /^[-+]?[\d,.]*%?$/.test(String(row[column]))))
  const grid = new Table({
    head: [...head],
    chars: { ...chars, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: numeric.map((isNumeric) => (isNumeric ? 'right' : 'left')),
  })
  grid.push(...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell))))
  return grid.toString().replace(/ +$/gm, '')
}
