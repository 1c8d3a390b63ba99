import type { Readable } from 'node:stream'
import { type Bytes, toBytes, toText } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'

/** How the end of input is written among lines. */
const endOfInput = '^D'

/** A quoted part of a line, as in a shell. */
const quoted = /'([^']*)'|"((?:\\["\\]|\\(?!["\\])|[^"\\])*)"/g

/**
 * Splits lines that are written on one: at white space, which stands in a line if it is quoted, as an empty line is.
 * @param place what errors call the text
 * @returns `null` for the end of input
 * @throws UsageError if a quote is not closed, or something follows the end of input
 */
export function splitLines(text: string, place = '--lines'): (Bytes | null)[] {
  if (/['"]/.test(text.replace(quoted, ''))) throw new UsageError(place, `a quote is not closed: ${text}`)
  const words = text.match(new RegExp(`(?:${quoted.source}|\\S)+`, 'g')) ?? []
  const lines = words.map((word) => (word === endOfInput ? null : toBytes(word.replace(quoted, unquote))))
  const end = lines.indexOf(null)
  if (end !== -1 && end < lines.length - 1) throw new UsageError(place, `nothing can follow ${endOfInput}`)
  if (lines.some((line) => line?.includes('\n'))) throw new UsageError(place, 'a line ends at a newline')
  return lines
}

const unquote = (_: string, single?: string, double?: string) => single ?? (double ?? '').replace(/\\(["\\])/g, '$1')

/** Writes lines on one, as `splitLines` reads them. */
export const joinLines = (lines: readonly (Bytes | null)[]): string =>
  lines.map((line) => (line === null ? endOfInput : quote(toText(line)))).join(' ')

function quote(line: string): string {
  if (line !== endOfInput && /^[^\s'"]+$/.test(line)) return line
  return line.includes("'") ? `"${line.replace(/["\\]/g, '\\$&')}"` : `'${line}'`
}

/** Lines that are known beforehand. */
export async function* linesOf(lines: readonly (Bytes | null)[]): AsyncGenerator<Bytes | null> {
  yield* lines
}

/**
 * The lines that somebody writes. A person's ^D is the end of input; a file's end is not, `^D` as its last line is.
 * Where the stream is destroyed they run out.
 */
export async function* linesFrom(input: Readable, person: boolean): AsyncGenerator<Bytes | null> {
  let rest = ''
  input.setEncoding('latin1')
  try {
    for await (const bytes of input) {
      const lines: Bytes[] = (rest + bytes).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (!person && line === endOfInput) return yield null
        yield line
      }
    }
  } catch {
    return
  }
  if (!person && rest === endOfInput) return yield null
  if (rest !== '') yield rest
  if (person) yield null
}
