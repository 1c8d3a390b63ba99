import { stripVTControlCharacters } from 'node:util'

type Cell = string | number
type Rows = readonly (readonly Cell[])[]

/** A table without borders: columns two spaces apart, numbers aligned to the right. Cells may be coloured. */
export function columns(head: readonly string[], rows: Rows): string {
  const table = [head, ...rows].map((row) => row.map(shown))
  const isNumeric = numericColumns(head, rows)
  const widths = head.map((_, column) => Math.max(...table.map((row) => length(row[column] ?? ''))))
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => {
      const space = ' '.repeat((widths[column] ?? 0) - length(cell))
      return isNumeric[column] ? space + cell : cell + space
    })
  return table.map((row) => line(row).join('  ').trimEnd()).join('\n')
}

/** The same table in Markdown. */
export function markdown(head: readonly string[], rows: Rows): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map(shown).join(' | ')} |`
  const rule = numericColumns(head, rows).map((isNumeric) => (isNumeric ? '---:' : '---'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** Sizes as bars of text, the longest of them `width` columns long, to an eighth of a column. */
export function barsOf(sizes: readonly number[], width: number): string[] {
  const longest = Math.max(...sizes, 1)
  return sizes.map((size) => {
    const eighths = Math.round((size / longest) * width * 8)
    return '█'.repeat(Math.floor(eighths / 8)) + ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8]
  })
}

const numericColumns = (head: readonly string[], rows: Rows): boolean[] =>
  head.map((_, column) => rows.every((row) => /^[-+]?[\d,.]*%?$/.test(String(row[column]))))

const shown = (cell: Cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)

const length = (text: string) => stripVTControlCharacters(text).length
