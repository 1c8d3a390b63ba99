import type { Game } from '../../reference/game.ts'
import type { Entry } from '../entries/entry.ts'
import { stripTypes } from '../entries/runtimes.ts'
import { explore } from '../games/explore.ts'
import { judge } from '../judge/judge.ts'
import { type Plan, planner } from '../judge/plan.ts'
import { transitionsSuite } from '../judge/suites/cover.ts'
import { randomSuite } from '../judge/suites/random.ts'
import type { EntryReport } from '../report/report.ts'
import type { Limits } from '../run/script.ts'
import type { Lines } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'
import { minifier, search } from './search.ts'
import { readSource, sizeOf } from './source.ts'
import { openTrials } from './trials.ts'

export interface GolfOptions {
  readonly limits: Limits
  /** How long to search at the most, in milliseconds. */
  readonly milliseconds?: number
  /** Stops the search; what it has found is judged all the same. */
  readonly stop?: AbortSignal
  /** Stops the judging as well; what was not judged is given up. */
  readonly hurry?: AbortSignal
  /** What a program is judged by, where not by all that there is. */
  readonly plan?: Plan
  readonly onProgress?: (progress: GolfProgress) => void
}

export interface GolfProgress {
  readonly doing: 'judging' | 'searching' | 'proving'
  /** The size of the smallest program that has passed its trials. */
  readonly bytes: number
  /** How many programs were tried, and in what time. */
  readonly tried: number
  readonly milliseconds: number
  /** The row that made the smallest one. */
  readonly by?: string
}

export type GolfResult = { readonly refused: EntryReport } | Golfed

export interface Golfed {
  /** The smallest program that the judge has accepted; the entry itself where there is none. */
  readonly source: string
  readonly bytes: number
  /** The size of the best of the minifiers. */
  readonly minified: number
  readonly tried: number
  readonly milliseconds: number
  /** `smallest`: no deletion and no rewrite makes it smaller. */
  readonly end: 'smallest' | 'stopped' | 'out of time'
}

/**
 * Looks for a smaller program that the judge accepts as well.
 * @param entry one whose runtime can run sessions in one process
 * @throws UsageError if the entry itself cannot be run so
 */
export async function golf(entry: Entry, game: Game<unknown>, options: GolfOptions): Promise<GolfResult> {
  const { limits, stop, hurry, onProgress = () => {} } = options
  const plan = options.plan ?? planner({ seed: 1, real: false })(game, entry)
  const terms = { limits, exact: false, onSession() {} }
  const judged = (source: string) => judge(withSource(entry, source), game, plan, terms)
  const trials = await openTrials(entry, { ...terms, game, input: entry.input }, sessionsOf(game))
  const refused = new Set<string>()
  /** Programs that passed their trials, each smaller than the one before; the first is accepted. */
  const found = [entry.source]
  const best = () => found.at(-1) ?? entry.source
  let minified = entry.bytes
  let start = performance.now()
  let by: string | undefined
  const milliseconds = () => performance.now() - start
  const most = options.milliseconds ?? Number.POSITIVE_INFINITY
  const isOver = () => stop?.aborted === true || milliseconds() >= most
  const tell = (doing: GolfProgress['doing']) =>
    onProgress({ doing, bytes: sizeOf(best()), tried: trials.count, milliseconds: milliseconds(), ...(by && { by }) })

  tell('judging')
  const first = await judged(entry.source)
  if (first.verdict !== 'AC') return { refused: first }
  if (first.note !== undefined) throw new UsageError(entry.path, `golf cannot run it in one process: ${first.note}`)

  start = performance.now()
  const ticking = setInterval(() => tell('searching'), 200)
  tell('searching')
  // Types, where there are any, are no JavaScript.
  const plain = readSource(entry.source) === undefined ? await stripTypes(entry.source) : entry.source
  const onFind = (text: string, row: string) => {
    if (sizeOf(text) >= sizeOf(best())) return
    if (found.length === 1 && row === minifier) minified = sizeOf(text)
    found.push(text)
    by = row
    tell('searching')
  }
  const givenUp = aborted(hurry)
  let searched = 0
  let undo = 1
  try {
    for (;;) {
      await search(found.length > 1 ? best() : plain, { trials, refused, isOver, onFind })
      searched = milliseconds()
      if (found.length === 1) break
      tell('proving')
      const report = await Promise.race([givenUp, judged(best())])
      if (report === undefined) found.length = 1
      if (report === undefined || report.verdict === 'AC') break
      trials.learn(report.failure?.lines.filter((line) => line !== null) ?? [])
      // What the judge alone refuses may have been so for many steps: they are undone faster and faster.
      refused.add(best())
      found.length = Math.max(1, found.length - undo)
      undo *= 2
      while (found.length > 1 && !(await trials.passes(best()))) refused.add(found.pop() ?? '')
    }
  } finally {
    clearInterval(ticking)
    trials.close()
  }
  return {
    source: best(),
    bytes: sizeOf(best()),
    minified,
    tried: trials.count,
    milliseconds: searched,
    end: stop?.aborted ? 'stopped' : searched >= most ? 'out of time' : 'smallest',
  }
}

const aborted = (signal: AbortSignal | undefined) =>
  new Promise<undefined>((resolve) => {
    if (signal?.aborted) resolve(undefined)
    signal?.addEventListener('abort', () => resolve(undefined))
  })

const withSource = (entry: Entry, source: string): Entry => ({
  ...entry,
  source,
  expected: 'AC',
  bytes: sizeOf(source),
  chars: [...source].length,
})

/** The sessions of the trials: some that show most, and then those that show all, or many where none do. */
function sessionsOf(game: Game<unknown>): Lines[] {
  const positions = explore(game)
  const all = positions === undefined ? randomSuite(game, { seed: 2, runs: 1000 }) : transitionsSuite(game, positions)
  return [...randomSuite(game, { seed: 1, runs: 40 }).sessions, ...all.sessions]
}
