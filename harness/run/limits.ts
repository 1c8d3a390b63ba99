/** What a program may take in a session. */
export interface Limits {
  /** How long it may be silent, in milliseconds; a reply that comes in pieces may take ten times as long. */
  readonly milliseconds: number
  /** How long the second answer is held back, to see that the program waits for it, in milliseconds; absent: not at all. */
  readonly pause?: number
  /** How much it may write, in bytes; a session that is long by right may be longer. `outputLimit`, if absent. */
  readonly bytes?: number
}

/** In bytes. */
export const outputLimit = 128 * 1024
