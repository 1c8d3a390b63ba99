import { MachineTrouble, UsageError } from '../base/usage-error.ts'
import type { BadEntry, Entry, EntryHints } from '../entries/entry.ts'
import { languageOf, programOf } from '../entries/runtimes.ts'
import { CompileError, type Staged, stage } from '../entries/stage.ts'
import { failureOf } from '../report/difference.ts'
import type { EntryReport } from '../report/report.ts'
import { commandToReproduce, optionsOfLimits } from '../report/reproduce.ts'
import { processProgram } from '../run/process.ts'
import { Programs } from '../run/programs.ts'
import type { Sandbox } from '../run/sandbox.ts'
import { workerProgram } from '../run/worker/program.ts'
import type { Answers } from '../session/bytes.ts'
import { type Limits, pause } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { isInLockStep } from '../session/script.ts'
import type { Job, Plan, PlanOptions } from './plan.ts'
import { profileOf } from './profile.ts'
import { linesIn, type Reference, troublesOf } from './reference/reference.ts'
import type { ReferenceOptions } from './reference/trust.ts'
import { Runner, type Terms } from './runner.ts'
import { anySuiteNames } from './suites/names.ts'
import { playPlan, type Runners, runnerOf } from './verdict.ts'

/** How an entry is judged. */
export interface JudgeOptions extends EntryHints, PlanOptions, ReferenceOptions {
  readonly limits: Limits
  /** True if only the exact form passes. */
  readonly exact?: boolean
  /** The sandbox of the entry (default: none). */
  readonly sandbox?: Sandbox
  /** True if the report of a wrong entry includes its source, and which rules it keeps. */
  readonly profile?: boolean
  /** Makes the plan to play if the worker cannot play the entry (default: the same, all in processes). */
  readonly inProcesses?: (() => Plan) | undefined
  /** Ends judging; then there is no report. */
  readonly stop?: AbortSignal
  /** Called once per `count` sessions (default: 1). */
  readonly onSession?: (count?: number) => void
  /**
   * Called once the entry has failed, with the lines of the session as bytes, and the report so far: which rules the
   * entry keeps is found out afterwards.
   */
  readonly onFailed?: (lines: Answers, report: EntryReport) => void
}

/**
 * Plays the sessions of a plan with an entry, until one fails for certain. If the entry cannot be prepared or played
 * through no fault of its own, the report has an error.
 */
export async function judge(
  entry: Entry,
  reference: Reference,
  plan: Plan,
  options: JudgeOptions,
): Promise<EntryReport> {
  const began = performance.now()
  const finished = (report: EntryReport): EntryReport => {
    const milliseconds = Math.round(performance.now() - began)
    const troubles = troublesOf(reference)
    const reproduce = commandFor(entry.path, report.failure?.suite, options)
    return { ...report, milliseconds, ...(troubles.length > 0 && { troubles }), reproduce }
  }
  const onFailed = (lines: Answers, report: EntryReport) => options.onFailed?.(lines, finished(report))
  return finished(await reportOf({ entry, reference, plan }, { ...options, onFailed }))
}

/** The options that say what is judged, and how: all but what the machine and the report need. */
type Word = Exclude<keyof (EntryHints & PlanOptions & ReferenceOptions), 'suites' | 'surroundings'> | 'suite' | 'exact'

/** The command that judges an entry again. Not with random sessions alone: they would be other ones. */
function commandFor(path: string, failed: string | undefined, options: JudgeOptions): string {
  const { runtime, input, exact, quick, memory, real, seed, limits } = options
  const { reference, words, like, prompt, compare, varies } = options
  const game = reference === undefined ? options.game : undefined
  const suite = options.suites ?? anySuiteNames.filter((name) => name === failed && name !== 'random')
  const typed = { reference, words, like, prompt, compare, varies }
  return commandToReproduce(['judge', path], {
    ...typed,
    game,
    runtime,
    input,
    seed,
    ...optionsOfLimits(limits),
    suite,
    exact,
    quick,
    memory,
    real,
  } satisfies Record<Word, unknown> & { timeout?: number })
}

/** The report if no session is played. */
const unplayed = { milliseconds: 0, ok: false, exact: false, variations: [], plan: [], failure: null }

/** The report of an entry that cannot be read. */
export const unusable = ({ error, ...entry }: BadEntry): EntryReport => ({
  ...{ kind: 'entry', bytes: 0, chars: 0, ...entry, ...unplayed, error: error.message },
})

