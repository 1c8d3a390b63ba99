import pMap from 'p-map'
import { mustHaveRoom } from '../base/files.ts'
import { EnvironmentError, UsageError } from '../base/usage-error.ts'
import { type Answers, toBytes, toText } from '../session/bytes.ts'
import { compare, type Demands, type Outcome, verdictsOfLimits } from '../session/compare.ts'
import { type Limits, verdictLimits } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { isInLockStep, type Way } from '../session/script.ts'
import type { Script, Session } from '../session/session.ts'
import type { Oracle } from './oracle.ts'
import type { ReadWriteLock } from './read-write-lock.ts'
import { shrink } from './shrink.ts'

/** Sessions in one call of a worker: few enough to stop soon after a failure. */
const maxBatch = 2048

/** Candidates in each pass of shrinking. */
const maxShrinkAttempts = 300

export interface Checked {
  readonly input: Answers
  readonly script: Script
  readonly outcome: Outcome
  /** When it was played first; absent if it was played only once. */
  readonly first?: Outcome
}

type Scripted = Pick<Checked, 'input' | 'script'>

export interface CheckOptions {
  readonly limits: Limits
  readonly demands?: Omit<Demands, 'lockStep'>
  /** Sessions at a time (default: one). */
  readonly concurrency?: number
  /** Replays failures in fresh processes, since a worker's verdict is not trusted (default: this check replays them). */
  readonly freshCheck?: Check | undefined
  /** How often a failed session is played again (default: `verdictLimits.maxReplays`); 0: each failure counts at once. */
  readonly replays?: number
  /** Counts the sessions of a program that passed only when played again; its checks share it. */
  readonly retries?: { passed: number }
  /** Sessions of all checks with this lock wait while one is played again. */
  readonly lock?: ReadWriteLock
  readonly onSession?: ((count: number) => void) | undefined
}

export interface ShrinkOptions {
  /** True for the inputs that may be tried (default: all). */
  allows?(input: Answers): boolean
  /** Completes the shortest input that was found, for people; the result is tried, too. */
  completed?(input: Answers): Answers | undefined
  /** True to drop characters of lines, too. */
  readonly letters?: boolean
  readonly signal?: AbortSignal
}

/** Plays sessions with a program, and compares each with what an oracle says. */
export class Check {
  readonly oracle: Oracle
  readonly way: Way
  readonly #program: Program
  readonly #options: CheckOptions
  readonly #demands: Demands

  constructor(oracle: Oracle, program: Program, way: Way, options: CheckOptions) {
    this.oracle = oracle
    this.way = way
    this.#program = program
    this.#options = options
    this.#demands = { ...options.demands, lockStep: isInLockStep(way) }
  }

  async run(input: Answers): Promise<Checked> {
    const play = () => this.#play(input)
    return this.#options.lock?.run(play) ?? play()
  }

