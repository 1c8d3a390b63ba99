/** The call, an entry or a fixture cannot be used: one line that names the place and says why, exit status 2. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
  /** A path, `path:line`, or an option as it was typed. */
  readonly place: string
  readonly why: string
  /** Set if the place is a line. */
  readonly fileLine?: FileLine

  /** @param place a path, a line of a file, or an option as it was typed */
  constructor(place: ErrorPlace, why: string) {
    const name = typeof place === 'string' ? place : `${place.path}:${place.line}`
    super(`${name}: ${why}`)
    this.place = name
    this.why = why
    if (typeof place !== 'string') this.fileLine = place
  }
}

/** A line of a file; the first is 1. */
export interface FileLine {
  readonly path: string
  readonly line: number
}

export type ErrorPlace = string | FileLine

/** A program that is not there, or is none. */
export class NotStarted extends UsageError {
  constructor(place: string) {
    super(place, 'cannot be started')
  }
}

/** The machine cannot run a program: no process, no pipe, no memory. No verdict of an entry follows from it. */
export class MachineTrouble extends UsageError {}
