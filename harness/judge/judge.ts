import type { Game } from '../../reference/game.ts'
import { EnvironmentError, NotStarted, UsageError } from '../base/usage-error.ts'
import { Check, type CheckOptions, type ShrinkOptions } from '../check/check.ts'
import type { Entry, EntryHints, InvalidEntry } from '../entries/entry.ts'
import { programOf as nameOfProgram } from '../entries/runtimes.ts'
import { CompileError, type Staged, stage } from '../entries/stage.ts'
import { nearestEnd } from '../games/explore.ts'
import { isJudged } from '../games/rules.ts'
import { commandToReproduce, remediesForFlushing } from '../report/advice.ts'
import { failureOf } from '../report/failure.ts'
import type { EntryReport } from '../report/report.ts'
import { Launcher, sessionsAtATime } from '../run/launcher.ts'
import { processProgram } from '../run/process.ts'
import type { Sandbox } from '../run/sandbox.ts'
import { WorkerProcess } from '../run/worker/program.ts'
import { type Answers, toBytes, withoutEnd } from '../session/bytes.ts'
import type { Verdict } from '../session/compare.ts'
import { type Limits, verdictLimits } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { isInLockStep, scriptOf, type Way } from '../session/script.ts'
import { answersOf } from '../session/session.ts'
import type { Job, Plan, PlanOptions, RunnerName } from './plan.ts'
import { playRecorded } from './recorded.ts'
import { type Suite, suiteNames } from './suites/suite.ts'

export interface JudgeOptions extends EntryHints, PlanOptions {
  readonly limits: Limits
  /** True if only the exact form passes. */
  readonly exact?: boolean
  /** The sandbox of the entry (default: none). */
  readonly sandbox?: Sandbox
  /** Ends judging; then there is no report. */
  readonly stop?: AbortSignal
  /** Called once per `count` sessions. */
  readonly onSession?: (count: number) => void
}

export interface Judgement {
  readonly report: EntryReport
  /** The lines of the failed session, as bytes; empty if none failed. */
  readonly lines: Answers
}

/**
 * Plays the plan of an entry until it fails. If the entry cannot be prepared or played through no fault of its own, the
 * report has an error.
 */
export async function judge(job: Job, options: JudgeOptions): Promise<Judgement> {
  const began = performance.now()
  const { report, lines } = await judgedOf(job, options)
  const milliseconds = Math.round(performance.now() - began)
  const reproduce = commandFor(job.entry.path, report.failure?.suite, options)
  return { report: { ...report, milliseconds, reproduce }, lines }
}

/** The command that judges an entry again. Not with random sessions alone: their number depends on the plan. */
function commandFor(path: string, failed: string | undefined, options: JudgeOptions): string {
  const { game, runtime, input, compare, seed, exact, quick, allGames, real } = options
  return commandToReproduce(['judge', path], {
    ...{ game, runtime, input, compare, seed },
    timeout: options.limits.milliseconds / 1000,
    sandbox: options.sandbox?.isRequired ? 'require' : undefined,
    suite: options.suites ?? suiteNames.filter((name) => name === failed && name !== 'random'),
    ...{ exact, quick, 'all-games': failed === undefined ? allGames : undefined, real },
  })
}

/** The report if no session is played. */
const unplayed = { milliseconds: 0, ok: false, exact: false, variations: [], plan: [], failure: null }

/** The report of an entry that cannot be read. */
export const unusable = ({ error, ...entry }: InvalidEntry): EntryReport => ({
  ...{ kind: 'entry', bytes: 0, chars: 0, ...entry, ...unplayed, error: error.message },
})

async function judgedOf(job: Job, options: JudgeOptions): Promise<Judgement> {
  const { path, game, runtime, input, bytes, chars, expected, breaks } = job.entry
  const about = { kind: 'entry', path, game, runtime: runtime.name, input, bytes, chars, expected } as const
  const report = { ...about, ...(breaks !== undefined && { breaks }), ...unplayed }
  const withoutSession = (more: Partial<EntryReport>) => ({ report: { ...report, ...more }, lines: [] })
  if (job.plan.length === 0)
    return withoutSession({ ok: true, skipped: `there are no such sessions with input ${input}` })
  try {
    const staged = await stage(job.entry, options.sandbox?.wrap, options.context?.env)
    if (staged === undefined) return withoutSession({ ok: true, skipped: `${nameOfProgram(runtime)} is not installed` })
    return await playStaged(job, staged, report, options)
  } catch (error) {
    if (error instanceof CompileError)
      return withoutSession({
        ...{ verdict: 'CE', ok: expected === 'CE', compiler: error.lines },
        ...(job.recordings && { sessions: [] }),
      })
    // Trouble of the machine is no verdict, and concerns all entries: their paths do not stand before it.
    if (!(error instanceof UsageError)) throw error
    const isPlaced = error.place === path || error instanceof EnvironmentError
    return withoutSession({ error: isPlaced ? error.message : `${path}: ${error.message}` })
  }
}

