import type { Bytes } from '../session/bytes.ts'

/**
 * Turns what a terminal shows into the program's output, up to the end mark. It removes the echo of programs that edit lines
 * themselves (the line and CR LF), that of the terminal, and the CR before a newline, which some programs write to
 * terminals only. Output that may be the beginning of one of these is held back until more has come, or it is let go:
 * when the program waits, or has ended.
 */
export class EchoFilter {
  readonly #endMark: Bytes
  readonly #terminalEchoes: boolean
  #held: Bytes = ''
  /** The forms that the echo of the last line may have. */
  #echoes: readonly Bytes[] = []

  /**
   * @param endMark is written to the terminal behind everything that the program wrote
   * @param terminalEchoes the terminal itself echoes what is typed
   */
  constructor(endMark: Bytes, terminalEchoes: boolean) {
    this.#endMark = endMark
    this.#terminalEchoes = terminalEchoes
  }

  /** Is told a line before it is typed. @returns output that was held back */
  expect(line: Bytes): Bytes {
    const before = this.letGo()
    this.#echoes = [line.replace('\n', '\r\n'), ...(this.#terminalEchoes ? [line] : [])]
    return before
  }

  /** @param bytes what the terminal showed next */
  feed(bytes: Bytes): { readonly output: Bytes; readonly hasEnded: boolean } {
    this.#held += bytes
    const echo = this.#echoes.find((text) => this.#held.startsWith(text))
    if (echo !== undefined) this.#held = this.#held.slice(echo.length)
    if (echo !== undefined || !this.#echoes.some((text) => text.startsWith(this.#held))) this.#echoes = []
    if (this.#echoes.length > 0) return { output: '', hasEnded: false }
    const [shown = '', ...ended] = this.#held.replace(/\r+\n/g, '\n').split(this.#endMark)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the end mark begins with one.
    this.#held = ended.length > 0 ? '' : (/(?:\r+|\x01[\da-f-]*)$/.exec(shown)?.[0] ?? '')
    return { output: shown.slice(0, shown.length - this.#held.length), hasEnded: ended.length > 0 }
  }

  /** @returns what was held back, which is output after all */
  letGo(): Bytes {
    // An echo may still come: the program has not read yet.
    if (this.#held === '') return ''
    const held = this.#held
    this.#held = ''
    this.#echoes = []
    return held
  }
}
