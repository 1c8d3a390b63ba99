/** The call, an entry or a fixture cannot be used: one line that names the place and says why, exit status 2. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
  /** A path, `path:line`, or an option as it was typed. */
  readonly place: string
  readonly why: string

  /** @param place a path, `path:line`, or an option as it was typed */
  constructor(place: string, why: string) {
    super(`${place}: ${why}`)
    this.place = place
    this.why = why
  }
}

/** A program that is not there, or is none. */
export class NotStarted extends UsageError {
  constructor(place: string) {
    super(place, 'cannot be started')
  }
}

/** The machine cannot run a program: no process, no pipe, no memory. No verdict of an entry follows from it. */
export class MachineTrouble extends UsageError {}
