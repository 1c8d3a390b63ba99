import { type Bytes, toReadable } from '../session/bytes.ts'

/** Makes white space visible: spaces as `·`, newlines as `␊`, other control characters as their pictures. */
export const visible = (bytes: Bytes): string =>
  [...toReadable(bytes)].map((character) => (character === ' ' ? '·' : picture(character))).join('')

/** Replaces control characters, which would move the cursor, by their pictures. */
export const printable = (bytes: Bytes): string => [...toReadable(bytes)].map(picture).join('')

function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 32) return String.fromCodePoint(0x2400 + code)
  if (code === 127) return '␡'
  return code === 0xfeff || (code > 127 && code < 160)
    ? `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
    : character
}
