import { UsageError } from '../base/usage-error.ts'
import { compact, minifications } from '../entries/minify.ts'
import { stripTypes } from '../entries/runtimes.ts'
import { type Judgement, type JudgeOptions, judge } from '../judge/judge.ts'
import type { Job } from '../judge/plan.ts'
import type { EntryReport } from '../report/report.ts'
import { withoutEnd } from '../session/bytes.ts'
import { assignmentsMoved, characterDeletions, nodeDeletions, valuesNamed } from './changes.ts'
import { type Moves, type SearchStep, search } from './search.ts'
import { type Change, put, readSource, sizeOf } from './source.ts'
import { type Rewrite, table } from './table.ts'
import { openTrials, type Trials } from './trials.ts'

interface GolfOptions extends JudgeOptions {
  /** For the first judgement and the search (default: no limit). */
  readonly seconds?: number
  /** Stops the search; the best program so far is judged all the same. */
  readonly stop: AbortSignal
  readonly onProgress?: (progress: GolfProgress) => void
}

export interface GolfProgress {
  readonly doing: 'judging' | 'searching' | 'proving'
  /** Has passed its trials, as the smallest so far. */
  readonly source: string
  readonly bytes: number
  readonly tried: number
  /** Its last rewrite. */
  readonly by: string
}

/** A program that the judge has accepted: the entry itself if no smaller one was. */
export interface Golfed
  extends Pick<EntryReport, 'exact' | 'variations'>,
    Pick<GolfProgress, 'source' | 'bytes' | 'tried'> {
  /** False if no deletion and no rewrite makes the program smaller. */
  readonly stopped: boolean
}

const byTree =
  (rewrites: readonly Rewrite[]): SearchStep =>
  (text) => {
    const source = readSource(text)
    if (source === undefined) return []
    return rewrites.flatMap(({ by, find, isAlone }) => {
      const changes = find(source)
      const groups = isAlone ? changes.map((change) => [change]) : disjoint(changes)
      return groups.map((changes) => ({ by, changes }))
    })
  }

function disjoint(changes: readonly Change[]): Change[][] {
  const lists: Change[][] = []
  const isFree = (list: readonly Change[], change: Change) =>
    list.flat().every((other) => change.every(({ start, end }) => end <= other.start || other.end <= start))
  for (const change of changes) {
    const list = lists.find((list) => isFree(list, change))
    if (list === undefined) lists.push([change])
    else list.push(change)
  }
  return lists
}

const alone = (by: string, find: Rewrite['find']) => byTree([{ by, find, isAlone: true }])

const moves: Moves = {
  async minify(text) {
    const whole = { start: 0, end: text.length }
    return (await minifications(text)).map((smaller) => ({ by: 'a minifier', changes: [[put(whole, smaller)]] }))
  },
  quick: [
    // Some rows are examples of one rewrite.
    byTree([...new Map(table.map((row) => [row.find, row])).values()]),
    alone('a value named', valuesNamed),
    alone('an assignment moved', assignmentsMoved),
  ],
  thorough: [alone('a deletion', nodeDeletions), alone('a deletion', characterDeletions)],
  compact,
}

/**
 * Looks for a smaller program that the judge accepts as well.
 * @param job an entry, and the plan that a program must pass
 * @returns undefined if the time was over, or the search was stopped, before the entry was judged
 * @throws UsageError if the entry is not JavaScript or TypeScript
 */
export async function golf(job: Job, options: GolfOptions): Promise<{ refused: EntryReport } | Golfed | undefined> {
  const { entry } = job
  // A project may have such a runtime, too.
  if (!/^\.[cm]?[jt]s$/.test(entry.runtime.extension))
    throw new UsageError(entry.path, 'golf takes JavaScript and TypeScript only')
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
  if (job.recordings !== undefined && !(await trials.passes(await stripTypes(entry.source), true))) {
    trials.close()
    trials = await openTrials(job, false, options)
  }
  try {
    return await searched(entry.source, first.report, trials, judged, isOver, onProgress)
  } finally {
    trials.close()
  }
}

/** After so many finds, a program must pass all sessions of the trials, not only a few. */
const findsBetweenChecks = 16

/** Searches, and judges the find, until the judge accepts it. */
async function searched(
  entry: string,
  first: EntryReport,
  trials: Trials,
  judged: (source: string) => Promise<Judgement>,
  isOver: () => boolean,
  onProgress: (progress: GolfProgress) => void,
): Promise<Golfed> {
  const found = [entry]
  const best = () => found.at(-1) ?? entry
  /** A find was wrong, perhaps as one before it was: the search starts again from the latest that is not. */
  let isSpoilt = false
  let tried = 0
  let by = ''
  const soFar = () => ({ source: best(), bytes: sizeOf(best()), tried })
  const report = (doing: GolfProgress['doing']) => onProgress({ doing, ...soFar(), by })

  async function passes(text: string, rewrite: string): Promise<boolean> {
    if (isOver() || trials.refused.has(text)) return false
    tried++
    report('searching')
    if (!(await trials.passes(text))) return false
    isSpoilt = found.length % findsBetweenChecks === 0 && !(await trials.passes(text, true))
    if (!isSpoilt && sizeOf(text) < sizeOf(best())) {
      found.push(text)
      by = rewrite
      report('searching')
    }
    return !isSpoilt
  }

  report('searching')
  const plain = readSource(entry) === undefined ? await stripTypes(entry) : entry
  for (let undo = 1; ; ) {
    isSpoilt = false
    await search(found.length > 1 ? best() : plain, moves, passes, () => isOver() || isSpoilt)
    const stopped = isOver()
    const result = ({ exact, variations }: EntryReport) => ({ ...soFar(), exact, variations, stopped })
    if (!isSpoilt && found.length === 1) return result(first)
    if (!isSpoilt && (await trials.passes(best(), true))) {
      report('proving')
      const { report: judgement, lines } = await judged(best())
      if (judgement.verdict === 'AC') return result(judgement)
      trials.refuse(best(), judgement.failure === null ? undefined : withoutEnd(lines))
      // The wrong step may be far back: each time, twice as many are undone, but at most half of them.
      found.length -= Math.min(undo, Math.ceil((found.length - 1) / 2))
      undo *= 2
    }
    while (found.length > 1 && !(await trials.passes(best()))) found.pop()
  }
}