/** Plays all sessions. Removes the staged files. */
async function playStaged(job: Job, staged: Staged, base: EntryReport, options: JudgeOptions): Promise<Judgement> {
  const { entry, recordings } = job
  const launcher = new Launcher({ ...staged, isLimited: true, forgetsFiles: recordings !== undefined })
  const stop = () => launcher.close()
  options.stop?.addEventListener('abort', stop)
  if (options.stop?.aborted) stop()
  const guard = guarding(staged)
  const programOf = (words: readonly string[], way: Way, isJoined = false) =>
    guard(processProgram(launcher, words, way, isJoined))
  try {
    if (recordings === undefined) return await playGame(job, staged, launcher, programOf, base, options)
    const playing = { ...options, programOf, command: staged.command }
    const { report, lines } = await playRecorded(recordings, entry, playing, options.onSession)
    const plan = job.plan.map(({ suite, by }) => stepOf(suite, by, suite.size))
    return { report: { ...base, ...report, plan, ok: isExpected(report.verdict, entry) }, lines }
  } finally {
    options.stop?.removeEventListener('abort', stop)
    launcher.close()
    staged.remove()
  }
}

type ProgramOf = (words: readonly string[], way: Way) => Program

async function playGame(
  job: Job,
  staged: Staged,
  launcher: Launcher,
  programOf: ProgramOf,
  base: EntryReport,
  options: JudgeOptions,
): Promise<Judgement> {
  const { entry, oracle, plan, inProcesses } = job
  const { breaks, runtime, expected } = entry
  const retries = { passed: 0 }
  const checks = checksOf(job, staged, launcher, programOf, { ...options, retries })
  let run = await playPlan(plan, checks)
  let note: string | undefined
  if (run.failed?.outcome.verdict === 'AC') {
    // The worker saw what a fresh process does not: the entry is played in fresh processes.
    const { end } = run.failed.first?.played ?? {}
    note = end?.how === 'unknown' ? end.why : 'it fails in one process, but passes in real ones'
    run = await playPlan((await inProcesses?.()) ?? plan.map(({ suite }) => ({ suite, by: 'processes' })), checks)
  }
  const { steps, variations, failed, suite = '' } = run
  const retriesPassed = retries.passed > 0 ? { retriesPassed: retries.passed } : {}
  const report = { ...base, plan: steps, ...(note !== undefined && { note }), ...retriesPassed }
  if (failed !== undefined) {
    const { script, outcome } = failed
    const { verdict } = outcome
    const failure = failureOf(suite, script, outcome, oracle.game, remediesForFlushing(runtime.name))
    const ok = isExpected(verdict, entry) && (breaks === undefined || failure.rule?.id === breaks)
    return { report: { ...report, verdict, ok, failure }, lines: [...answersOf(script), ...(script.leftover ?? [])] }
  }
  const isEndless = await runsAfterEndOfInput(programOf(staged.command, entry.input), oracle.game, options.limits)
  const exact = variations.size === 0
  if (isEndless) variations.add('endless')
  const ok = expected === 'AC' && breaks === undefined
  return { report: { ...report, exact, variations: [...variations].sort(), verdict: 'AC', ok }, lines: [] }
}

/** Not every system shows that a program waits. */
const isExpected = (verdict: Verdict, { expected }: Entry) =>
  verdict === expected || (expected === 'ILE' && verdict === 'TLE')

/**
 * Makes programs restore the entry's file after each session, and show the user's path of it in messages. Several sessions
 * are played at a time: if one changes the file, those played meanwhile do not count either.
 */
