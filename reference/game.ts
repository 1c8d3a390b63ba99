/**
 * A game is a state machine: a line in, text out (a Mealy machine). It has no input or output of its own, so one
 * definition serves the player at a terminal, the judge, the explorer of all positions and the random tester.
 *
 * Where rules grant variation, what a game says is not one text but a set of them, and a judge that holds a session in
 * lock-step must know, byte by byte, whether what has arrived is complete, can still become right, or never will be.
 * A regular expression of the language cannot tell the last two apart, so a `Text` says the same things as data.
 */
export interface Game<State> {
  /** As users type it: `tic-tac-toe`. */
  readonly name: string
  /** A prompt at the start of a line, to find the answers in a transcript: what follows it on the line is one. */
  readonly prompt: RegExp
  /** What the game says before the first line. */
  open(): Reply<State>
  /**
   * What it says to a line.
   * @param line without its newline; `null` is the end of input. Bytes that are not UTF-8 stand in it as lone
   *   surrogates, U+DC80 to U+DCFF for the bytes 0x80 to 0xFF (Python's "surrogateescape"), so `isWellFormed()` tells.
   */
  answer(state: State, line: string | null): Reply<State>
  /** Every line that moves the game on, each in its one canonical spelling. */
  legal(state: State): string[]
  /** Lines that it must refuse here; a judge tries all of them. Lines that the rules leave open are in no list. */
  illegal(state: State): string[]
  /** Further lines that it must refuse wherever it stands: too many for every position, so a judge spreads them. */
  readonly nonsense?: readonly string[]
  /** Equal keys: nothing that follows can tell the two states apart. */
  key(state: State): string
  /** Reads a position written as text. A game without it has no such notation: its positions are the lines played. */
  read?(position: string): Read<State>
  /** A position as text, as `read` takes it. */
  write?(state: State): string
  /** The turns that a move generator counts, where they are not simply the legal lines. */
  turns?(state: State): string[]
  /** How many sequences of `depth` turns there are; offered where it is faster than taking every one of them. */
  count?(state: State, depth: number): number
}

/** What a game says to one line, and how it goes on. */
export interface Reply<State> {
  readonly output: Text
  /** Where the game stands now; absent when it is over. */
  readonly state?: State
  /** The exit status of a game that is over, 0 if absent. */
  readonly status?: number
}

/**
 * The texts that may be said, and the exact one among them. No text of the set may be the beginning of another one
 * unless the game is over with it: a judge takes the first complete one as the whole.
 */
export type Text = string | readonly (string | Variation)[]

/** A place in a text where the rules allow more than the exact form. */
export interface Variation {
  /** What a report calls it, should somebody use it. */
  readonly name: string
  /** What may stand here … */
  readonly oneOf: readonly Text[]
  /** … and how often: at most once, any number of times, at least once. */
  readonly times: '?' | '*' | '+'
  /** What stands here in the exact form: nothing, if absent. */
  readonly exact?: string
}

/** The one text, among all that may be said, that the reference says. */
export function exact(text: Text): string {
  if (typeof text === 'string') return text
  return text.map((part) => (typeof part === 'string' ? part : (part.exact ?? ''))).join('')
}

/** A value that was read from text, or what is wrong with the text. */
export type Read<Value> = { readonly value: Value } | { readonly error: string }

/** A game as people start it: a name and the words that follow it on a command line. */
export interface Command {
  readonly name: string
  /** What `--help` prints. */
  readonly usage: string
  /**
   * @param args the words after the command's name, without `-h` and `--help`, which every command understands
   * @returns the game that they ask for, or why there is none, and the exit status that says so
   */
  parse(args: readonly string[]): { readonly game: Game<unknown> } | Refusal
}

export interface Refusal {
  /** One line for standard error, without newline. */
  readonly error: string
  readonly status: number
}
