import type { Input } from '../../../session/script.ts'

/** Small programs in one language; each is played in a worker more than once, to show what a session leaves behind. */
export interface LanguagePrograms extends Readonly<Record<Input, readonly string[]>> {
  /** All input is there at once: only real processes can play these. */
  readonly unsupported: readonly string[]
  /** All input is there at once: they change something that outlives a session, if nothing is done about it. */
  readonly carriedOver: readonly string[]
}
