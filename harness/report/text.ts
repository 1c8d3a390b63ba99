import picocolors from 'picocolors'
import { type Bytes, toReadable } from '../session/bytes.ts'

/** Colours on a terminal, unless NO_COLOR is set; never in a file or a pipe, not even in CI. */
const { stdout, env } = process
export const colors = picocolors.createColors(stdout.isTTY === true && !env.NO_COLOR)

/** Replaces control characters, which could move the cursor, by visible symbols. */
export const printable = (bytes: Bytes): string => toReadable(bytes).replace(/[\p{Cc}\ufeff]/gu, symbolOf)

/** Makes white space visible as well: spaces as `·`, newlines as `␊`. */
export const visible = (bytes: Bytes): string => printable(bytes).replaceAll(' ', '·')

function symbolOf(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 32) return String.fromCharCode(0x2400 + code)
  return code === 127 ? '␡' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
