import { isUtf8 } from 'node:buffer'

/**
 * Programs read and write bytes, games text. Inside the harness both are byte strings: every character, U+0000 to U+00FF,
 * is one byte. Offsets in them are offsets in a program's output, and decoding loses no byte.
 */
export type Bytes = string

/** The lines of a session, without their newlines. */
export type Lines = readonly Bytes[]

// A pattern that matches all of a long text, `^\p{ASCII}*$`, fills the stack.
const beyondAscii = /\P{ASCII}/u

/** A lead byte with the continuation bytes that it needs, or any one byte. */
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

/** The inverse of `toText`. */
export function toBytes(text: string): Bytes {
  if (!beyondAscii.test(text)) return text
  if (text.isWellFormed()) return Buffer.from(text, 'utf8').toString('latin1')
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]|./gs, (character) =>
    /^[\udc80-\udcff]/.test(character)
      ? String.fromCharCode(character.charCodeAt(0) - 0xdc00)
      : Buffer.from(character, 'utf8').toString('latin1'),
  )
}

/** For people and for JSON: bytes that are not UTF-8 become U+FFFD. */
export const toReadable = (bytes: Bytes): string => Buffer.from(bytes, 'latin1').toString('utf8')
