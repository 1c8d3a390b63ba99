import type { FuzzReport } from '../../report/report.ts'
import { shorteningLimit } from '../../session/limits.ts'
import { answersOf, type Script } from '../../session/session.ts'
import type { Reference } from '../reference/reference.ts'
import { Agreement } from './agreement.ts'
import type { Contest } from './contest.ts'
import { Findings, type FuzzOptions, fuzz, type SearchOptions, shorten } from './fuzz.ts'
import { type About, casesOf } from './report.ts'

/** The most bytes in a line for a pseudo-terminal, which drops those after 4,095. */
const longestTyped = 1000

/** A search for sessions in which programs differ from the reference. */
export class Search {
  readonly #findings = new Findings()
  /** Absent if there are fewer than two programs. */
  readonly #agreement: Agreement | undefined
  readonly #contest: Contest
  readonly #options: SearchOptions
  /** True once all sessions were played; failures may still be shortened. */
  isOver = false
  #shortened: number | undefined

  constructor(contest: Contest, options: SearchOptions) {
    this.#contest = contest
    this.#options = options
    this.#agreement = contest.names.length > 1 ? new Agreement(contest.free) : undefined
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
    const { lines = this.#contest.lines } = this.#options
    const { reference, choices, run, way } = this.#contest
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

  cases(about: About): FuzzReport[] {
    const found = { seed: this.#options.seed, agreement: this.#agreement, shortened: this.#shortened }
    return casesOf(this.#findings, this.#contest, { ...about, ...found })
  }
}

/**
 * Plays random sessions with the reference of a contest alone.
 * @param script plays a session
 */
export async function drawSessions(contest: Contest, script: Reference['script'], seed: number, runs: number) {
  const { choices, lines } = contest
  const drawn: Script[] = []
  await fuzz(new Findings(), {
    ...{ reference: { script }, run: async () => [], choices, lines, seed, runs },
    signal: new AbortController().signal,
    onSession: ({ script }) => void drawn.push(script),
  })
  return drawn
}