  /**
   * Plays a failed session again, alone. If it passes then, it is played several times more.
   * @returns the failure if it fails again, marked FLAKY if only a later replay fails or too many other sessions passed only
   *   when played again; or the session that passed
   * @throws EnvironmentError if there is no room for temporary files: then the failure is not the program's fault
   */
  async confirm(first: Checked): Promise<Checked> {
    const { freshCheck, retries, replays = verdictLimits.maxReplays } = this.#options
    if (replays === 0) return first
    const again = await this.#again(first)
    // No doubt falls on a program whose file another session has changed, or that only a worker saw fail.
    const isDoubtful = freshCheck === undefined && first.outcome.played.end.how !== 'changed'
    if (hasFailed(again) || !isDoubtful) return again
    for (let replay = 1; replay < replays; replay++) if (hasFailed(await this.#again(first))) return flaky(first)
    return retries !== undefined && ++retries.passed >= verdictLimits.maxFlakes ? flaky(first) : again
  }

  /**
   * Plays sessions, several at a time, up to the first that fails for certain.
   * @param onPassed called for each session before that, in their order
   * @returns the failure, played again; if only a worker saw it, the session that passed in a fresh process; undefined if
   *   all pass
   */
  async runAll(inputs: Iterable<Answers>, onPassed?: (checked: Checked) => void): Promise<Checked | undefined> {
    for await (const batch of this.#batches(inputs[Symbol.iterator]())) {
      for (const checked of batch) {
        const isWrong = hasFailed(checked)
        const confirmed = isWrong ? await this.confirm(checked) : checked
        if (hasFailed(confirmed) || (isWrong && this.#options.freshCheck !== undefined)) return confirmed
        onPassed?.(confirmed)
      }
    }
    return undefined
  }

  /**
   * Looks for a shorter session that fails twice. One that meets a limit takes seconds: then each pass tries only one, which
   * must get the same verdict, and is played again only if a worker played it.
   */
  async shrink(failed: Checked, { allows, completed, letters, signal }: ShrinkOptions = {}): Promise<Checked> {
    const { verdict } = failed.outcome
    if (verdict === 'FLAKY') return failed
    // Where a signal ends the search, it may take its time.
    const isSlow =
      signal === undefined && (verdictsOfLimits.includes(verdict) || this.#options.limits.pause !== undefined)
    const isFailure = ({ outcome }: Checked) => (isSlow ? outcome.verdict === verdict : outcome.verdict !== 'AC')
    let shortest = failed
    const fails = async (input: Answers) => {
      if (signal?.aborted || allows?.(input) === false) return false
      try {
        const first = await this.run(input)
        const isOnceEnough = isSlow && this.#options.freshCheck === undefined
        const last = isOnceEnough || !isFailure(first) ? first : await this.#again(first)
        if (signal?.aborted || !isFailure(last)) return false
        shortest = last
        return true
      } catch (error) {
        // A usage error: the oracle does not say the same twice.
        if (signal?.aborted || (error instanceof UsageError && !(error instanceof EnvironmentError))) return false
        throw error
      }
    }
    const attempts = isSlow ? 1 : maxShrinkAttempts
    // What is sent behind the wrong reply is seldom needed.
    const before = failed.input.slice(0, failed.outcome.played.turns.length - 1)
    if (!isSlow && before.length > 0 && before.length < failed.input.length) await fails(before)
    await shrink(shortest.input, fails, attempts)
    for (const index of letters ? shortest.input.keys() : []) {
      const { input } = shortest
      const line = input[index]
      // The end of the input is no line: it must not become an empty one.
      if (!line) continue
      const withLine = (letters: readonly string[]) => input.with(index, toBytes(letters.join('')))
      await shrink([...toText(line)], (letters) => fails(withLine(letters)), attempts)
    }
    const whole = completed?.(shortest.input)
    if (whole !== undefined) await fails(whole)
    return shortest
  }

  async #play(input: Answers): Promise<Checked> {
    const script = await this.oracle.script(input, this.way)
    const session = await this.#program.play(script, this.#options.limits)
    this.#options.onSession?.(1)
    return this.#compared({ input, script }, session)
  }

  async #again(first: Checked): Promise<Checked> {
    const { freshCheck, lock } = this.#options
    await this.oracle.mustRepeat?.(first.input)
    const play = () => (freshCheck ?? this).#play(first.input)
    const again = await (lock?.runAlone(play) ?? play())
    if (hasFailed(again)) mustHaveRoom()
    return { ...again, first: first.outcome }
  }

  #compared(scripted: Scripted, session: Session): Checked {
    return { ...scripted, outcome: compare(scripted.script, session, this.#demands) }
  }

  /** Plays sessions until one fails; the next batch continues behind it. */
  async *#batches(inputs: Iterator<Answers>): AsyncGenerator<readonly Checked[]> {
    const { playMany } = this.#program
    if (playMany !== undefined) return yield* this.#inCalls(inputs, playMany)
    for (;;) {
      let hasFailure = false
      const play = async (input: Answers) => {
        const checked = await this.run(input)
        hasFailure ||= hasFailed(checked)
        return checked
      }
      const next = take(inputs, maxBatch, () => hasFailure)
      const batch = await pMap(next, play, { concurrency: this.#options.concurrency ?? 1 })
      if (batch.length === 0) return
      yield batch
    }
  }

  /** While the sessions of a call are played, the scripts of the next are made, and the previous ones compared. */
  async *#inCalls(inputs: Iterator<Answers>, playMany: Required<Program>['playMany']) {
    const { limits, onSession } = this.#options
    let batch: readonly Scripted[] = []
    let playing = Promise.resolve<readonly Session[]>([])
    const withScript = async (input: Answers) => ({ input, script: await this.oracle.script(input, this.way) })
    try {
      // The first calls are small, so that a program that fails at once costs little.
      for (let size = 1; ; size = Math.min(maxBatch, 2 * size)) {
        const next = await Promise.all(Array.from(take(inputs, size), withScript))
        const sessions = await playing
        const scripts = next.map(({ script }) => script)
        playing = next.length === 0 ? Promise.resolve([]) : playMany(scripts, limits)
        // It may be rejected while the previous one is compared.
        playing.catch(() => {})
        onSession?.(sessions.length)
        yield sessions.map((session, at) => this.#compared(batch[at] as Scripted, session))
        if (next.length === 0) return
        batch = next
      }
    } finally {
      await playing.catch(() => {})
    }
  }
}

const hasFailed = ({ outcome }: Checked) => outcome.verdict !== 'AC'

const flaky = ({ outcome, ...first }: Checked): Checked => ({
  ...first,
  outcome: { ...outcome, verdict: 'FLAKY' },
  first: outcome,
})

/** Takes the next items of an iterator; unlike `for`, it leaves it open. */
function* take<Item>(items: Iterator<Item>, count: number, isOver = () => false) {
  for (let taken = 0; taken < count && !isOver(); taken++) {
    const { done, value } = items.next()
    if (done) return
    yield value as Item
  }
}
