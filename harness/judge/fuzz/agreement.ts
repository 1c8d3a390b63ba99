import type { Answers } from '../../session/bytes.ts'
import { compare, type Outcome } from '../../session/compare.ts'
import { answersOf, type Script } from '../../session/session.ts'
import { type ProgramReference, withoutLeftover } from '../reference/reference.ts'
import { type Mismatch, shortest } from './fuzz.ts'

/** A session in which two programs, by their numbers, disagree. */
interface Disagreement {
  readonly programs: readonly [one: number, other: number]
  readonly lines: Answers
  /** The session of the first as the script, and the outcome of the other; absent until it was played again. */
  readonly found?: Mismatch
}

/** How many sessions of each two programs are alike, and where programs disagree. */
export interface Agreement {
  readonly sessions: number
  readonly counts: readonly (readonly number[])[]
  readonly disagreements: readonly Required<Disagreement>[]
}

/** Counts the sessions in which each two programs agree, and keeps the shortest in which they disagree. */
export class AgreementCounter implements Agreement {
  /** A row and a column for the reference, then for each program. */
  readonly counts: number[][]
  sessions = 0
  readonly #free: readonly ProgramReference[]
  /** The disagreements of two programs, neither of them the reference. */
  readonly #disagreements = new Map<string, Disagreement>()

  /** @param free the programs, which are played without a script */
  constructor(free: readonly ProgramReference[]) {
    this.#free = free
    const size = free.length + 1
    this.counts = Array.from({ length: size }, () => Array.from({ length: size }, () => 0))
  }

  /** The disagreements that occurred twice, in the order of the programs. */
  get disagreements(): readonly Required<Disagreement>[] {
    const confirmed = [...this.#disagreements.values()].flatMap(({ found, ...rest }) =>
      found ? [{ ...rest, found }] : [],
    )
    return confirmed.sort(({ programs: a }, { programs: b }) => a[0] - b[0] || a[1] - b[1])
  }

  /** Counts a session. Plays programs that differ from the reference again, without a script. */
  async note(script: Script, outcomes: readonly Outcome[]) {
    const sides = await this.#sidesOf(script, outcomes)
    this.sessions++
    for (const [one, side] of sides.entries())
      for (const [other, another] of sides.entries()) {
        if (side === another) (this.counts[one] as number[])[other] = (this.counts[one]?.[other] ?? 0) + 1
        else if (one > 0 && one < other) this.#note([one, other], answersOf(script))
      }
  }

  /** Plays disagreements again, but not with a program that always agrees with the reference: the other's failure shows those. */
  async confirm(signal: AbortSignal) {
    for (const [key, { programs, lines }] of this.#disagreements) {
      if (programs.some((one) => this.counts[0]?.[one] === this.sessions)) this.#disagreements.delete(key)
      else await this.#tryLines(key, { programs, lines }, signal)
    }
  }

  /**
   * Looks for shorter sessions in which programs disagree.
   * @param known short sessions to try, too
   */
  async shorten(known: readonly Answers[], signal: AbortSignal) {
    for (const [key, { programs, lines: first }] of this.#disagreements) {
      const disagree = (lines: Answers) => this.#tryLines(key, { programs, lines }, signal)
      const shorter = known.filter(({ length }) => length < first.length).sort((a, b) => a.length - b.length)
      for (const lines of [...shorter, first]) {
        if (!(await disagree(lines))) continue
        // `disagree` keeps what it finds.
        await shortest(lines, disagree)
        break
      }
    }
  }

  /**
   * Plays a session with two programs, and keeps it if they disagree and the search goes on.
   * @returns true if they disagree; false, too, if the search was stopped before they played
   */
  async #tryLines(key: string, { programs, lines }: Disagreement, signal: AbortSignal): Promise<boolean> {
    const found = signal.aborted ? undefined : await this.#differ(programs, lines)
    if (found === undefined || signal.aborted) return found !== undefined
    this.#disagreements.set(key, { programs, lines, found })
    return true
  }

  #note(programs: Disagreement['programs'], lines: Answers) {
    const before = this.#disagreements.get(String(programs))
    if (before === undefined || lines.length < before.lines.length)
      this.#disagreements.set(String(programs), { programs, lines })
  }

  /** A number for the reference and for each program; equal numbers agree. */
  async #sidesOf(script: Script, outcomes: readonly Outcome[]): Promise<number[]> {
    const lines = answersOf(script)
    const sides = [0, ...outcomes.map(({ verdict }, index) => (verdict === 'AC' ? 0 : index + 1))]
    for (const [index, side] of sides.entries()) {
      if (side === 0) continue
      for (const [before, other] of sides.slice(1, index).entries()) {
        // Compared with the first program of each side only.
        if (other !== before + 1) continue
        if ((await this.#differ([before + 1, index], lines)) === undefined) sides[index] = other
      }
    }
    return sides
  }

  /** Plays a session with two programs. @returns undefined if they agree */
  async #differ([one, other]: Disagreement['programs'], lines: Answers): Promise<Mismatch | undefined> {
    const script = await this.#free[one - 1]?.script(lines)
    const session = await this.#free[other - 1]?.play(lines)
    if (script === undefined || session === undefined) throw new Error('no such program')
    const outcome = compare(script, session, { lockStep: true, status: true })
    return outcome.verdict === 'AC' ? undefined : { script: withoutLeftover(script), outcome }
  }
}
