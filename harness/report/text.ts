import picocolors from 'picocolors'
import { greatest } from '../base/groups.ts'

/** Colours, always: what writes text takes them out where nobody would see them. */
export const colors = picocolors.createColors(true)

/**
 * Characters that cannot be seen, or that move the cursor or turn the direction of the text: controls, formats
 * (bidirectional overrides among them), line separators, noncharacters, halves of surrogate pairs.
 */
export const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

/** Replaces characters that cannot be seen by visible symbols. */
export const withSymbols = (text: string): string => text.replace(unseen, symbolOf)

/** The same for markup, in which newlines stay. Ours has no such characters: each comes from a program or a name. */
export const markupWithSymbols = (markup: string): string =>
  markup.replace(unseen, (found) => (found === '\n' ? found : withSymbols(found).replace('<', '&lt;')))

/**
 * Text in which the log of a CI system finds no command, as it does in `::error::` at the beginning of a line, also an
 * indented one, and in `##[error]` or `##vso[…]` anywhere.
 * @param write writes one character in another way
 */
export const withoutCommands = (text: string, write = (character: string) => `\\${character}`): string =>
  text.replace(/:(?=:)(?<=^[^\S\n]*:)|(?<=#)#(?=\w*\[)/gm, write)

/** The same for HTML and XML. */
export const markupWithoutCommands = (markup: string): string =>
  withoutCommands(markup, (character) => `&#${character.charCodeAt(0)};`)

/** Text of a program, or a name, that can be shown in a line of ours. */
export const printable = (text: string): string => withoutCommands(withSymbols(text))

/** Makes white space visible as well: spaces as `·`, newlines as `␊`. */
export const visible = (text: string): string => withSymbols(text).replaceAll(' ', '·')

/** The beginning of a text. A program can write a hundred kilobytes without a newline. */
export function clipped(text: string, most = 2000): string {
  const more = text.length - most
  return more <= 0 ? text : `${text.slice(0, most)}… ${more.toLocaleString('en')} more characters`
}

function symbolOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 32) return String.fromCharCode(0x2400 + code)
  return code === 127 ? '␡' : `<${nameOfCharacter(character)}>`
}

/** The code point of a character: `U+00E9`. */
export const nameOfCharacter = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

type Cell = string | number
type Rows = readonly (readonly Cell[])[]

/** A table without borders: columns two spaces apart, numbers aligned to the right. */
export function columns(head: readonly string[], rows: Rows): string {
  const table = [head, ...rows].map((row) => row.map(shown))
  const isNumeric = numericColumns(head, rows)
  const widths = head.map((_, column) => greatest(table.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) =>
      isNumeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    )
  return table.map((row) => line(row).join('  ').trimEnd()).join('\n')
}

/** The same table in Markdown. */
export function markdown(head: readonly string[], rows: Rows): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map(shown).join(' | ')} |`
  const rule = numericColumns(head, rows).map((isNumeric) => (isNumeric ? '---:' : '---'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

const numericColumns = (head: readonly string[], rows: Rows): boolean[] =>
  head.map((_, column) => rows.every((row) => /^[-+]?[\d,.]*$/.test(String(row[column]))))

const shown = (cell: Cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : printable(cell))
