import { shrink } from '../base/shrink.ts'
import type { EntryReport } from '../report/report.ts'
import { playAgain } from '../run/play-again.ts'
import type { Lines } from '../session/bytes.ts'
import { type Verdict, verdictsOfLimits } from '../session/compare.ts'
import { mostTried } from '../session/limits.ts'
import type { Plan, RunnerName } from './plan.ts'
import type { Reference } from './reference/reference.ts'
import type { Failed, Runner } from './runner.ts'
import { withFewerRules } from './simplify.ts'
import { type Suite, titleOf } from './suites/suite.ts'

/** A runner for each way to play sessions: real processes decide, the worker is fast. */
export type Runners = Record<Exclude<RunnerName, 'worker'>, Runner> & {
  readonly worker: Runner | undefined
}

/** @throws if the plan needs a worker, but there is none */
export function runnerOf(runners: Runners, by: RunnerName): Runner {
  const runner = runners[by]
  if (runner === undefined) throw new Error(`no runner: ${by}`)
  return runner
}

/** A session that refutes an entry. */
interface Refutation extends Failed {
  readonly suite: string
  readonly by: RunnerName
  readonly verdict: Verdict
}

/** The result of running a plan: the entry passed unless there is a failure. */
interface PlanResult {
  readonly steps: readonly EntryReport['plan'][number][]
  readonly variations: ReadonlySet<string>
  /** The number of sessions that failed once, and passed when they were played again. */
  readonly doubts: number
  readonly failure?: Refutation
  /** Why the worker cannot play the entry. */
  readonly note?: string
}

/**
 * Plays a plan until a session fails for certain. If the worker cannot play the entry, plays the plan again in real
 * processes, with the suites of `otherwise`.
 */
export async function playPlan(plan: Plan, runners: Runners, reference: Reference): Promise<PlanResult> {
  const result = await new PlanRunner(runners, reference).play(plan)
  if (result.note === undefined) return result
  const inRealProcesses = plan.flatMap((step): Plan => {
    if (step.by !== 'worker') return [step]
    return step.otherwise === undefined ? [] : [{ suite: step.otherwise, by: 'processes' }]
  })
  return { ...(await new PlanRunner(runners, reference, result.doubts).play(inRealProcesses)), note: result.note }
}

/** Why a plan stopped early. */
type Stopped = Required<Pick<PlanResult, 'failure'>> | Required<Pick<PlanResult, 'note'>>

/** Plays one plan, and collects the results of its sessions. */
class PlanRunner {
  readonly #runners: Runners
  readonly #reference: Reference
  readonly #steps: EntryReport['plan'][number][] = []
  readonly #variations = new Set<string>()
  #doubts: number

  /** @param doubts the number so far */
  constructor(runners: Runners, reference: Reference, doubts = 0) {
    this.#doubts = doubts
    this.#runners = runners
    this.#reference = reference
  }

  async play(plan: Plan): Promise<PlanResult> {
    let stopped: Stopped | undefined
    for (const { suite, by } of plan) {
      stopped = await this.#playSuite(suite, by)
      if (stopped !== undefined) break
    }
    return { steps: this.#steps, variations: this.#variations, doubts: this.#doubts, ...stopped }
  }

  async #playSuite(suite: Suite, by: RunnerName): Promise<Stopped | undefined> {
    const runner = runnerOf(this.#runners, by)
    await suite.prepare?.()
    const rest = suite.sessions[Symbol.iterator]()
    let sessions = 0
    let stopped: Stopped | undefined
    for (let isOver = false; !isOver && stopped === undefined; ) {
      // In a terminal, each session has a shell of its own.
      const played = await runner.playAll(rest, by === 'terminal' ? undefined : suite.sessions.length)
      if (played.unknown !== undefined) return { note: played.unknown }
      for (const variation of played.variations) this.#variations.add(variation)
      isOver = played.failed.length === 0
      stopped = await this.#confirm(played.failed, suite.name, by)
      sessions += stopped === undefined ? played.sessions : played.needed
    }
    this.#steps.push(stepOf(suite, by, sessions))
    return stopped
  }

  /** Plays failed sessions again, each alone and in a real process: only those that fail again count. */
  async #confirm(failed: readonly Failed[], suite: string, by: RunnerName): Promise<Stopped | undefined> {
    for (const first of failed) {
      // Another session, played at the same time, may have changed the file.
      const isDoubt = by !== 'worker' && first.outcome.played.end.how !== 'changed'
      const play = () => this.#real(by).outcome(first.lines)
      const { again, failure } = await playAgain(first.outcome, play, isDoubt ? this.#doubts : 0)
      if (again.verdict === 'AC' && by === 'worker') return { note: 'it fails in one process, but passes in real ones' }
      if (again.verdict === 'AC' && isDoubt) this.#doubts++
      if (failure === undefined) continue
      const found = { lines: first.lines, outcome: failure }
      const shown = failure.verdict === 'FLAKY' ? found : await this.#shortest(found, by)
      return { failure: { ...shown, suite, by, verdict: shown.outcome.verdict } }
    }
    return undefined
  }

  /** The shortest session that fails like this one, with as few rules as possible, and its outcome in a real process. */
  async #shortest(first: Failed, by: RunnerName): Promise<Failed> {
    const runner = runnerOf(this.#runners, by)
    // A session that meets a limit, or has a pause, takes seconds: only one shorter one is tried.
    const { verdict } = first.outcome
    const isSlow = verdictsOfLimits.includes(verdict) || by === 'pauses'
    const fails = async (lines: Lines) =>
      this.#reference.decides(lines) && (await runner.playAll([lines].values())).failed.length > 0
    const shortest = await shrink(first.lines, fails, isSlow ? 1 : mostTried)
    const simplest = isSlow ? shortest : await withFewerRules(this.#reference.game, shortest, fails)
    for (const lines of [runner.toNearestEnd(simplest), simplest]) {
      if (lines === first.lines) return first
      const outcome = await this.#real(by).outcome(lines)
      const isLikeFirst = isSlow ? outcome.verdict === verdict : outcome.verdict !== 'AC'
      if (isLikeFirst) return { lines, outcome }
    }
    return first
  }

  #real(by: RunnerName): Runner {
    return runnerOf(this.#runners, by === 'worker' ? 'processes' : by)
  }
}

const stepOf = (suite: Suite, by: RunnerName, sessions: number) => ({
  suite: titleOf(suite),
  runner: by,
  sessions,
  ...(suite.covers && { covers: suite.covers }),
  ...(suite.strength && { strength: suite.strength }),
})
