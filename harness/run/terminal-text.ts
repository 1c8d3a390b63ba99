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

/** How long bytes are kept back that may be the beginning of an echo or of a line end, in milliseconds. */
const delay = 100

/** Turns what comes out of a pseudo-terminal into what the program wrote. */
export interface OutputFilter {
  /** A line is typed now, with its newline. */
  typed(line: Bytes): void
  write(bytes: Bytes): void
  /** Nothing more comes. */
  end(): void
}

/**
 * Takes off the echo of what was typed (that of a program which edits lines itself is the line and CR LF, the terminal's own
 * the line and a newline) and the CR before a newline, which some programs send to terminals only.
 * @param echoes whether the terminal echoes
 * @param push takes what is left
 */
export function outputFilter(echoes: boolean, push: (bytes: Bytes) => void): OutputFilter {
  let kept = ''
  let line: Bytes | undefined
  let timer: NodeJS.Timeout | undefined

  function release() {
    clearTimeout(timer)
    const bytes = kept
    kept = ''
    line = undefined
    if (bytes !== '') push(bytes)
  }

  function write(bytes: Bytes) {
    clearTimeout(timer)
    kept += bytes
    if (line !== undefined) {
      const echo = [`${line}\r\n`, ...(echoes ? [`${line}\n`] : [])].find((echo) => kept.startsWith(echo))
      if (echo !== undefined) kept = kept.slice(echo.length)
      if (echo !== undefined || !`${line}\r\n`.startsWith(kept)) line = undefined
    }
    if (line === undefined) {
      const text = kept.replace(/\r+\n/g, '\n')
      const rest = /\r*$/.exec(text)?.[0] ?? ''
      kept = rest
      if (text.length > rest.length) push(text.slice(0, text.length - rest.length))
    }
    if (kept !== '') timer = setTimeout(release, delay)
  }

  return {
    typed(typed) {
      release()
      line = typed.endsWith('\n') ? typed.slice(0, -1) : undefined
    },
    write,
    end: release,
  }
}
