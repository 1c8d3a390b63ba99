type Cell = string | number
type Rows = readonly (readonly Cell[])[]

/** A table without borders: columns two spaces apart, numbers aligned to the right. */
export function columns(head: readonly string[], rows: Rows): string {
  const table = [head, ...rows].map((row) => row.map(shown))
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table.map((row) => alignRow(row, widths, numericColumns(head, rows))).join('\n')
}

/** The same table in Markdown. */
export function markdown(head: readonly string[], rows: Rows): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map(shown).join(' | ')} |`
  const rule = numericColumns(head, rows).map((isNumeric) => (isNumeric ? '---:' : '---'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** One row of a table, without trailing spaces. */
export function alignRow(cells: readonly string[], widths: readonly number[], toTheRight: readonly boolean[]): string {
  const padded = cells.map((cell, column) => {
    const width = widths[column] ?? 0
    return toTheRight[column] ? cell.padStart(width) : cell.padEnd(width)
  })
  return padded.join('  ').trimEnd()
}

const numericColumns = (head: readonly string[], rows: Rows): boolean[] =>
  head.map((_, column) => rows.every((row) => /^[-+]?[\d,.]*%?$/.test(String(row[column]))))

const shown = (cell: Cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)
