import { isUtf8 } from 'node:buffer'

/**
 * A byte string: each character, U+0000 to U+00FF, is one byte. Programs read and write bytes, and games text; the
 * harness keeps both like this, so that no byte is lost and offsets are those of a program's output.
 */
export type Bytes = string

/** Without their newlines. */
export type Lines = readonly Bytes[]

/** What is typed in a session: lines, and `null` for the end of input. */
export type Answers = readonly (Bytes | null)[]

export const withoutEnd = (answers: Answers): Bytes[] => answers.filter((line) => line !== null)

// Not `^\p{ASCII}*$`: that overflows the stack on long texts.
const beyondAscii = /\P{ASCII}/u

// A character in UTF-8, or else one byte. Some matches are not UTF-8: overlong forms and surrogates.
const sequence = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|./gs

/** Decodes UTF-8. Other bytes become lone surrogates, U+DC80 to U+DCFF (Python's "surrogateescape"). */
export function toText(bytes: Bytes): string {
  if (!beyondAscii.test(bytes)) return bytes
  const buffer = Buffer.from(bytes, 'latin1')
  if (isUtf8(buffer)) return buffer.toString('utf8')
  return bytes.replace(sequence, (piece) => {
    const text = toReadable(piece)
    if (!text.includes('\ufffd') || piece === '\xef\xbf\xbd') return text
    return piece.replace(/./gs, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)))
  })
}

/** Reverses `toText`. */
export function toBytes(text: string): Bytes {
  if (!beyondAscii.test(text)) return text
  if (text.isWellFormed()) return Buffer.from(text, 'utf8').toString('latin1')
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]|./gs, (character) =>
    /^[\udc80-\udcff]/.test(character)
      ? String.fromCharCode(character.charCodeAt(0) - 0xdc00)
      : Buffer.from(character, 'utf8').toString('latin1'),
  )
}

/** Decodes UTF-8 for people and JSON. Other bytes become U+FFFD. */
export const toReadable = (bytes: Bytes): string => Buffer.from(bytes, 'latin1').toString('utf8')
