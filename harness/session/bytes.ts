/**
 * Programs speak bytes, games speak text. Inside the harness both are byte strings: every character, U+0000 to U+00FF,
 * is one byte. Offsets in them are offsets in what a program wrote, and no byte is lost to a decoder.
 */
export type Bytes = string

/** The lines of a session, without their newlines. */
export type Lines = readonly Bytes[]

const ascii = /^\p{ASCII}*$/u

/** Bytes that are not UTF-8 come out as lone surrogates, U+DC80 to U+DCFF (Python's "surrogateescape"). */
export function toText(bytes: Bytes): string {
  if (ascii.test(bytes)) return bytes
  const text = Buffer.from(bytes, 'latin1').toString('utf8')
  if (!text.includes('\ufffd')) return text
  return bytes.replace(sequence, (bytes) =>
    wellFormed(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : surrogates(bytes),
  )
}

/** The inverse of `toText`. */
export function toBytes(text: string): Bytes {
  if (ascii.test(text)) return text
  return text.replace(/[\ud800-\udbff][\udc00-\udfff]|./gs, (character) =>
    /^[\udc80-\udcff]$/.test(character)
      ? String.fromCharCode(character.charCodeAt(0) - 0xdc00)
      : Buffer.from(character, 'utf8').toString('latin1'),
  )
}

/** For people and for JSON: what is not UTF-8 becomes U+FFFD. */
export const toReadable = (bytes: Bytes): string => Buffer.from(bytes, 'latin1').toString('utf8')

/** A lead byte with the continuation bytes that it asks for, or any one byte. */
const sequence = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|./gs

const wellFormed = (bytes: Bytes) => {
  const text = Buffer.from(bytes, 'latin1').toString('utf8')
  return text === '\ufffd' ? bytes === '\xef\xbf\xbd' : !text.includes('\ufffd')
}

const surrogates = (bytes: Bytes) => bytes.replace(/./gs, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)))
