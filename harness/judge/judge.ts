import type { Game } from '../../reference/game.ts'
import { EnvironmentError, NotStarted, UsageError } from '../base/usage-error.ts'
import { Check, type Checked, type CheckOptions, type ShrinkOptions } from '../check/check.ts'
import { allLinesOf } from '../check/oracle.ts'
import type { Entry, EntryHints, InvalidEntry } from '../entries/entry.ts'
import { programOf } from '../entries/runtimes.ts'
import { CompileError, type Staged, stage } from '../entries/stage.ts'
import { nearestEnd } from '../games/explore.ts'
import { isJudged } from '../games/rules.ts'
import { commandToReproduce, optionsOfLimits, switchesToFlush } from '../report/advice.ts'
import { failureOf } from '../report/failure.ts'
import type { EntryReport } from '../report/report.ts'
import { Launcher, sessionsAtATime } from '../run/launcher.ts'
import { processProgram } from '../run/process.ts'
import type { Sandbox } from '../run/sandbox.ts'
import { WorkerProcess } from '../run/worker/program.ts'
import { type Answers, toBytes, toText, withoutEnd } from '../session/bytes.ts'
import type { Verdict } from '../session/compare.ts'
import { type Limits, lastWordsLimit, pause } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { isInLockStep, scriptOf, type Way } from '../session/script.ts'
import type { End } from '../session/session.ts'
import type { Playing } from '../transcripts/verify.ts'
import type { Job, Plan, PlanOptions, RunnerName } from './plan.ts'
import { playRecorded } from './recorded.ts'
import { type Suite, suiteNames, titleOf } from './suites/suite.ts'

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

/**
 * The options that say what is judged, and how: all but those of the machine and of the report. With this type, the
 * compiler asks for each new option.
 */
type ReproducedOption =
  | Exclude<keyof (EntryHints & PlanOptions), 'suites' | 'surroundings' | 'allGames' | 'loadsGames'>
  | 'suite'
  | 'exact'
  | 'all-games'

/** The command that judges an entry again. Not with random sessions alone: their number depends on the plan. */
function commandFor(path: string, failed: string | undefined, options: JudgeOptions): string {
  const { game, runtime, input, compare, seed, exact, quick, allGames, real } = options
  return commandToReproduce(['judge', path], {
    ...{ game, runtime, input, compare, seed },
    ...optionsOfLimits(options.limits),
    sandbox: options.sandbox?.isRequired ? 'require' : undefined,
    suite: options.suites ?? suiteNames.filter((name) => name === failed && name !== 'random'),
    ...{ exact, quick, 'all-games': failed === undefined ? allGames : undefined, real },
  } satisfies Record<ReproducedOption | 'sandbox', unknown> & { timeout?: number })
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
    const staged = await stage(job.entry, options.sandbox?.wrap, options.surroundings?.env)
    if (staged === undefined) return withoutSession({ ok: true, skipped: `${programOf(runtime)} is not installed` })
    return await playStaged(job, staged, report, options)
  } catch (error) {
    if (error instanceof CompileError)
      return withoutSession({ verdict: 'CE', ok: expected === 'CE', compiler: error.lines })
    // Trouble of the machine is no verdict, and concerns all entries: their paths do not stand before it.
    if (!(error instanceof UsageError)) throw error
    const isPlaced = error.place === path || error instanceof EnvironmentError
    return withoutSession({ error: isPlaced ? error.message : `${path}: ${error.message}` })
  }
}

/** Plays all sessions. Removes the staged files. */
async function playStaged(job: Job, staged: Staged, base: EntryReport, options: JudgeOptions): Promise<Judgement> {
  const programs = new Launcher({ ...staged, isLimited: true, forgetsFiles: job.recordings !== undefined })
  const stop = () => programs.close()
  options.stop?.addEventListener('abort', stop)
  if (options.stop?.aborted) stop()
  try {
    const { entry } = job
    if (job.recordings !== undefined) {
      const guard = guarding(staged)
      const programOf: Playing['programOf'] = (words, way, isJoined) =>
        guard(processProgram(programs, words, way, isJoined))
      const playing = { ...options, programOf, command: staged.command }
      const { report, lines } = await playRecorded(job.recordings, entry, playing, options.onSession)
      const plan = job.plan.map(({ suite, by }) => stepOf(suite, by, suite.size))
      return { report: { ...base, ...report, plan, ok: isExpected(report.verdict, entry) }, lines }
    }
    const entryPrograms = programsOf(entry, staged, programs)
    const run = await playPlan(job, entryPrograms, options)
    const report = {
      ...base,
      plan: run.steps,
      ...(run.note && { note: run.note }),
      ...(run.retries > 0 && { retriesPassed: run.retries }),
    }
    if (run.failed !== undefined) return failedReport(job, run.failed, report)
    const isEndless = await runsAfterEndOfInput(entryPrograms, job, options.limits)
    const variations = [...run.variations, ...(isEndless ? ['endless'] : [])].sort()
    const ok = entry.expected === 'AC' && entry.breaks === undefined
    return { report: { ...report, exact: run.variations.size === 0, variations, verdict: 'AC', ok }, lines: [] }
  } finally {
    options.stop?.removeEventListener('abort', stop)
    programs.close()
    staged.remove()
  }
}

function failedReport(
  { entry, oracle }: Job,
  { suite, script, outcome }: FailedSession,
  report: EntryReport,
): Judgement {
  const { breaks, runtime } = entry
  const toFlush = switchesToFlush(runtime.name)
  const failure = failureOf(suite, script, outcome, oracle.game, toFlush)
  const { verdict } = outcome
  const ok = isExpected(verdict, entry) && (breaks === undefined || failure.rule?.id === breaks)
  return { report: { ...report, verdict, ok, failure }, lines: allLinesOf(script) }
}

