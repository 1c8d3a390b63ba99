import type { Bytes } from '../session/bytes.ts'

/** How long bytes are held back that may be the beginning of an echo or of a line end, in milliseconds. */
const patience = 100

/** What comes out of a pseudo-terminal, on its way to whoever listens to the program. */
export interface Shown {
  /** A line is typed now, with its newline. */
  typed(line: Bytes): void
  hear(bytes: Bytes): void
  /** Nothing more comes. */
  end(): void
}

/**
 * Takes off what a person does not take for the program's words: the echo of what they typed, from programs that edit
 * lines themselves (the terminal's own is turned off; such an echo is the line and CR LF), and the CR before a newline,
 * which some programs send to terminals only.
 */
export function shownBy(say: (bytes: Bytes) => void): Shown {
  let held = ''
  let echo = ''
  let timer: NodeJS.Timeout | undefined

  function release() {
    clearTimeout(timer)
    const bytes = held
    held = echo = ''
    if (bytes !== '') say(bytes)
  }

  function hear(bytes: Bytes) {
    clearTimeout(timer)
    held += bytes
    if (echo !== '' && held.startsWith(echo)) {
      held = held.slice(echo.length)
      echo = ''
    }
    if (echo === '' || !echo.startsWith(held)) {
      echo = ''
      const bytes = held.replace(/\r+\n/g, '\n')
      const rest = /\r*$/.exec(bytes)?.[0] ?? ''
      held = rest
      if (bytes.length > rest.length) say(bytes.slice(0, bytes.length - rest.length))
    }
    if (held !== '') timer = setTimeout(release, patience)
  }

  return {
    typed(line) {
      release()
      echo = line.endsWith('\n') ? `${line.slice(0, -1)}\r\n` : ''
    },
    hear,
    end: release,
  }
}
