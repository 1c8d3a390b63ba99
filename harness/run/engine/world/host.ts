/**
 * What the child offers to a world: functions of the main realm that take and give plain values. An entry never sees
 * them, only what the world builds on them. Every one of them stops the session (throws what nobody should catch) once
 * its outcome is certain.
 */
export interface Host {
  readonly runtime: 'node' | 'bun'
  readonly input: 'interactive' | 'stdin' | 'args'
  /** How long, on the world's own clock, may pass between two signs of life. */
  readonly milliseconds: number
  readonly execPath: string
  /** The names that the real runtime has in this place. */
  names(place: string): readonly string[]
  /** Hears text on standard output. */
  say(text: string): void
  /** The same for text that does not end within a character. */
  sayWhole(text: string): void
  /** Hears bytes, as a byte string. */
  sayBytes(bytes: string): void
  /** Hears something on standard error. */
  complain(): void
  /** One line of input without its newline; null at the end of input, where an unfinished line is lost. */
  takeLine(): string | null
  /** At most so many bytes of input: in the interactive way one line, else all there is. Empty at the end of input. */
  takeSome(most: number): string
  /** All input up to its end. */
  takeRest(): string
  /** Whether input, or its end, can arrive now. */
  canArrive(): boolean
  /** The input that arrives, or null at its end. */
  arrive(): string | null
  /** The lines as arguments, each a byte string. */
  args(): readonly string[]
  exit(status: number): never
  /** The same where nothing is left that had to be stopped. */
  ended(status: number): void
  wait(): never
  loop(): never
  unsupported(what: string): never
  /** The entry does what only an entry whose globals are real may do. */
  trip(): never
  /** Runs the microtasks that are waiting. */
  microtasks(): void
  format(args: readonly unknown[]): string
  inspect(value: unknown): string
  encode(text: string): string
  /** Bytes, as a byte string, as text. */
  toText(bytes: string): string
  /** Bytes of an array as text; undefined if the encoding is not known. */
  decode(bytes: Uint8Array, encoding: string): string | undefined
  /** The length of a text in bytes; undefined if the encoding is not known. */
  lengthOf(text: string, encoding: string): number | undefined
  /** Writes text into an array, from its start. */
  fill(bytes: Uint8Array, text: string, encoding: string): void
}

/** What the session's runner in the main realm asks of a world. */
export interface WorldControl {
  /** Makes everything as it was at first. */
  begin(): void
  /** Goes on until nothing is left to do, then ends the session. */
  finish(): void
  /** Ends the session on an uncaught error. */
  crash(): void
  /** Objects whose change would be seen by the next session, beside those that are reached from globalThis. */
  readonly roots: readonly object[]
  /** Objects that entries add to, from which it can be removed. */
  readonly swept: readonly object[]
  /** What a script's function is called with; a module's is called with nothing. */
  call(entry: (...args: unknown[]) => unknown, script: boolean): void
  readonly hole: object
  miss(name: string): never
  /** @returns the value, if it may be iterable; throws what iterating over it would, otherwise */
  sure(value: unknown): unknown
  importing(name: unknown): Promise<unknown>
  require(name: string): unknown
}
