import type { Game } from '../../reference/game.ts'
import { UsageError } from '../base/usage-error.ts'
import type { Entry } from '../entries/entry.ts'
import { stripTypes } from '../entries/runtimes.ts'
import { type JudgeOptions, judge } from '../judge/judge.ts'
import { type Plan, planner } from '../judge/plan.ts'
import type { EntryReport } from '../report/report.ts'
import { movesFor } from './moves.ts'
import { minifier, search } from './search.ts'
import { readSource, sizeOf } from './source.ts'
import { openTrials } from './trials.ts'

export interface GolfOptions extends JudgeOptions {
  /** The time for judging the entry and searching. */
  readonly seconds?: number
  /** Stops the search; the best program so far is judged all the same. */
  readonly stop: AbortSignal
  /** The plan that a program must pass; by default that of `ninehole judge`. */
  readonly plan?: Plan
  readonly onProgress?: (progress: GolfProgress) => void
}

export interface GolfProgress {
  readonly doing: 'judging' | 'searching' | 'proving'
  /** The smallest program that has passed its trials, and its size. */
  readonly source: string
  readonly bytes: number
  /** The number of programs that were tried. */
  readonly tried: number
  /** The rewrite that made the smallest one. */
  readonly by: string
}

export type GolfResult = { readonly refused: EntryReport } | Golfed

export interface Golfed {
  /** The smallest program that the judge has accepted; the entry itself if there is none. */
  readonly source: string
  readonly bytes: number
  /** The size after minifiers alone. */
  readonly minified: number
  readonly tried: number
  /** Set if the search was stopped; otherwise no deletion and no rewrite makes the program smaller. */
  readonly stopped: boolean
}

/**
 * Looks for a smaller program that the judge accepts as well.
 * @throws UsageError if its language is not known, or its runtime has a worker that cannot run it
 */
export async function golf(entry: Entry, game: Game<unknown>, options: GolfOptions): Promise<GolfResult> {
  const { plan: given, seconds = Number.POSITIVE_INFINITY, stop, onProgress = () => {}, ...judging } = options
  const quick = judging.quick ?? entry.runtime.worker === undefined
  const plan = given ?? planner({ ...judging, quick })(game, entry)
  const end = performance.now() + seconds * 1000
  const isOver = () => stop.aborted || performance.now() >= end
  const moves = movesFor(entry)
  if (moves === undefined) throw new UsageError(entry.path, 'golf does not know its language')
  const judged = (source: string, onSession = () => {}) =>
    judge({ ...entry, source, expected: 'AC' }, game, plan, { ...judging, onSession })
  /** Programs that passed their trials, each smaller than the one before. The first is the entry. */
  const found = [entry.source]
  const best = () => found.at(-1) ?? entry.source
  let minified = entry.bytes
  let isMinified = true
  let tried = 0
  let by = ''
  const report = (doing: GolfProgress['doing']) =>
    onProgress({ doing, source: best(), bytes: sizeOf(best()), tried, by })

  report('judging')
  const stopIfOver = () => {
    if (isOver()) throw new Error('stopped')
  }
  const first = await judged(entry.source, stopIfOver).catch((error) => {
    if (!isOver()) throw error
  })
  if (first === undefined) return { source: entry.source, bytes: entry.bytes, minified, tried, stopped: true }
  if (first.verdict !== 'AC') return { refused: first }
  if (first.note !== undefined) throw new UsageError(entry.path, `golf cannot run it in one process: ${first.note}`)

  report('searching')
  const trials = await openTrials(entry, { exact: false, onSession() {}, ...judging, game, way: entry.input })
  async function passes(text: string, rewrite: string) {
    if (isOver() || trials.refused.has(text)) return false
    tried++
    const isRight = await trials.passes(text)
    if (isRight && sizeOf(text) < sizeOf(best())) {
      isMinified &&= rewrite === minifier
      if (isMinified) minified = sizeOf(text)
      found.push(text)
      by = rewrite
      report('searching')
    }
    return isRight
  }

  // A program with types is not JavaScript.
  const isTyped = entry.runtime.isJavaScript && readSource(entry.source) === undefined
  const plain = isTyped ? await stripTypes(entry.source) : entry.source
  let stopped = false
  try {
    for (let undo = 1; ; undo *= 2) {
      const ticking = setInterval(() => report('searching'), 200)
      await search(found.length > 1 ? best() : plain, moves, passes, isOver).finally(() => clearInterval(ticking))
      stopped = isOver()
      if (found.length === 1) break
      report('proving')
      const { verdict, failure } = await judged(best())
      if (verdict === 'AC') break
      trials.refuse(
        best(),
        failure?.lines.filter((line) => line !== null),
      )
      // The step that went wrong may be far back: more and more steps are undone.
      found.length = Math.max(1, found.length - undo)
      while (found.length > 1 && !(await trials.passes(best()))) found.pop()
    }
  } finally {
    trials.close()
  }
  return { source: best(), bytes: sizeOf(best()), minified, tried, stopped }
}
