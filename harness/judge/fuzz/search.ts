import type { FuzzReport } from '../../report/report.ts'
import { shorteningLimit } from '../../session/limits.ts'
import { answersOf, type Script } from '../../session/session.ts'
import type { Reference } from '../reference/reference.ts'
import { AgreementCounter } from './agreement.ts'
import { Findings, type FuzzOptions, fuzz, type SearchOptions, shorten } from './fuzz.ts'
import type { OpenReference } from './open-reference.ts'
import { type FuzzFacts, fuzzReports } from './report.ts'
import type { Subjects } from './subjects.ts'

/** The most bytes in a line for a pseudo-terminal, which drops those after 4,095. */
const longestTyped = 1000

/** A search for sessions in which programs differ from the reference. */
export class Search {
  readonly #findings = new Findings()
  /** Absent if there are fewer than two programs. */
  readonly #agreement: AgreementCounter | undefined
  readonly #opened: OpenReference
  readonly #subjects: Subjects
  readonly #options: SearchOptions
  /** True once all sessions were played; failures may still be shortened. */
  isOver = false
  #shortened: number | undefined

  constructor(opened: OpenReference, subjects: Subjects, options: SearchOptions) {
    this.#opened = opened
    this.#subjects = subjects
    this.#options = options
    this.#agreement = subjects.names.length > 1 ? new AgreementCounter(subjects.asReferences) : undefined
  }

  get sessions(): number {
    return this.#findings.lengths.length
  }

  /** The shortest failed session of the first program that has one, as the reference plays it. */
  get failed() {
    return this.#findings.failed.find((one) => one !== undefined)?.script
  }

  /** Plays sessions until one fails, or all if there are several programs; then shortens the failed ones. */
  async run(signal: AbortSignal) {
    const { reference, choices } = this.#opened
    const { run, way } = this.#subjects
    const { lines = this.#opened.lines } = this.#options
    const fuzzing: FuzzOptions = {
      ...{ ...this.#options, reference, choices, run, lines, signal, goesOn: this.#agreement !== undefined },
      longest: way === 'pty' ? longestTyped : undefined,
      onSession: async (tried) => {
        await this.#options.onSession?.(tried)
        await this.#agreement?.note(tried.script, tried.outcomes)
      },
    }
    await fuzz(this.#findings, fuzzing)
    this.isOver = !signal.aborted
    if (this.failed === undefined || signal.aborted) return
    this.#options.onFailed?.()
    // Before the time to shorten begins: disagreements are reported in any case.
    await this.#agreement?.confirm(signal)
    const shortening = new AbortController()
    signal.addEventListener('abort', () => shortening.abort())
    const timer = setTimeout(() => {
      this.#shortened = shorteningLimit
      shortening.abort()
    }, shorteningLimit)
    try {
      for (const index of this.#findings.failed.keys())
        await shorten(this.#findings, index, { ...fuzzing, signal: shortening.signal })
      const known = this.#findings.failed.flatMap((one) => (one === undefined ? [] : [answersOf(one.script)]))
      await this.#agreement?.shorten(known, shortening.signal)
    } finally {
      clearTimeout(timer)
    }
  }

  reports(facts: FuzzFacts): FuzzReport[] {
    const found = { agreement: this.#agreement, shortened: this.#shortened }
    return fuzzReports(this.#findings, this.#opened, this.#subjects, { ...facts, ...found })
  }
}

/**
 * Plays random sessions with the reference alone.
 * @param script plays a session
 */
export async function playRandomSessions(
  opened: OpenReference,
  script: Reference['script'],
  seed: number,
  runs: number,
) {
  const { choices, lines } = opened
  const drawn: Script[] = []
  await fuzz(new Findings(), {
    ...{ reference: { script }, run: async () => [], choices, lines, seed, runs },
    signal: new AbortController().signal,
    onSession: ({ script }) => void drawn.push(script),
  })
  return drawn
}
