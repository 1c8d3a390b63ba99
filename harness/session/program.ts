import type { Limits } from './limits.ts'
import type { Script, Session } from './session.ts'

/** Anything that plays sessions: a process on pipes or in a terminal, a worker, a command without a script. */
export interface Program {
  /**
   * Plays a session with the answers of a script. May stop once the output cannot become right.
   * @throws NotStarted if there is no such program
   * @throws EnvironmentError if the machine cannot run it
   */
  play(script: Script, limits: Limits): Promise<Session>
  /**
   * Plays many sessions at once; absent if that is not much faster.
   * @returns the sessions in order, up to the first after which no other can be played
   */
  playMany?(scripts: readonly Script[], limits: Limits): Promise<readonly Session[]>
}
