import { compare, type Outcome } from '../../session/compare.ts'
import { answersOf, type Script } from '../../session/session.ts'
import type { ProgramReference, Reference } from '../reference.ts'

/** Counts in how many sessions each two of several programs agree. */
export class Agreement {
  /** The number of sessions in which two agree, for the reference, which is the first, and each program. */
  readonly counts: number[][]
  sessions = 0
  readonly #free: readonly { readonly asIs: ProgramReference; readonly loose: Reference }[]

  /** @param free the programs, each played as it likes */
  constructor(free: readonly { readonly asIs: ProgramReference; readonly loose: Reference }[]) {
    this.#free = free
    this.counts = [undefined, ...free].map(() => [undefined, ...free].map(() => 0))
  }

  /** Takes note of a session. Programs that differ from the reference are played once more, each as it likes. */
  async note(script: Script, outcomes: readonly Outcome[]) {
    const sides = await this.#sidesOf(script, outcomes)
    this.sessions++
    for (const [one, side] of sides.entries())
      for (const [other, another] of sides.entries())
        if (side === another) (this.counts[one] as number[])[other] = (this.counts[one]?.[other] ?? 0) + 1
  }

  /** A number for the reference and each program; those that agree have the same. */
  async #sidesOf(script: Script, outcomes: readonly Outcome[]): Promise<number[]> {
    const lines = answersOf(script)
    const sides = [0, ...outcomes.map(({ verdict }, index) => (verdict === 'AC' ? 0 : index + 1))]
    for (const [index, side] of sides.entries()) {
      if (side === 0) continue
      for (const [before, other] of sides.slice(1, index).entries()) {
        if (other !== before + 1) continue
        const right = await this.#free[before]?.loose.script(lines)
        const session = await this.#free[index - 1]?.asIs.play(lines)
        if (right === undefined || session === undefined) continue
        if (compare(right, session, { lockStep: true, status: true }).verdict === 'AC') sides[index] = other
      }
    }
    return sides
  }
}
