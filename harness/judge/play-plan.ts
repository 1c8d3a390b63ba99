import { shrink } from '../base/shrink.ts'
import { isJudged } from '../games/rules.ts'
import type { EntryReport } from '../report/report.ts'
import { playAgain } from '../run/play-again.ts'
import type { Lines } from '../session/bytes.ts'
import { verdictsOfLimits } from '../session/compare.ts'
import { mostTried } from '../session/limits.ts'
import type { Plan } from './plan.ts'
import type { PlayedSession, Runner } from './runner.ts'
import { withFewerRules } from './simplify.ts'
import { type RunnerName, type Suite, titleOf } from './suites/suite.ts'

/** A runner for each way to play sessions. */
export interface Runners {
  readonly processes: Runner
  readonly terminal: Runner
  readonly pauses: Runner
  readonly worker: Runner | undefined
}

/** @throws if the plan needs a worker, but there is none */
function runnerOf(runners: Runners, by: RunnerName): Runner {
  const runner = runners[by]
  if (runner === undefined) throw new Error(`no runner: ${by}`)
  return runner
}

/** The failure of an entry, certain or FLAKY, as a real process played it. */
interface FailedSession extends PlayedSession {
  readonly suite: string
}

/**
 * Plays a plan until the entry fails.
 * @param inProcesses makes the plan that is played from the start if the worker cannot play the entry
 */
export async function playPlan(
  plan: Plan,
  runners: Runners,
  inProcesses = (): Plan => plan.map((step) => (step.by === 'worker' ? { ...step, by: 'processes' } : step)),
): Promise<PlanRun> {
  const run = new PlanRun(runners)
  await run.play(plan)
  if (run.note === undefined) return run
  const again = new PlanRun(runners)
  again.doubts = run.doubts
  // The note comes last: it would end the play.
  await again.play(inProcesses())
  again.note = run.note
  return again
}

/** Plays one plan. The fields are its result: the entry passed unless there is a failure. */
class PlanRun {
  readonly steps: EntryReport['plan'][number][] = []
  readonly variations = new Set<string>()
  /** The number of sessions that passed only when played again. */
  doubts = 0
  failure: FailedSession | undefined
  /** Why the worker cannot play the entry. */
  note: string | undefined
  readonly #runners: Runners

  constructor(runners: Runners) {
    this.#runners = runners
  }

  async play(plan: Plan) {
    for (const { suite, by } of plan) {
      await this.#playSuite(suite, by)
      if (this.#isOver) return
    }
  }

  get #isOver() {
    return this.failure !== undefined || this.note !== undefined
  }

  async #playSuite(suite: Suite, by: RunnerName) {
    const runner = runnerOf(this.#runners, by)
    await suite.prepare?.()
    const rest = suite.sessions[Symbol.iterator]()
    let sessions = 0
    for (let isLast = false; !isLast && !this.#isOver; ) {
      // In a terminal, each session has a shell of its own.
      const played = await runner.playAll(rest, by === 'terminal' ? undefined : suite.sessions.length)
      this.note = played.unknown
      if (this.note !== undefined) return
      for (const variation of played.variations) this.variations.add(variation)
      isLast = played.failed.length === 0
      await this.#confirm(played.failed, suite.name, by)
      sessions += this.#isOver ? played.needed : played.sessions
    }
    this.steps.push(stepOf(suite, by, sessions))
  }

  /** Plays failed sessions again, each alone and in a real process. A session that fails again ends the plan. */
  async #confirm(failed: readonly PlayedSession[], suite: string, by: RunnerName) {
    for (const first of failed) {
      // No doubt about the program: a failure in the worker, or a file that another session may have changed.
      const isDoubt = by !== 'worker' && first.outcome.played.end.how !== 'changed'
      const play = async () => (await this.#real(by).play(first.lines)).outcome
      const { again, failure } = await playAgain(first.outcome, play, isDoubt ? this.doubts : 0)
      if (again.verdict === 'AC' && by === 'worker') this.note = 'it fails in one process, but passes in real ones'
      if (again.verdict === 'AC' && isDoubt) this.doubts++
      if (this.note !== undefined) return
      if (failure === undefined) continue
      const found = { ...first, outcome: failure }
      this.failure = { ...(failure.verdict === 'FLAKY' ? found : await this.#shortest(found, by)), suite }
      return
    }
  }

  /**
   * The shortest session found that fails in any way (a slow one: with the same verdict), with few rules, as a real
   * process played it.
   */
  async #shortest(first: PlayedSession, by: RunnerName): Promise<PlayedSession> {
    const runner = runnerOf(this.#runners, by)
    // A session that meets a limit, or has a pause, takes seconds: only one shorter one is tried.
    const { verdict } = first.outcome
    const isSlow = verdictsOfLimits.includes(verdict) || by === 'pauses'
    const { game } = runner
    const fails = async (lines: Lines) =>
      (game === undefined || isJudged(game, lines)) && (await runner.playAll([lines].values())).failed.length > 0
    const shortest = await shrink(first.lines, fails, isSlow ? 1 : mostTried)
    const simplest = isSlow ? shortest : await withFewerRules(game, shortest, fails)
    for (const lines of [runner.toNearestEnd(simplest), simplest]) {
      if (lines === first.lines) return first
      const played = await this.#real(by).play(lines)
      const isFailure = isSlow ? played.outcome.verdict === verdict : played.outcome.verdict !== 'AC'
      if (isFailure) return played
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
