import { type Bytes, toReadable } from '../session/bytes.ts'

/** Shows what a terminal would not: spaces as `·`, newlines as `␊`, other control characters by their pictures. */
export const visible = (bytes: Bytes): string =>
  [...toReadable(bytes)].map((character) => (character === ' ' ? '·' : picture(character))).join('')

/** Shows control characters, which would move the cursor, by their pictures; leaves everything else as it is. */
export const printable = (bytes: Bytes): string => [...toReadable(bytes)].map(picture).join('')

function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 32) return String.fromCodePoint(0x2400 + code)
  if (code === 127) return '␡'
  return code === 0xfeff || (code > 127 && code < 160)
    ? `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
    : character
}
