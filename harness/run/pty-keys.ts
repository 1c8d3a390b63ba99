import type { Bytes } from '../session/bytes.ts'

/**
 * What a person types so that a program hears exactly these bytes: a terminal keeps control characters for itself
 * unless ^V stands before them, and it takes at most 4095 bytes in a piece, so ^D hands over what there is in between.
 */
export const keysOf = (line: Bytes): Bytes =>
  line
    .replace(/[^\n]{4000}(?!\n)/g, `$&${pieceEnd}`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
    .replace(/[\0-\x09\x0b-\x1f\x7f]/g, '\x16$&')
    .replaceAll(pieceEnd, endOfInput)

/** ^D: at the beginning of a line, the end of input. */
export const endOfInput = '\x04'

/** No byte, so it cannot stand in a line. */
const pieceEnd = '\u{100}'