/** Not every system shows that a program waits. */
const isExpected = (verdict: Verdict, { expected }: Entry) =>
  verdict === expected || (expected === 'ILE' && verdict === 'TLE')

interface EntryPrograms {
  readonly real: Program
  readonly terminal: Program
  readonly worker: Program | undefined
}

/** The programs of an entry. Closing `programs` ends them. */
function programsOf(entry: Entry, staged: Staged, programs: Launcher): EntryPrograms {
  const { source, runtime, input } = entry
  const command = runtime.worker === undefined ? undefined : staged.commandFor(runtime.worker)
  const guard = guarding(staged)
  return {
    real: guard(processProgram(programs, staged.command, input)),
    terminal: guard(processProgram(programs, staged.command, 'pty')),
    worker: command && new WorkerProcess(programs, { runtime, input, file: staged.file, command }).programOf(source),
  }
}

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

type FailedSession = Checked & { readonly suite: string }

/** What came of a plan: the entry passed unless a session failed. */
interface PlanRun {
  readonly steps: EntryReport['plan']
  readonly variations: ReadonlySet<string>
  /** The number of sessions that passed only when played again. */
  readonly retries: number
  readonly failed?: FailedSession
  /** Why the worker cannot play the entry. */
  readonly note?: string
}

/** Plays a plan until the entry fails. If the worker sees what fresh processes do not, they play a plan of their own. */
async function playPlan({ plan, inProcesses, ...job }: Job, programs: EntryPrograms, options: JudgeOptions) {
  const retries = { passed: 0 }
  const checks = checksOf(job, programs, retries, options)
  const run = await playSteps(plan, checks, retries)
  if (run.note === undefined) return run
  const steps = (await inProcesses?.()) ?? plan.map(({ suite }) => ({ suite, by: 'processes' as const }))
  return { ...(await playSteps(steps, checks, retries)), note: run.note }
}

type Checks = Readonly<Record<RunnerName, Check>>

function checksOf(
  { entry: { input }, oracle }: Pick<Job, 'entry' | 'oracle'>,
  { real, terminal, worker }: EntryPrograms,
  retries: { passed: number },
  { limits, exact = false, onSession }: JudgeOptions,
): Checks {
  const options: CheckOptions = { limits, demands: { exact }, concurrency: sessionsAtATime(), retries, onSession }
  const processes = new Check(oracle, real, input, options)
  return {
    processes,
    terminal: new Check(oracle, terminal, 'pty', options),
    pauses: new Check(oracle, real, input, { ...options, limits: { ...limits, pause } }),
    worker: worker === undefined ? processes : new Check(oracle, worker, input, { ...options, real: processes }),
  }
}

async function playSteps(plan: Plan, checks: Checks, retries: { readonly passed: number }): Promise<PlanRun> {
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
    const run = { steps, variations, retries: retries.passed }
    if (failed.outcome.verdict === 'AC') return { ...run, note: whyNotInWorker(failed) }
    const { game } = check.oracle
    const shrunk = await check.shrink(failed, game && inGame(game, check.way))
    return { ...run, failed: { ...shrunk, suite: suite.name } }
  }
  return { steps, variations, retries: retries.passed }
}

const whyNotInWorker = ({ first }: Checked) =>
  first?.played.end.how === 'unknown' ? first.played.end.why : 'it fails in one process, but passes in real ones'

/** The sessions of a suite that can be played: an argument cannot hold a NUL. */
function* playable(suite: Suite, way: Way): Generator<Answers> {
  for (const lines of suite.inputs()) if (way !== 'args' || lines.every((line) => !line.includes('\0'))) yield lines
}

/** Which inputs may show a failure: those that the rules judge. With all lines at once, the shortest is played to the nearest end. */
const inGame = (game: Game<unknown>, way: Way): ShrinkOptions => ({
  allows: (input) => isJudged(game, input),
  completed(input) {
    const lines = withoutEnd(input)
    const added = isInLockStep(way) ? [] : nearestEnd(game, lines.map(toText))
    return added.length === 0 ? undefined : [...lines, ...added.map(toBytes)]
  },
})

const stepOf = (suite: Suite, by: RunnerName, sessions: number) => ({
  suite: titleOf(suite),
  runner: by,
  sessions,
  ...(suite.proves !== undefined && { covers: suite.proves }),
})

/** Ends of programs that we had to end. */
const endsMadeByUs = new Set<End['how']>(['silent', 'slow', 'closed', 'flood', 'memory', 'processes'])

/** Finds out whether an accepted entry keeps running after an early end of input. That is reported, not judged. */
async function runsAfterEndOfInput({ real }: EntryPrograms, { oracle: { game } }: Job, limits: Limits) {
  if (game === undefined) return false
  const { state } = game.open()
  const { turns } = scriptOf(game, state === undefined ? [] : game.legal(state).slice(0, 1).map(toBytes))
  const last = { output: turns.at(-1)?.output ?? null, answer: null }
  const endingInput = {
    turns: [...turns.slice(0, -1), last, { output: null }],
    end: { how: 'exit', status: 0 },
  } as const
  // An entry that has deleted its own files cannot be started; then it does not keep running.
  const session = await real.play(endingInput, { ...limits, bytes: lastWordsLimit }).catch((error) => {
    if (!(error instanceof NotStarted)) throw error
  })
  return session !== undefined && endsMadeByUs.has(session.end.how)
}
