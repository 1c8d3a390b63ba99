import mistakesBetween from 'damerau-levenshtein'

/** An error that we expect, in most cases the user's, in one line: where it is, and what is wrong. Exit status 2. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
  /** A path, `path:line`, or an option as it was typed. */
  readonly place: string
  readonly why: string
  readonly fileLine?: Exclude<ErrorPlace, string>

  constructor(place: ErrorPlace, why: string) {
    const name = typeof place === 'string' ? place : `${place.path}:${place.line}`
    super(`${name}: ${why}`)
    this.place = name
    this.why = why
    if (typeof place !== 'string') this.fileLine = place
  }
}

/** A path, an option as it was typed, or a line of a file, counted from 1. */
export type ErrorPlace = string | { readonly path: string; readonly line: number }

/** A program is missing, or is no program. */
export class NotStarted extends UsageError {
  /** @param program one word */
  constructor(place: string, program = '') {
    const hint = /\s/.test(program) ? " (a line for a shell needs 'sh -c')" : ''
    super(place, `cannot be started: is it there, and is it executable?${hint}`)
  }
}

/** The machine cannot run a program: no process, pipe or memory is left. That is no verdict on an entry. */
export class EnvironmentError extends UsageError {}

/**
 * Finds the known word that a mistyped one probably stands for. One letter may be wrong, missing, added or swapped with the
 * next; two, if the known word has six or more letters.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const mistakes = (other: string) => mistakesBetween(word.toLowerCase(), other).steps
  const limit = (other: string) => (other.length < 6 ? 1 : 2)
  const near = known.filter((other) => Math.abs(word.length - other.length) <= 2 && mistakes(other) <= limit(other))
  return near.sort((a, b) => mistakes(a) - mistakes(b))[0]
}
