import Table from 'cli-table3'

type Head = readonly string[]
type Rows = readonly (readonly (string | number)[])[]

/** A table without borders: columns two spaces apart, numbers aligned to the right, no trailing space. */
export function columns(head: Head, rows: Rows): string {
  const edges = ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
  const inner = ['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid']
  const chars = Object.fromEntries([...edges, ...inner].map((edge) => [edge, '']))
  const grid = new Table({
    head: [...head],
    chars: { ...chars, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: numeric(head, rows).map((isNumeric) => (isNumeric ? 'right' : 'left')),
  })
  grid.push(...rows.map((row) => row.map(shown)))
  return grid.toString().replace(/ +$/gm, '')
}

/** The same table in Markdown. */
export function markdown(head: Head, rows: Rows): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.map(shown).join(' | ')} |`
  const rule = numeric(head, rows).map((isNumeric) => (isNumeric ? '---:' : '---'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

const numeric = (head: Head, rows: Rows): boolean[] =>
  head.map((_, column) => rows.every((row) => /^[-+]?[\d,.]*%?$/.test(String(row[column]))))

const shown = (cell: string | number) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)
