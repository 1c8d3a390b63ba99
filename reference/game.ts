/**
 * A game is a state machine: a line in, text out (a Mealy machine). It has no input or output of its own, so one
 * definition serves the player at a terminal, the judge, the explorer of all positions and the random tester.
 *
 * If the rules allow variations, the output is not one text but a set of texts. A judge that sends each line after
 * its prompt must know, byte by byte, whether the output so far is complete, may still become correct, or never will.
 * JavaScript's regular expressions cannot distinguish the last two, so a `Text` describes the set as data.
 */
export interface Game<State> {
  /** As users type it: `tic-tac-toe`. */
  readonly name: string
  /** Matches a prompt at the start of a line. In a transcript, the rest of that line is an answer. */
  readonly prompt: RegExp
  /** Replies before the first line. */
  open(): Reply<State>
  /**
   * Replies to a line.
   * @param line without its newline; `null` is the end of input. Bytes that are not UTF-8 appear as lone surrogates,
   *   U+DC80 to U+DCFF for the bytes 0x80 to 0xFF (Python's "surrogateescape"); `isWellFormed()` detects them.
   */
  answer(state: State, line: string | null): Reply<State>
  /** Every line that changes the state, each in its canonical spelling. One that only leaves (`quit`) may be left out. */
  legal(state: State): string[]
  /** Lines that the game must refuse in this state; a judge tries all. Lines that the rules leave open are in no list. */
  illegal(state: State): string[]
  /** Lines that the game must refuse in every state. They are many, so a judge tries some in each state. */
  readonly nonsense?: readonly string[]
  /**
   * Lists the groups of lines that this line completes, and that decide the game; each includes it. In tic-tac-toe: the
   * fields of each row that it fills. A game without this method has no such groups.
   */
  completes?(state: State, line: string): string[][]
  /** Two states with equal keys give equal replies to all lines that may follow. */
  key(state: State): string
  /** Parses a position. Without this method, positions are written as the lines played. */
  read?(position: string): Read<State>
  /** Writes a position as `read` can parse it. */
  write?(state: State): string
  /** Lists the turns that perft counts, if they are not the legal lines. */
  turns?(state: State): string[]
  /** Counts the sequences of `depth` turns, if the game can do that faster than by playing. */
  count?(state: State, depth: number): number
  /** Without them, reports say where a program goes wrong, but not which rule it breaks. */
  readonly rules?: readonly Rule[]
}

export interface Rule {
  readonly id: string
  /** One sentence, for reports. */
  readonly sentence: string
  /** Page and heading that explain it: `reference/tic-tac-toe.md#rules`. */
  readonly at?: string
}

/** What a game says after one line, and how it goes on. */
export interface Reply<State> {
  readonly output: Text
  /** Absent if the game is over. */
  readonly state?: State
  /** Exit status when the game is over (default: 0). */
  readonly status?: number
  /** Ids of the rules that the reply obeys: the most particular first, that of its prompt or of the end last. */
  readonly rules?: readonly string[]
}

/**
 * A set of allowed outputs, one of them exact. Unless the game is over, no text of the set may be a prefix of another,
 * because a judge accepts the first complete text.
 */
export type Text = string | readonly (string | Variation)[]

/** A place in a text where the rules allow more than the exact form. */
export interface Variation {
  /** Its name in reports. */
  readonly name: string
  /** Texts that may appear here … */
  readonly oneOf: readonly Text[]
  /** … and how often: at most once, any number of times, at least once, exactly once. */
  readonly times: '?' | '*' | '+' | '1'
  /** What the exact form has here (default: nothing). */
  readonly exact?: string
}

/** Reduces a text to its exact form: the output of the reference. */
export function exact(text: string | readonly (string | { readonly exact?: string })[]): string {
  if (typeof text === 'string') return text
  return text.map((part) => (typeof part === 'string' ? part : (part.exact ?? ''))).join('')
}

/** A parsed value, or an error message. */
export type Read<Value> = { readonly value: Value } | { readonly error: string }

/** Starts a game, with options. */
export interface Command {
  readonly name: string
  /** Printed by `--help`. */
  readonly usage: string
  /**
   * @param args the arguments, without `-h` and `--help`, which every command understands
   * @returns the game to play, or an error message and the exit status
   */
  parse(args: readonly string[]): { readonly game: Game<unknown> } | Refusal
}

export interface Refusal {
  /** One line for standard error, without newline. */
  readonly error: string
  readonly status: number
}
