import type { Entry } from '../entries/entry.ts'
import { explore } from '../games/explore.ts'
import { judge } from '../judge/judge.ts'
import { fixturesSuite } from '../judge/suites/fixtures.ts'
import { gamesSuite } from '../judge/suites/games.ts'
import { randomSuite } from '../judge/suites/random.ts'
import type { AnyGame, Suite } from '../judge/suites/suite.ts'
import { transitionsSuite } from '../judge/suites/transitions.ts'
import type { EntryReport } from '../report/report.ts'
import type { Limits } from '../run/hold.ts'
import type { Lines } from '../session/bytes.ts'
import { Unusable } from '../session/unusable.ts'
import { openClimber } from './climb.ts'
import { minified } from './minifiers.ts'
import { randomOf } from './random.ts'
import { sizeOf } from './source.ts'
import { openTrials } from './trials.ts'

export interface GolfOptions {
  readonly limits: Limits
  readonly seed: number
  /** When to stop, at the latest, in milliseconds from now. */
  readonly milliseconds?: number
  /** Stops the search; what it has found is proven all the same. */
  readonly stop?: AbortSignal
  /** Ends the proof as well: what has none is given up. */
  readonly hurry?: AbortSignal
  /** How many times it wanders off in vain before it gives up. */
  readonly patience?: number
  /** What a program is proven by, where not by all that there is. */
  readonly suites?: (game: AnyGame) => readonly Suite[]
  readonly onProgress?: (progress: GolfProgress) => void
}

export interface GolfProgress {
  readonly doing: 'judging' | 'minifying' | 'searching' | 'proving'
  /** The smallest that has passed the trials, in bytes. */
  readonly bytes: number
  /** How many programs were tried, and in what time. */
  readonly tried: number
  readonly milliseconds: number
  /** What was last found, and by which row. */
  readonly found?: { readonly bytes: number; readonly by: string }
}

export type GolfResult = { readonly refused: EntryReport } | Golfed

export interface Golfed {
  /** The smallest that the judge has accepted; the entry itself where there is none. */
  readonly source: string
  readonly bytes: number
  /** What the best of the minifiers comes to. */
  readonly minified: number
  readonly tried: number
  readonly milliseconds: number
  /** `smallest`: no deletion and no rewrite makes it smaller; otherwise somebody or the clock stopped it. */
  readonly end: 'smallest' | 'stopped' | 'out of time'
}

/** The usual patience. */
const usual = 250
/** How long finds may wait for their proof, in milliseconds. */
const proofAfter = 60_000

/**
 * Looks for a smaller program that the judge accepts as well.
 * @param entry one whose runtime has an engine
 */
