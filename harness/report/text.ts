import picocolors from 'picocolors'
import { max } from '../base/collections.ts'

/** Colours, always: output without colours removes them later. */
export const colors = picocolors.createColors(true)

/**
 * Characters other than newlines that are invisible, move the cursor or change the direction of text: controls, formats (such
 * as bidirectional overrides), line separators, noncharacters, halves of surrogate pairs.
 */
const invisible = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

/** Replaces such characters by visible symbols. */
export const blockWithSymbols = (text: string): string => text.replace(invisible, symbolOf)

/** The same in one line: replaces newlines, too. */
export const withSymbols = (text: string): string => blockWithSymbols(text).replaceAll('\n', '␊')

/**
 * Escapes what a CI log takes for a command: `::error::` at the start of a line, even indented, and `##[error]` or
 * `##vso[…]` anywhere.
 * @param write escapes one character
 */
export const withoutCommands = (text: string, write = (character: string) => `\\${character}`): string =>
  text.replace(/:(?=:)(?<=^[^\S\n]*:)|(?<=#)#(?=\w*\[)/gm, write)

/** Makes HTML or XML of ours safe to show. A symbol may be `<U+…>`, whose `<` is escaped. */
export const printableMarkup = (markup: string): string =>
  withoutCommands(
    markup.replace(invisible, (found) => symbolOf(found).replace('<', '&lt;')),
    (character) => `&#${character.charCodeAt(0)};`,
  )

/** Data as JSON. Text that a terminal or a CI log could take for a command is escaped. */
export const asJson = (data: unknown): string =>
  `${withoutCommands(JSON.stringify(data, null, 2).replace(invisible, escaped), escaped)}\n`

const escaped = (characters: string) =>
  characters.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Makes text of a program, or a name, safe to show in one of our lines. */
export const printable = (text: string): string => withoutCommands(withSymbols(text))

/** Makes white space visible, too: spaces as `·`, newlines as `␊`. */
export const visible = (text: string): string => withSymbols(text).replaceAll(' ', '·')

/** The first characters of a text: a program may write 100 kB without a newline. */
export function clipped(text: string, max = 2000): string {
  const more = text.length - max
  return more <= 0 ? text : `${text.slice(0, max)}… ${more.toLocaleString('en')} more characters`
}

/** The first characters of a text, for a sentence. */
export const brief = (text: string): string => clipped(text, 200)

/** `1 byte`, `2,000 bytes` */
export const pluralize = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** An answer in a sentence: `'4'`, `the end of input` */
export const nameOfAnswer = (answer: string | null): string =>
  answer === null ? 'the end of input' : `'${clipped(withSymbols(answer), 80)}'`

/** How many items a list shows. */
const maxListed = 10

/** The first items, and how many more there are: `… and 3 more`. */
export function listed(items: readonly string[]): string[] {
  const more = items.length - maxListed
  return [...items.slice(0, maxListed), ...(more > 0 ? [`… and ${more.toLocaleString('en')} more`] : [])]
}

/** The same as one line. */
export const inOneLine = (words: readonly string[]): string => brief(listed(words).join(' '))

function symbolOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 32) return String.fromCharCode(0x2400 + code)
  return code === 127 ? '␡' : `<${nameOfCharacter(character)}>`
}

/** `U+00E9` */
export const nameOfCharacter = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

type Rows = readonly (readonly (string | number)[])[]

/** A table without borders: columns two spaces apart, numbers aligned to the right. */
export function columns(head: readonly string[], rows: Rows): string {
  const table = [head, ...rows].map((row) => row.map(shown))
  const isNumeric = numericColumns(head, rows)
  const widths = head.map((_, column) => max(table.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) =>
      isNumeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    )
  return table.map((row) => line(row).join('  ').trimEnd()).join('\n')
}

/** The same table in Markdown. */
export function markdown(head: readonly string[], rows: Rows): string {
  const line = (cells: Rows[number]) => `| ${cells.map(shown).join(' | ')} |`
  const rule = numericColumns(head, rows).map((isNumeric) => (isNumeric ? '---:' : '---'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** For each column, whether all its cells are numbers or empty. */
const numericColumns = (head: readonly string[], rows: Rows): boolean[] =>
  head.map((_, column) => rows.every((row) => /^[-+]?[\d,.]*$/.test(String(row[column]))))

const shown = (cell: string | number) => (typeof cell === 'number' ? cell.toLocaleString('en') : printable(cell))
