import picocolors from 'picocolors'
import { max } from '../base/collections.ts'

/** Always on: output without colours removes them later. */
export const colors = picocolors.createColors(true)

/**
 * Characters other than newlines that are invisible, move the cursor or change the direction of text: controls, formats (such
 * as bidirectional overrides), line separators, noncharacters, halves of surrogate pairs.
 */
const invisible = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

/** Makes invisible characters visible. */
export const blockWithSymbols = (text: string): string => text.replace(invisible, symbolOf)

/** Makes newlines visible, too. */
export const withSymbols = (text: string): string => blockWithSymbols(text).replaceAll('\n', '␊')

/**
 * Escapes what a CI log takes for a command: `::error::` at the start of a line, even indented, and `##[error]` or
 * `##vso[…]` anywhere.
 * @param write escapes one character
 */
export const withoutCommands = (text: string, write = (character: string) => `\\${character}`): string =>
  text.replace(/:(?=:)(?<=^[^\S\n]*:)|(?<=#)#(?=\w*\[)/gm, write)

/** Makes HTML or XML of ours safe to show. Symbols such as `<U+…>` are escaped. */
export function printableMarkup(markup: string): string {
  const visible = markup.replace(invisible, (found) => symbolOf(found).replace('<', '&lt;'))
  return withoutCommands(visible, (character) => `&#${character.charCodeAt(0)};`)
}

/** JSON in which text that a terminal or a CI log could take for a command is escaped. */
export const asJson = (data: unknown): string =>
  `${withoutCommands(JSON.stringify(data, null, 2).replace(invisible, escaped), escaped)}\n`

const escaped = (characters: string) =>
  characters.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Makes text of a program, or a name, safe to show in one of our lines. */
export const printable = (text: string): string => withoutCommands(withSymbols(text))

/** A program may write 100 kB without a newline. */
export function clipped(text: string, max = 200): string {
  const more = text.length - max
  return more <= 0 ? text : `${text.slice(0, max)}… ${more.toLocaleString('en')} more characters`
}

/** `1 byte`, `2,000 bytes` */
export const pluralize = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** An answer in a sentence: `'4'`, `the end of input` */
export const nameOfAnswer = (answer: string | null): string =>
  answer === null ? 'the end of input' : `'${clipped(withSymbols(answer), 80)}'`

/** Ends with how many more there are: `… and 3 more`. */
export function listed(items: readonly string[]): string[] {
  const shown = items.slice(0, 10)
  const more = items.length - shown.length
  return more === 0 ? shown : [...shown, `… and ${more.toLocaleString('en')} more`]
}

export const inOneLine = (words: readonly string[]): string => clipped(listed(words).join(' '))

function symbolOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 32) return String.fromCharCode(0x2400 + code)
  return code === 127 ? '␡' : `<${nameOfCharacter(character)}>`
}

/** `U+00E9` */
export const nameOfCharacter = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** A table in Markdown, or without borders, its columns two spaces apart. Numbers are aligned to the right. */
export function tableOf(head: readonly string[], rows: readonly Row[], isMarkdown = false): string {
  const shown = (cell: string | number) => (typeof cell === 'number' ? cell.toLocaleString('en') : printable(cell))
  const table = [head, ...rows].map((row: Row) => row.map(shown))
  const isNumeric = head.map((_, column) => rows.every((row) => /^[-+]?[\d,.]*$/.test(String(row[column]))))
  if (isMarkdown) {
    const rule = isNumeric.map((isNumber) => (isNumber ? '---:' : '---'))
    const lines = table.toSpliced(1, 0, rule).map((cells) => `| ${cells.join(' | ')} |`)
    return lines.join('\n')
  }
  const widths = head.map((_, column) => max(table.map((row) => row[column]?.length ?? 0)))
  const aligned = (cell: string, column: number) =>
    isNumeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
  return table.map((row) => row.map(aligned).join('  ').trimEnd()).join('\n')
}

type Row = readonly (string | number)[]
