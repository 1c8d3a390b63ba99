import { UsageError } from '../base/usage-error.ts'
import { stripTypes } from '../entries/runtimes.ts'
import { type Judgement, type JudgeOptions, judge } from '../judge/judge.ts'
import type { Job } from '../judge/plan.ts'
import type { EntryReport } from '../report/report.ts'
import { withoutEnd } from '../session/bytes.ts'
import { moves } from './moves.ts'
import { search } from './search.ts'
import { readSource, sizeOf } from './source.ts'
import { openTrials, type Trials } from './trials.ts'

interface GolfOptions extends JudgeOptions {
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

export interface Golfed extends Pick<EntryReport, 'exact' | 'variations'> {
  /** The smallest program that the judge has accepted; the entry itself if there is none. */
  readonly source: string
  readonly bytes: number
  readonly tried: number
  /** Set if the search was stopped; otherwise no deletion and no rewrite makes the program smaller. */
  readonly stopped: boolean
}

/**
 * Looks for a smaller program that the judge accepts as well.
 * @param job an entry, and the plan that a program must pass
 * @returns undefined if the time was over, or the search was stopped, before the entry was judged
 * @throws UsageError if the entry is not JavaScript or TypeScript
 */
export async function golf(job: Job, options: GolfOptions): Promise<{ refused: EntryReport } | Golfed | undefined> {
  const { entry } = job
  if (!isScript.test(entry.runtime.extension))
    throw new UsageError(entry.path, 'golf takes JavaScript and TypeScript only')
  // A judgement is not stopped in the middle: the best so far is judged all the same.
  const { seconds = Number.POSITIVE_INFINITY, stop, onProgress = () => {}, ...judging } = options
  const end = performance.now() + seconds * 1000
  const isOver = () => stop.aborted || performance.now() >= end
  const judged = (source: string, onSession = () => {}) =>
    judge({ ...job, entry: { ...entry, source, expected: 'AC' } }, { ...judging, onSession })
  onProgress({ doing: 'judging', source: entry.source, bytes: entry.bytes, tried: 0, by: '' })
  const first = await judged(entry.source, () => {
    if (isOver()) throw new Error('stopped')
  }).catch((error) => {
    if (!isOver()) throw error
  })
  if (first === undefined) return undefined
  if (first.report.verdict !== 'AC') return { refused: first.report }
  let trials = await openTrials(job, first.report.note === undefined, options)
  // Recorded sessions were judged in real processes only.
  if (job.recordings !== undefined && !(await trials.passesAll(await stripTypes(entry.source)))) {
    trials.close()
    trials = await openTrials(job, false, options)
  }
  try {
    return await searched(entry.source, first.report, trials, judged, isOver, onProgress)
  } finally {
    trials.close()
  }
}

/** Matches the extension of a runtime of JavaScript, ours or a project's. */
const isScript = /^\.[cm]?[jt]s$/

/** After so many finds, the latest program must pass all sessions of the trials, not only a few. */
const findsBetweenChecks = 16

/** Searches, and judges what it finds, until the judge accepts it. */
async function searched(
  entry: string,
  first: EntryReport,
  trials: Trials,
  judged: (source: string) => Promise<Judgement>,
  isOver: () => boolean,
  onProgress: (progress: GolfProgress) => void,
): Promise<Golfed> {
  /** Programs that passed their trials, each smaller than the one before. The first is the entry. */
  const found = [entry]
  const best = () => found.at(-1) ?? entry
  /** How many of these, from the first, are known to pass all sessions of the trials. */
  let confirmed = 1
  /** Set if the latest finds were dropped: the search starts again from the one before. */
  let isUndone = false
  let tried = 0
  let by = ''
  const report = (doing: GolfProgress['doing']) =>
    onProgress({ doing, source: best(), bytes: sizeOf(best()), tried, by })

  /** Goes back to the latest find that passes the trials, or to this many. */
  async function goBackTo(count: number) {
    while (found.length > count && !(await trials.passes(best()))) found.pop()
  }

  /** Plays all sessions of the trials with the best so far. */
  async function confirm(): Promise<boolean> {
    isUndone = found.length > confirmed && !(await trials.passesAll(best()))
    if (isUndone) {
      found.pop()
      await goBackTo(confirmed)
    }
    confirmed = found.length
    return !isUndone
  }

  async function passes(text: string, rewrite: string): Promise<boolean> {
    if (isOver() || trials.refused.has(text)) return false
    tried++
    report('searching')
    const isRight = await trials.passes(text)
    if (!isRight || sizeOf(text) >= sizeOf(best())) return isRight
    found.push(text)
    by = rewrite
    report('searching')
    return found.length - confirmed < findsBetweenChecks || confirm()
  }

  report('searching')
  // A program with types is not JavaScript.
  const plain = readSource(entry) === undefined ? await stripTypes(entry) : entry
  for (let undo = 1; ; ) {
    isUndone = false
    await search(found.length > 1 ? best() : plain, moves, passes, () => isOver() || isUndone)
    if (isUndone) continue
    const stopped = isOver()
    const result = ({ exact, variations }: EntryReport) => {
      const source = best()
      return { source, bytes: sizeOf(source), exact, variations, tried, stopped }
    }
    if (found.length === 1) return result(first)
    if (!(await confirm())) continue
    report('proving')
    const { report: judgement, lines } = await judged(best())
    if (judgement.verdict === 'AC') return result(judgement)
    trials.refuse(best(), judgement.failure === null ? undefined : withoutEnd(lines))
    // The wrong step may be far back: each time, twice as many are undone, but at most half of them.
    found.length -= Math.min(undo, Math.ceil((found.length - 1) / 2))
    await goBackTo(1)
    confirmed = found.length
    undo *= 2
  }
}
