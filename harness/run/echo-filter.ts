import type { Bytes } from '../session/bytes.ts'
import { drawsOnScreen } from '../session/session.ts'

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: terminals use them, and the end mark begins with one.
/** Matches bells, and control sequences: of ECMA-48, of titles, and for saving or restoring the cursor. */
const controls = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[78=>])|\x07/g

const bell = '\x07'

/** Matches control sequences that move the cursor into or before text on the screen. */
const moves = /(?:\[[0-?]*[ -/]*[ABD-Hdf]|8)$/

/** Matches what may be the beginning of a line end, the end mark or a control sequence. */
const unfinished = /(?:\r|\x01[\da-f-]*|\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?)?)$/
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: as above.

/**
 * Turns what a terminal shows into the program's output, up to the end mark. Removes
 * - the echo of a line, or the line end of a program that reads single keys;
 * - the CR that a terminal writes before each newline, and a CR at the start of a line;
 * - control sequences that move the cursor or erase, and, once the program has used one, colours and bells. Text stays in the
 *   order of writing; where the cursor has moved, a new line begins.
 *
 * What may be the beginning of one of these is held back until more arrives, or the program waits or ends.
 */
export class EchoFilter {
  readonly #endMark: Bytes
  readonly #keepsControls: boolean
  #held: Bytes = ''
  #echoes: readonly Bytes[] = []
  #draws = false
  #isAtLineStart = true
  hasEnded = false

  /** @param keepsControls true if control sequences count as output: each byte of an entry counts */
  constructor(endMark: Bytes, keepsControls = false) {
    this.#endMark = endMark
    this.#keepsControls = keepsControls
  }

  /** Must be called before something is typed. @returns output that was held back */
  expect(echoes: readonly Bytes[]): Bytes {
    const before = this.flushHeld()
    this.#echoes = echoes
    this.#isAtLineStart = true
    return before
  }

  feed(bytes: Bytes): Bytes {
    this.#held = this.#withoutControls(this.#held + bytes)
    const echo = this.#echoes.find((text) => this.#held.startsWith(text))
    if (echo !== undefined) this.#held = this.#held.slice(echo.length)
    if (echo !== undefined || !this.#echoes.some((text) => text.startsWith(this.#held))) this.#echoes = []
    if (this.#echoes.length > 0) return ''
    const [shown = '', ...ended] = this.#held.replace(/\r\n/g, '\n').split(this.#endMark)
    this.hasEnded = ended.length > 0
    this.#held = this.hasEnded ? '' : (unfinished.exec(shown)?.[0] ?? '')
    const output = this.#withoutFirstCR(shown.slice(0, shown.length - this.#held.length))
    if (output !== '') this.#isAtLineStart = output.endsWith('\n')
    return output
  }

  flushHeld(): Bytes {
    // The program may not have read yet: its echo is still expected.
    if (this.#held === '') return ''
    const output = this.#withoutFirstCR(this.#held)
    this.#held = ''
    this.#echoes = []
    return output
  }

  #withoutFirstCR(text: Bytes): Bytes {
    if (this.#keepsControls) return text
    const rest = this.#isAtLineStart ? text.replace(/^\r+(?=[^\r\n])/, '') : text
    return rest.replace(/(?<=\n)\r+(?=[^\r\n])/g, '')
  }

  /** Keeps sequences for the whole screen, which are refused later, and, until the program draws, colours and bells. */
  #withoutControls(text: Bytes): Bytes {
    if (this.#keepsControls) return text
    let [shown, at] = ['', 0]
    for (const { 0: control, index } of text.matchAll(controls)) {
      shown += text.slice(at, index)
      at = index + control.length
      const isPlain = control === bell || control.endsWith('m')
      if (drawsOnScreen(control) || (isPlain && !this.#draws)) shown += control
      else if (moves.test(control) && !(shown === '' ? this.#isAtLineStart : shown.endsWith('\n'))) shown += '\n'
      this.#draws ||= !isPlain
    }
    return shown + text.slice(at)
  }
}
