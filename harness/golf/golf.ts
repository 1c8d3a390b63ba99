import { UsageError } from '../base/usage-error.ts'
import type { Entry } from '../entries/entry.ts'
import { stripTypes } from '../entries/runtimes.ts'
import { type Judgement, type JudgeOptions, judge } from '../judge/judge.ts'
import type { Job } from '../judge/plan.ts'
import type { EntryReport } from '../report/report.ts'
import { withoutEnd } from '../session/bytes.ts'
import { moves } from './moves.ts'
import { search } from './search.ts'
import { readSource, sizeOf } from './source.ts'
import { openTrials, type Trials } from './trials.ts'

export interface GolfOptions extends JudgeOptions {
  /** The time for the first judgement and the search (default: no limit). */
  readonly seconds?: number
  /** Stops the search; the best program so far is judged all the same. */
  readonly stop: AbortSignal
  readonly onProgress?: (progress: GolfProgress) => void
}

export interface GolfProgress {
  readonly doing: 'judging' | 'searching' | 'proving'
  /** The smallest program so far that has passed its trials, and its size. */
  readonly source: string
  readonly bytes: number
  /** The number of programs that were tried. */
  readonly tried: number
  /** The rewrite that produced it. */
  readonly by: string
}

export interface Golfed {
  /** The smallest program that the judge has accepted; the entry itself if there is none. */
  readonly source: string
  readonly bytes: number
  readonly tried: number
  /** Set if the search was stopped; otherwise no deletion and no rewrite makes the program smaller. */
  readonly stopped: boolean
}

/**
 * Looks for a smaller program that the judge accepts as well.
 * @param job an entry of a game, and the plan that a program must pass
 * @returns undefined if the time was over, or the search was stopped, before the entry was judged
 * @throws UsageError if the entry is not JavaScript or TypeScript
 */
export async function golf(job: Job, options: GolfOptions): Promise<{ refused: EntryReport } | Golfed | undefined> {
  const { entry, reference } = job
  const { game } = reference
  if (game === undefined) throw new Error('golf tries programs with the positions of a game')
  if (!isScript.test(entry.runtime.extension))
    throw new UsageError(entry.path, 'golf takes JavaScript and TypeScript only')
  const round = new Round(job, options)
  const first = await round.judgeEntry()
  if (first === undefined) return undefined
  if (first.verdict !== 'AC') return { refused: first }

  round.report('searching')
  const trials = await openTrials(entry, first.note === undefined, game, reference, options)
  try {
    return await round.search(trials)
  } finally {
    trials.close()
  }
}

/** Matches the extension of a runtime of JavaScript, ours or a project's. */
const isScript = /^\.[cm]?[jt]s$/

/** How often a search reports its progress, in milliseconds. */
const reportInterval = 200

/** After so many finds, the latest program must pass all sessions of the trials, not only a few. */
const findsBetweenChecks = 16

/** One search and its finds. */
class Round {
  readonly #entry: Entry
  readonly #options: GolfOptions
  readonly #judge: (source: string, onSession?: () => void) => Promise<Judgement>
  readonly #end: number
  /** Programs that passed their trials, each smaller than the one before. The first is the entry. */
  readonly #found: string[]
  /** How many of these, from the first, are known to pass all sessions of the trials. */
  #confirmed = 1
  /** Set if the latest finds were dropped: the search starts again from the one before. */
  #isUndone = false
  #tried = 0
  #by = ''

  constructor(job: Job, options: GolfOptions) {
    const { entry } = job
    // A judgement is not stopped in the middle: the best so far is judged all the same.
    const { seconds = Number.POSITIVE_INFINITY, stop: _, onProgress: __, ...judging } = options
    this.#entry = entry
    this.#options = options
    this.#judge = (source, onSession = () => {}) =>
      judge({ ...job, entry: { ...entry, source, expected: 'AC' } }, { ...judging, onSession })
    this.#end = performance.now() + seconds * 1000
    this.#found = [entry.source]
  }

  report(doing: GolfProgress['doing']) {
    const source = this.#best
    this.#options.onProgress?.({ doing, source, bytes: sizeOf(source), tried: this.#tried, by: this.#by })
  }

  /** The report on the entry itself; undefined if there was no time for it. */
  async judgeEntry(): Promise<EntryReport | undefined> {
    this.report('judging')
    const stopIfOver = () => {
      if (this.#isOver) throw new Error('stopped')
    }
    try {
      return (await this.#judge(this.#entry.source, stopIfOver)).report
    } catch (error) {
      if (!this.#isOver) throw error
      return undefined
    }
  }

  /** Searches, and judges what it finds, until the judge accepts it. */
  async search(trials: Trials): Promise<Golfed> {
    const { source } = this.#entry
    // A program with types is not JavaScript.
    const plain = readSource(source) === undefined ? await stripTypes(source) : source
    const passes = (text: string, rewrite: string) => this.#passes(text, rewrite, trials)
    for (let undo = 1; ; ) {
      const ticking = setInterval(() => this.report('searching'), reportInterval)
      const from = this.#found.length > 1 ? this.#best : plain
      this.#isUndone = false
      await search(from, moves, passes, () => this.#isOver || this.#isUndone).finally(() => clearInterval(ticking))
      if (this.#isUndone) continue
      const stopped = this.#isOver
      if (this.#found.length === 1) return this.#result(stopped)
      if (!(await this.#confirm(trials))) continue
      this.report('proving')
      const { report, lines } = await this.#judge(this.#best)
      if (report.verdict === 'AC') return this.#result(stopped)
      trials.refuse(this.#best, report.failure === null ? undefined : withoutEnd(lines))
      // The wrong step may be far back: each time, twice as many are undone, but at most half of them.
      this.#found.length -= Math.min(undo, Math.ceil((this.#found.length - 1) / 2))
      while (this.#found.length > 1 && !(await trials.passes(this.#best))) this.#found.pop()
      this.#confirmed = this.#found.length
      undo *= 2
    }
  }

  #result(stopped: boolean): Golfed {
    return { source: this.#best, bytes: sizeOf(this.#best), tried: this.#tried, stopped }
  }

  /** Plays all sessions of the trials with the best so far; if one fails, goes back to a program that passes it. */
  async #confirm(trials: Trials): Promise<boolean> {
    if (this.#found.length > this.#confirmed && !(await trials.passesAll(this.#best))) {
      do this.#found.pop()
      while (this.#found.length > this.#confirmed && !(await trials.passes(this.#best)))
      this.#isUndone = true
      return false
    }
    this.#confirmed = this.#found.length
    return true
  }

  async #passes(text: string, rewrite: string, trials: Trials): Promise<boolean> {
    if (this.#isOver || trials.refused.has(text)) return false
    this.#tried++
    const isRight = await trials.passes(text)
    if (isRight && sizeOf(text) < sizeOf(this.#best)) {
      this.#found.push(text)
      this.#by = rewrite
      this.report('searching')
      if (this.#found.length - this.#confirmed >= findsBetweenChecks) return this.#confirm(trials)
    }
    return isRight
  }

  get #best(): string {
    return this.#found.at(-1) ?? this.#entry.source
  }

  get #isOver(): boolean {
    return this.#options.stop.aborted || performance.now() >= this.#end
  }
}