export async function golf(entry: Entry, game: AnyGame, options: GolfOptions): Promise<GolfResult> {
  const { limits, seed, stop, hurry, patience = usual, onProgress = () => {} } = options
  const suites = (options.suites ?? proofs)(game)
  const prove = async (source: string) => judge(withSource(entry, source), game, suites, judgeOptions(limits))
  let start = performance.now()
  const state = { bytes: sizeOf(entry.source), tried: () => 0, milliseconds: () => performance.now() - start }
  let found: GolfProgress['found']
  const tell = (doing: GolfProgress['doing']) => {
    const progress = { doing, bytes: state.bytes, tried: state.tried(), milliseconds: state.milliseconds() }
    onProgress(found === undefined ? progress : { ...progress, found })
  }

  tell('judging')
  const first = await prove(entry.source)
  if (first.verdict !== 'AC') return { refused: first }
  if (first.note !== undefined) throw new Unusable(entry.path, `the engine cannot hold it: ${first.note}`)

  const terms = { game, input: entry.input, exact: false, limits, onSession() {} }
  const { engine } = entry.runtime
  if (engine === undefined) throw new Error(`no engine for ${entry.runtime.name}`)
  const { chosen, all } = sessionsOf(game, seed)
  const trials = await openTrials(engine, terms, chosen, all)
  state.tried = () => trials.count
  start = performance.now()
  const until = start + (options.milliseconds ?? Number.POSITIVE_INFINITY)
  const isLate = () => performance.now() >= until
  const isOver = () => stop?.aborted === true || isLate()

  /** The smallest that the judge has accepted, and the smallest that has only passed the trials. */
  let proven = entry.source
  let best = entry.source
  let provenAt = performance.now()

  async function proveBest() {
    if (sizeOf(best) >= sizeOf(proven)) return
    tell('proving')
    const report = await unless(hurry, prove(best))
    provenAt = performance.now()
    if (report === undefined) return
    if (report.verdict === 'AC') proven = best
    else {
      if (report.failure) trials.learn(report.failure.lines.filter((line) => line !== null))
      best = proven
    }
    state.bytes = sizeOf(best)
  }

  function keep(text: string, by: string) {
    if (sizeOf(text) >= sizeOf(best)) return
    best = text
    state.bytes = sizeOf(best)
    found = { bytes: state.bytes, by }
    tell('searching')
  }

  try {
    tell('minifying')
    const small = (await minified(entry.source)).sort((a, b) => sizeOf(a) - sizeOf(b))
    for (const text of small) {
      if (sizeOf(text) >= sizeOf(best)) break
      if ((await trials.sift([text]))[0] && (await trials.stands(text))) keep(text, 'a minifier')
    }
    const minifiedSize = sizeOf(best)

    const random = randomOf(seed)
    const onFind = keep
    const climber = openClimber({ trials, random, isOver, onFind })
    const ticking = setInterval(() => tell('searching'), 200)
    let at = best
    let complete = false
    try {
      for (let vain = 0; vain < patience && !isOver(); ) {
        if (!complete || sizeOf(at) < sizeOf(best)) {
          const reached = await climber.descend(at)
          ;({ text: at, complete } = reached)
          keep(at, 'a step')
          if (!complete) break
        }
        if (best !== proven && performance.now() - provenAt > proofAfter) {
          const before = best
          await proveBest()
          if (best !== before) {
            at = best
            complete = false
            continue
          }
        }
        const next = await climber.wander(at)
        if (next === undefined) break
        if (sizeOf(next) < sizeOf(at)) {
          if (await trials.stands(next)) {
            at = next
            complete = false
            vain = 0
            keep(at, 'wandering')
            continue
          }
        } else if (sizeOf(next) === sizeOf(at) && (await trials.stands(next))) at = next
        vain++
      }
    } finally {
      clearInterval(ticking)
    }
    const searched = performance.now() - start
    await proveBest()
    const end = stop?.aborted ? 'stopped' : isLate() ? 'out of time' : 'smallest'
    return {
      source: proven,
      bytes: sizeOf(proven),
      minified: minifiedSize,
      tried: trials.count,
      milliseconds: searched,
      end,
    }
  } finally {
    trials.close()
  }
}

/** @returns undefined once the signal comes, whatever is still going on */
async function unless<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T | undefined> {
  if (signal === undefined) return work
  if (signal.aborted) return undefined
  const aborted = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
  return Promise.race([work, aborted])
}

const judgeOptions = (limits: Limits) => ({ limits, exact: false, onSession() {} })

const withSource = (entry: Entry, source: string): Entry => ({
  ...entry,
  source,
  expected: 'AC',
  bytes: sizeOf(source),
  chars: [...source].length,
})

/** All that can be proven, and a few real processes. */
function proofs(game: AnyGame): readonly Suite[] {
  const positions = explore(game)
  const random = randomSuite(game, { seed: 1, runs: positions === undefined ? 100 : 5 })
  if (positions === undefined) return [fixturesSuite(game), random]
  const games = gamesSuite(positions)
  return [transitionsSuite(game, positions), ...(games === undefined ? [] : [games]), fixturesSuite(game), random]
}

/** The sessions of the trials: a few that show most, and those that show everything, or many where nothing does. */
function sessionsOf(game: AnyGame, seed: number): { chosen: Lines[]; all: Lines[] } {
  const positions = explore(game)
  const chosen = [...randomSuite(game, { seed, runs: 50 }).sessions]
  const all = positions === undefined ? randomSuite(game, { seed: 1, runs: 1000 }) : transitionsSuite(game, positions)
  return { chosen, all: [...all.sessions] }
}
