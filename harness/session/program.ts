import type { Limits } from './limits.ts'
import type { Script, Session } from './session.ts'

/** Whatever can play a session: a game, a process, a process in a terminal, many sessions in one process, a recording. */
export interface Program {
  /**
   * Plays a session. It gives the script's answers, and may stop as soon as the output cannot become right.
   * @throws NotStarted if there is no such program, MachineTrouble if the machine cannot run it
   */
  play(script: Script, limits: Limits): Promise<Session>
  /**
   * Plays many sessions, where that is much faster than one by one.
   * @returns them in order, up to the first that makes the others impossible
   */
  playAll?(scripts: readonly Script[], limits: Limits): Promise<readonly Session[]>
  /** Ends what it has started. */
  close(): void
}
