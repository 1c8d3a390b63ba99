import type { Readable } from 'node:stream'
import * as shlex from 'shlex'
import { type Bytes, toBytes, toText } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'

/** How the end of input is written among lines. */
const endOfInput = '^D'

/**
 * Splits a text into lines as a shell splits a command into words.
 * @param place what errors call the text
 * @returns the lines; `null` is the end of input
 * @throws UsageError if a quote is not closed, or something follows the end of input
 */
export function splitLines(text: string, place = '--lines'): (Bytes | null)[] {
  let words: string[]
  try {
    words = shlex.split(text)
  } catch {
    throw new UsageError(place, `a quote is not closed: ${text}`)
  }
  const end = words.indexOf(endOfInput)
  if (end !== -1 && end < words.length - 1) throw new UsageError(place, `nothing can follow ${endOfInput}`)
  if (words.some((word) => word.includes('\n'))) throw new UsageError(place, 'a line ends at a newline')
  return words.map((word) => (word === endOfInput ? null : toBytes(word)))
}

/** The inverse of `splitLines`. */
export const joinLines = (lines: readonly (Bytes | null)[]): string =>
  lines.map((line) => (line === null ? endOfInput : shlex.quote(toText(line)))).join(' ')

/**
 * Reads lines from a stream until it ends or is destroyed.
 * @param person whether a person types them: then the end of the stream is the end of input; otherwise `^D` as a line is
 */
export async function* linesFrom(input: Readable, person: boolean): AsyncGenerator<Bytes | null> {
  try {
    for await (const line of splitAtNewlines(input.setEncoding('latin1'))) {
      if (!person && line === endOfInput) return yield null
      yield line
    }
    if (person) yield null
  } catch {
    // It was destroyed.
  }
}

/** A line may contain any byte but a newline; `readline` would also end it at a carriage return. */
async function* splitAtNewlines(input: Readable): AsyncGenerator<Bytes> {
  let rest: Bytes = ''
  for await (const bytes of input) {
    const lines: Bytes[] = (rest + bytes).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
