import type { Game } from '../../reference/game.ts'
import { UsageError } from '../base/usage-error.ts'
import type { Entry } from '../entries/entry.ts'
import { stripTypes } from '../entries/runtimes.ts'
import { stage } from '../entries/stage.ts'
import { explore } from '../games/explore.ts'
import { type JudgeOptions, judge } from '../judge/judge.ts'
import { type Plan, planner } from '../judge/plan.ts'
import { Player, type Terms } from '../judge/player.ts'
import { transitionsSuite } from '../judge/suites/cover.ts'
import { randomSuite } from '../judge/suites/random.ts'
import type { EntryReport } from '../report/report.ts'
import { openPrograms } from '../run/programs.ts'
import { workerProgram } from '../run/worker/program.ts'
import type { Lines } from '../session/bytes.ts'
import { minifier, search } from './search.ts'
import { readSource, sizeOf } from './source.ts'

export interface GolfOptions extends JudgeOptions {
  /** How long to judge the entry and to search at the most. */
  readonly seconds?: number
  /** Stops the search; the best program so far is judged all the same. */
  readonly stop: AbortSignal
  /** What a program must pass; by default the plan of `ninehole judge`. */
  readonly plan?: Plan
  readonly onProgress?: (progress: GolfProgress) => void
}

export interface GolfProgress {
  readonly doing: 'judging' | 'searching' | 'proving'
  /** The smallest program that has passed its trials, and its size. */
  readonly source: string
  readonly bytes: number
  /** How many programs were tried. */
  readonly tried: number
  /** The rewrite that made the smallest one. */
  readonly by: string
}

export type GolfResult = { readonly refused: EntryReport } | Golfed

export interface Golfed {
  /** The smallest program that the judge has accepted; the entry itself if there is none. */
  readonly source: string
  readonly bytes: number
  /** The size of the best of the minifiers. */
  readonly minified: number
  readonly tried: number
  /** Whether the search was stopped; otherwise no deletion and no rewrite makes the program smaller. */
  readonly stopped: boolean
}

/**
 * Looks for a smaller program that the judge accepts as well.
 * @param entry one whose runtime can run sessions in one process
 * @throws UsageError if the entry itself cannot be run in one process
 */
export async function golf(entry: Entry, game: Game<unknown>, options: GolfOptions): Promise<GolfResult> {
  const { plan: given, seconds = Number.POSITIVE_INFINITY, stop, onProgress = () => {}, ...judging } = options
  const plan = given ?? planner(judging)(game, entry)
  const end = performance.now() + seconds * 1000
  const isOver = () => stop.aborted || performance.now() >= end
  const judged = (source: string, onSession = () => {}) =>
    judge({ ...entry, source, expected: 'AC' }, game, plan, { ...judging, onSession })
  /** Programs that passed their trials, each smaller than the one before. The first is the entry. */
  const found = [entry.source]
  const best = () => found.at(-1) ?? entry.source
  let minified = entry.bytes
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
      if (found.length === 1 && rewrite === minifier) minified = sizeOf(text)
      found.push(text)
      by = rewrite
      report('searching')
    }
    return isRight
  }

  // A program with types is not JavaScript.
  const plain = readSource(entry.source) === undefined ? await stripTypes(entry.source) : entry.source
  let stopped = false
  try {
    for (let undo = 1; ; undo *= 2) {
      const ticking = setInterval(() => report('searching'), 200)
      await search(found.length > 1 ? best() : plain, passes, isOver).finally(() => clearInterval(ticking))
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

/** How long a program may be silent in its trials, in milliseconds: a slow one that is right costs golf a byte, no more. */
const limits = { milliseconds: 300 }

/** Runs programs in a few sessions, and, if they pass, in many. The judge is slower and decides in the end. */
async function openTrials(entry: Entry, terms: Terms) {
  const { input, runtime } = entry
  const staged = await stage(entry)
  if (staged === undefined || runtime.worker === undefined) throw new Error(`${runtime.name} runs no trials`)
  const { file, ours, remove } = staged
  const program = { runtime, input, file, command: ours(runtime.worker) }
  const programs = openPrograms(staged)
  const refused = new Set<string>()
  let sessions = sessionsOf(terms.game)

  /** @param lines a session that shows why: it is likely to refuse others, and comes first from now on */
  function refuse(source: string, lines?: Lines) {
    refused.add(source)
    if (lines !== undefined) sessions = [lines, ...sessions.filter((other) => other !== lines)]
  }

  return {
    refused,
    refuse,
    async passes(source: string) {
      const worker = workerProgram(programs, { ...program, source })
      // A worker that a busy machine could not start costs a byte, not the search.
      const result = await new Player(worker, { ...terms, limits }).playAll(sessions.values()).catch(() => undefined)
      worker.close()
      const isRight = result?.failed.length === 0 && result.unknown === undefined
      if (!isRight) refuse(source, result?.failed[0]?.lines)
      return isRight
    },
    close() {
      programs.close()
      remove()
    },
  }
}

/** The sessions of the trials: a few random ones, then all moves; or many random ones if there are too many moves. */
function sessionsOf(game: Game<unknown>): Lines[] {
  const positions = explore(game)
  const all = positions === undefined ? randomSuite(game, { seed: 2, runs: 1000 }) : transitionsSuite(game, positions)
  return [...randomSuite(game, { seed: 1, runs: 40 }).sessions, ...all.sessions]
}