function guarding(staged: Staged): (program: Program) => Program {
  let changes = 0
  return (program) => ({
    async play(script, limits) {
      const before = changes
      const played = await program.play(script, limits).catch((error) => error)
      if (staged.restore()) changes++
      if (changes > before) return { turns: [{ output: '' }], end: { how: 'changed' } }
      if (played instanceof Error) throw played
      return played.stderr === undefined ? played : { ...played, stderr: staged.withUserPath(played.stderr) }
    },
  })
}

function checksOf(
  { entry: { source, runtime, input }, oracle }: Job,
  staged: Staged,
  launcher: Launcher,
  programOf: ProgramOf,
  { limits, exact = false, onSession, retries }: JudgeOptions & { readonly retries: { passed: number } },
): Readonly<Record<RunnerName, Check>> {
  const { file, command } = staged
  const options: CheckOptions = { limits, demands: { exact }, concurrency: sessionsAtATime(), retries, onSession }
  const real = programOf(command, input)
  const processes = new Check(oracle, real, input, options)
  const inWorker = (worker: string) =>
    new WorkerProcess(launcher, { runtime, input, file, command: staged.commandFor(worker) }).programOf(source)
  return {
    processes,
    terminal: new Check(oracle, programOf(command, 'pty'), 'pty', options),
    pauses: new Check(oracle, real, input, { ...options, limits: { ...limits, pause: verdictLimits.pause } }),
    worker: runtime.worker
      ? new Check(oracle, inWorker(runtime.worker), input, { ...options, real: processes })
      : processes,
  }
}

/** Plays a plan until a session fails; that may have passed in a fresh process. */
async function playPlan(plan: Plan, checks: Readonly<Record<RunnerName, Check>>) {
  const steps: EntryReport['plan'][number][] = []
  const variations = new Set<string>()
  for (const { suite, by } of plan) {
    const check = checks[by]
    let sessions = 0
    const failed = await check.runAll(playable(suite, check.way), ({ outcome }) => {
      sessions++
      for (const variation of outcome.variations) variations.add(variation)
    })
    steps.push(stepOf(suite, by, failed === undefined ? sessions : sessions + 1))
    if (failed === undefined) continue
    const { game } = check.oracle
    const isRight = failed.outcome.verdict === 'AC'
    const shortest = isRight ? failed : await check.shrink(failed, game && inGame(game, check.way))
    return { steps, variations, failed: shortest, suite: suite.name }
  }
  return { steps, variations }
}

/** The sessions of a suite that can be played: an argument cannot hold a NUL. */
function* playable(suite: Suite, way: Way): Generator<Answers> {
  for (const lines of suite.inputs()) if (way !== 'args' || lines.every((line) => !line.includes('\0'))) yield lines
}

/** Which inputs may show a failure: those that the rules judge. With all lines at once, the shortest is played to the nearest end. */
const inGame = (game: Game<unknown>, way: Way): ShrinkOptions => ({
  allows: (input) => isJudged(game, input),
  completed(input) {
    const lines = withoutEnd(input)
    const added = isInLockStep(way) ? [] : nearestEnd(game, lines)
    return added.length === 0 ? undefined : [...lines, ...added]
  },
})

const stepOf = (suite: Suite, by: RunnerName, sessions: number) => ({
  suite: suite.name,
  runner: by,
  sessions,
  ...(suite.proves !== undefined && { covers: suite.proves }),
})

/** Finds out whether an accepted entry keeps running after an early end of input. That is reported, not judged. */
async function runsAfterEndOfInput(program: Program, game: Game<unknown> | undefined, limits: Limits) {
  if (game === undefined) return false
  const { state } = game.open()
  const { turns } = scriptOf(game, state === undefined ? [] : game.legal(state).slice(0, 1).map(toBytes))
  const last = { output: turns.at(-1)?.output ?? null, answer: null }
  const script = {
    turns: [...turns.slice(0, -1), last, { output: null }],
    end: { how: 'exit', status: 0 },
  } as const
  // An entry that has deleted its own files cannot be started; then it does not keep running.
  const session = await program.play(script, { ...limits, bytes: verdictLimits.lastWordsLimit }).catch((error) => {
    if (!(error instanceof NotStarted)) throw error
  })
  const { end } = session ?? {}
  return end !== undefined && !['exit', 'lost', 'changed', 'unknown'].includes(end.how)
}
