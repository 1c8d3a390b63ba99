import { EnvironmentError, UsageError } from '../base/usage-error.ts'
import type { Entry, EntryHints, InvalidEntry } from '../entries/entry.ts'
import { programOf } from '../entries/runtimes.ts'
import { CompileError, type Staged, stage } from '../entries/stage.ts'
import { failureOf } from '../report/difference.ts'
import { switchesToFlush } from '../report/flushing.ts'
import type { EntryReport } from '../report/report.ts'
import { commandToReproduce, optionsOfLimits } from '../report/reproduce.ts'
import { processProgram } from '../run/process.ts'
import { Programs } from '../run/programs.ts'
import type { Sandbox } from '../run/sandbox.ts'
import { WorkerProcess } from '../run/worker/program.ts'
import type { Answers } from '../session/bytes.ts'
import { pause } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { isInLockStep } from '../session/script.ts'
import type { Job, PlanOptions } from './plan.ts'
import { playPlan, type Runners } from './play-plan.ts'
import type { ReferenceOptions } from './reference/check.ts'
import { allLinesOf, troublesOf } from './reference/reference.ts'
import { Runner, type RunnerOptions } from './runner.ts'
import { suiteNames } from './suites/names.ts'

export interface JudgeOptions extends EntryHints, PlanOptions, ReferenceOptions, RunnerOptions {
  /** The sandbox of the entry (default: none). */
  readonly sandbox?: Sandbox
  /** Ends judging; then there is no report. */
  readonly stop?: AbortSignal
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
  const finished = ({ report, lines }: Judgement): Judgement => {
    const milliseconds = Math.round(performance.now() - began)
    const troubles = troublesOf(job.reference)
    const reproduce = commandFor(job.entry.path, report.failure?.suite, options)
    return { report: { ...report, milliseconds, ...(troubles.length > 0 && { troubles }), reproduce }, lines }
  }
  return finished(await judgedOf(job, options))
}

/**
 * The options that say what is judged, and how: all but those of the machine and of the report. With this type, the
 * compiler asks for each new option.
 */
type ReproducedOption =
  | Exclude<keyof (EntryHints & PlanOptions & ReferenceOptions), 'suites' | 'surroundings' | 'loadsGames'>
  | 'suite'
  | 'exact'

/** The command that judges an entry again. Not with random sessions alone: their number depends on the plan. */
function commandFor(path: string, failed: string | undefined, options: JudgeOptions): string {
  const { reference, words, like, prompt, compare, varies } = options
  const { game, runtime, input, seed, exact, quick, memory, real } = options
  return commandToReproduce(['judge', path], {
    ...{ reference, words, like, prompt, compare, varies },
    game: reference === undefined ? game : undefined,
    ...{ runtime, input, seed },
    ...optionsOfLimits(options.limits),
    suite: options.suites ?? suiteNames.filter((name) => name === failed && name !== 'random'),
    ...{ exact, quick, memory, real },
  } satisfies Record<ReproducedOption, unknown> & { timeout?: number })
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
async function playStaged(job: Job, staged: Staged, report: EntryReport, options: JudgeOptions): Promise<Judgement> {
  const programs = new Programs({ ...staged, isLimited: true })
  const stop = () => programs.close()
  options.stop?.addEventListener('abort', stop)
  if (options.stop?.aborted) stop()
  try {
    return await playSessions(job, runnersFor(job, staged, programs, options), report, options)
  } finally {
    options.stop?.removeEventListener('abort', stop)
    programs.close()
    staged.remove()
  }
}

async function playSessions(job: Job, runners: Runners, base: EntryReport, _options: JudgeOptions): Promise<Judgement> {
  const { steps, failure, variations, doubts, note } = await playPlan(job.plan, runners, job.inProcesses)
  const report = { ...base, plan: steps, ...(note && { note }), ...(doubts > 0 && { doubts }) }
  const { entry, reference } = job
  const { expected, breaks } = entry
  if (failure === undefined) {
    // With all input at once, the worker mostly shows the same, and is killed sooner than a real process.
    const canAskWorker = steps.some(({ runner }) => runner === 'worker') && !isInLockStep(entry.input)
    const worker = canAskWorker ? runners.worker : undefined
    const goesOn = (await worker?.runsAfterEndOfInput()) ?? (await runners.processes.runsAfterEndOfInput())
    const endless = goesOn ? ['endless'] : []
    const ok = expected === 'AC' && breaks === undefined
    const forms = { exact: variations.size === 0, variations: [...variations, ...endless].sort() }
    return { report: { ...report, ...forms, verdict: 'AC', ok }, lines: [] }
  }
  const { game } = reference
  const { suite, script, outcome } = failure
  const { verdict } = outcome
  const lines = allLinesOf(script)
  const shown = failureOf(suite, script, outcome, game, switchesToFlush(entry.runtime.name))
  const ok = verdict === expected && (breaks === undefined || shown.rule?.id === breaks)
  return { report: { ...report, verdict, ok, failure: shown }, lines }
}

/** The runners of an entry. Closing `programs` ends everything that they start. */
function runnersFor({ entry, reference }: Job, staged: Staged, programs: Programs, options: JudgeOptions): Runners {
  const { input } = entry
  const real = guarded(processProgram(programs, staged.command, input), staged)
  const terminal = guarded(processProgram(programs, staged.command, 'pty'), staged)
  const worker = workerOf(entry, staged, programs)
  return {
    processes: new Runner(real, reference, input, options),
    terminal: new Runner(terminal, reference, 'pty', options),
    pauses: new Runner(real, reference, input, { ...options, limits: { ...options.limits, pause } }),
    worker: worker && new Runner(worker, reference, input, options),
  }
}

function workerOf({ source, runtime, input }: Entry, staged: Staged, programs: Programs): Program | undefined {
  if (runtime.worker === undefined) return undefined
  const command = staged.commandFor(runtime.worker)
  return new WorkerProcess(programs, { runtime, input, file: staged.file, command }).programOf(source)
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
      return played.stderr === undefined ? played : { ...played, stderr: staged.withUserPath(played.stderr) }
    },
    close: program.close,
  }
}