/** The report of an entry: of its compiler, if that rejects it, or of its sessions. */
async function reportOf(job: Job, options: JudgeOptions): Promise<EntryReport> {
  const { path, game, runtime, input, bytes, chars, expected, breaks } = job.entry
  const about = { kind: 'entry', path, game, runtime: runtime.name, input, bytes, chars, expected } as const
  const report = { ...about, ...(breaks !== undefined && { breaks }), ...unplayed }
  try {
    const staged = await stage(job.entry, options.sandbox?.wrap, options.surroundings?.env)
    if (staged === undefined) return { ...report, ok: true, skipped: `${programOf(runtime)} is not installed` }
    return await playStaged(job, staged, report, options)
  } catch (error) {
    if (error instanceof CompileError) return { ...report, verdict: 'CE', ok: expected === 'CE', compiler: error.lines }
    // Trouble of the machine is no verdict. Its place is the same for all entries.
    if (!(error instanceof UsageError)) throw error
    const isPlaced = error.place === path || error instanceof MachineTrouble
    return { ...report, error: isPlaced ? error.message : `${path}: ${error.message}` }
  }
}

/** Adds the result of all sessions to a report. Removes the staged files. */
async function playStaged(job: Job, staged: Staged, report: EntryReport, options: JudgeOptions) {
  const programs = new Programs({ ...staged, isLimited: true })
  const stop = () => programs.close()
  options.stop?.addEventListener('abort', stop)
  if (options.stop?.aborted) stop()
  try {
    const { entry, reference } = job
    const runners = runnersOf(entry, staged, programs, { ...options, reference, way: entry.input })
    return await playSessions(job, runners, report, options)
  } finally {
    options.stop?.removeEventListener('abort', stop)
    programs.close()
    staged.remove()
  }
}

async function playSessions(
  { entry, reference, plan }: Job,
  runners: Runners,
  unplayed: EntryReport,
  options: JudgeOptions,
): Promise<EntryReport> {
  const { steps, failure, variations, doubts, note } = await playPlan(plan, runners, reference, options.inProcesses)
  const report = { ...unplayed, plan: steps, ...(note && { note }), ...(doubts > 0 && { doubts }) }
  const { expected, breaks } = entry
  if (failure === undefined) {
    // With all input at once, the worker mostly shows the same, and is killed sooner than a real process.
    const isFast = steps.some(({ runner }) => runner === 'worker') && !isInLockStep(entry.input)
    const worker = isFast ? runners.worker : undefined
    const goesOn = (await worker?.goesOnWithoutInput()) ?? (await runners.processes.goesOnWithoutInput())
    const endless = goesOn ? ['endless'] : []
    const ok = expected === 'AC' && breaks === undefined
    const forms = { exact: variations.size === 0, variations: [...variations, ...endless].sort() }
    return { ...report, ...forms, verdict: 'AC', ok }
  }
  const { game } = reference
  const { suite, by, lines, outcome } = failure
  const { verdict } = outcome
  const script = await runnerOf(runners, by).scriptFor(lines)
  const shown = failureOf(suite, script, outcome, game, languageOf(entry.runtime).name)
  const ok = verdict === expected && (breaks === undefined || shown.rules?.[0]?.id === breaks)
  const failed = { ...report, verdict, ok, failure: shown, ...(options.profile && { source: entry.source }) }
  options.onFailed?.(linesIn(script), failed)
  if (!options.profile || game?.rules === undefined || verdict === 'FLAKY') return failed
  try {
    const { surroundings } = options
    const profile = await profileOf(game, runners.processes, { ...failure, failure: shown }, surroundings?.cwd)
    return { ...failed, profile }
  } catch (error) {
    // The failure stays, whatever trouble the machine has now.
    if (!(error instanceof UsageError)) throw error
    return failed
  }
}

/** The runners of an entry. Closing `programs` ends everything that they start. */
function runnersOf(entry: Entry, staged: Staged, programs: Programs, terms: Terms): Runners {
  const real = guarded(processProgram(programs, staged.command, entry.input), staged)
  const terminal = guarded(processProgram(programs, staged.command, 'pty'), staged)
  const worker = workerOf(entry, staged, programs)
  return {
    processes: new Runner(real, terms),
    terminal: new Runner(terminal, { ...terms, way: 'pty' }),
    pauses: new Runner(real, { ...terms, limits: { ...terms.limits, pause } }),
    worker: worker && new Runner(worker, terms),
  }
}

function workerOf({ source, runtime, input }: Entry, staged: Staged, programs: Programs): Program | undefined {
  if (runtime.worker === undefined) return undefined
  return workerProgram(programs, { source, runtime, input, file: staged.file, command: staged.ours(runtime.worker) })
}

/**
 * Restores the entry's file after each session, and shows the user's path of it in messages. Several sessions are
 * played at a time: if one changes the file, those played meanwhile do not count either.
 */
function guarded(program: Program, staged: Staged): Program {
  let changes = 0
  return {
    async play(script, limits) {
      const before = changes
      const played = await program.play(script, limits).catch((error) => error)
      if (staged.restore()) changes++
      if (changes > before) return { turns: [{ output: '' }], end: { how: 'changed' } }
      if (played instanceof Error) throw played
      return played.stderr === undefined ? played : { ...played, stderr: staged.named(played.stderr) }
    },
    close: program.close,
  }
}
