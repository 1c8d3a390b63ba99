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
import { type Limits, pause } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { isInLockStep } from '../session/script.ts'
import type { Compare } from '../transcripts/loosen.ts'
import type { Plan, PlanOptions } from './plan.ts'
import { profileOf } from './profile.ts'
import { linesIn, type Reference, type Typed, troublesOf } from './reference.ts'
import { Runner, type Terms } from './runner.ts'
import { anySuiteNames } from './suites/names.ts'
import { playPlan, type Runners, runnerOf } from './verdict.ts'

/** Options of the judge, the same for every way to it, handed down as they are. */
export interface JudgeOptions extends EntryHints, PlanOptions {
  readonly limits: Limits
  /** Set if only the exact form will do. */
  readonly exact?: boolean
  /** Keeps the entry in; absent: nothing does. */
  readonly sandbox?: Sandbox
  /** The command that is the reference, and what is typed; absent: the game of the entry is. */
  readonly reference?: string | undefined
  readonly words?: string | undefined
  readonly like?: readonly string[] | undefined
  readonly prompt?: string | undefined
  readonly compare?: Compare | undefined
  readonly varies?: readonly string[] | undefined
  /** Set if the report of a wrong entry has its source, and which rules it keeps. */
  readonly profile?: boolean
}

/** The ties of one judgement to whoever waits for it. */
interface Waiting {
  /** Ends the judgement, which then has no report. */
  readonly stop?: AbortSignal
  /** Is called after `count` more sessions, by default 1. */
  readonly onSession?: (count?: number) => void
  /**
   * Is called as soon as a session refutes the entry, with its lines, which a report has as text, and the report so far: which
   * rules the entry keeps is found out then.
   */
  readonly onFailed?: (lines: Typed, report: EntryReport) => void
}

/**
 * Plays the sessions of a plan with an entry, until one fails for certain. An entry that cannot be prepared or played, through
 * no fault of its own, has an error in its report.
 */
export async function judge(
  entry: Entry,
  reference: Reference,
  plan: Plan,
  options: JudgeOptions & Waiting,
): Promise<EntryReport> {
  const { path, runtime, input, bytes, chars, expected, breaks } = entry
  const about = { kind: 'entry', path, game: entry.game, runtime: runtime.name, input, bytes, chars, expected } as const
  const predicted = breaks === undefined ? {} : { breaks }
  const began = performance.now()
  function reportOf(result: Result): EntryReport {
    const milliseconds = Math.round(performance.now() - began)
    const troubles = troublesOf(reference)
    const shown = { ...about, ...predicted, milliseconds, ...result, ...(troubles.length > 0 && { troubles }) }
    const reproduce = commandFor(path, result.failure?.suite, options)
    return { ...shown, reproduce }
  }
  const onFailed = (lines: Typed, result: Result) => options.onFailed?.(lines, reportOf(result))
  return reportOf(await resultOf(entry, reference, plan, { ...options, onFailed }))
}

/** The options that judge an entry again: all but those that say how a judgement is run, or have another name there. */
type Word = Exclude<keyof JudgeOptions, 'limits' | 'suites' | 'sandbox' | 'profile' | 'surroundings'> | 'suite'

/** The command that judges an entry again. Random sessions are not run alone, as there would be others. */
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

/** The part of a report that the judgement adds; the time is that of the whole judgement unless it says otherwise. */
type Result = Pick<EntryReport, 'ok' | 'exact' | 'variations' | 'plan' | 'failure'> &
  Partial<
    Pick<
      EntryReport,
      'verdict' | 'profile' | 'source' | 'skipped' | 'error' | 'note' | 'doubts' | 'compiler' | 'milliseconds'
    >
  >

/** The options of a judgement, whose result is made into a report later. */
type Asked = JudgeOptions & Omit<Waiting, 'onFailed'> & { readonly onFailed: (lines: Typed, result: Result) => void }

/** The result if no session is played. */
const unplayed = { exact: false, variations: [], plan: [], failure: null, milliseconds: 0 }

/** The report of an entry that cannot be judged. */
export function unusable({ error, ...entry }: BadEntry): EntryReport {
  return { kind: 'entry', bytes: 0, chars: 0, ...entry, ...unplayed, ok: false, error: error.message }
}

/** The result of an entry: that of its compiler, if it goes no further, or that of its sessions. */
async function resultOf(entry: Entry, reference: Reference, plan: Plan, options: Asked): Promise<Result> {
  const { path, runtime, expected } = entry
  try {
    const staged = await stage(entry, options.sandbox?.wrap, options.surroundings?.env)
    if (staged === undefined) return { ...unplayed, ok: true, skipped: `${programOf(runtime)} is not installed` }
    return await resultOfStaged(entry, staged, plan, { ...options, reference })
  } catch (error) {
    if (error instanceof CompileError)
      return { ...unplayed, verdict: 'CE', ok: expected === 'CE', compiler: error.lines }
    // Trouble of the machine is no verdict; it has a place of its own, the same for all entries.
    if (!(error instanceof UsageError)) throw error
    const isPlaced = error.place === path || error instanceof MachineTrouble
    return { ...unplayed, ok: false, error: isPlaced ? error.message : `${path}: ${error.message}` }
  }
}

/** The result of an entry that is ready to run. What was made for it is removed. */
async function resultOfStaged(
  entry: Entry,
  staged: Staged,
  plan: Plan,
  options: Omit<Asked, 'reference'> & Pick<Terms, 'reference'>,
) {
  const programs = new Programs({ ...staged, isLimited: true })
  const stop = () => programs.close()
  options.stop?.addEventListener('abort', stop)
  if (options.stop?.aborted) stop()
  try {
    return await resultOfSessions(entry, staged, programs, plan, options)
  } finally {
    options.stop?.removeEventListener('abort', stop)
    programs.close()
    staged.remove()
  }
}

/** The result of an entry's sessions. */
async function resultOfSessions(
  entry: Entry,
  staged: Staged,
  programs: Programs,
  plan: Plan,
  terms: Omit<Terms, 'way'> & Pick<Asked, 'profile' | 'onFailed' | 'surroundings'>,
): Promise<Result> {
  const { game } = terms.reference
  const runners = runnersOf(entry, staged, programs, { ...terms, way: entry.input })
  const { steps, failure, variations, doubts, note } = await playPlan(plan, runners, terms.reference)
  const course = { plan: steps, ...(note && { note }), ...(doubts > 0 && { doubts }) }
  const { expected, breaks } = entry
  if (failure === undefined) {
    // With all input at once the worker shows the same, mostly, and is killed sooner than a real process.
    const isFast = steps.some(({ runner }) => runner === 'worker') && !isInLockStep(entry.input)
    const worker = isFast ? runners.worker : undefined
    const goesOn = (await worker?.goesOnWithoutInput()) ?? (await runners.processes.goesOnWithoutInput())
    const endless = goesOn ? ['endless'] : []
    const ok = expected === 'AC' && breaks === undefined
    const forms = { exact: variations.size === 0, variations: [...variations, ...endless].sort() }
    return { ...course, ...forms, verdict: 'AC', ok, failure: null }
  }
  const { suite, by, lines, outcome, verdict } = failure
  const script = await runnerOf(runners, by).scriptFor(lines)
  const shown = failureOf(suite, script, { ...outcome, verdict }, game, languageOf(entry.runtime).name)
  const ok = verdict === expected && (breaks === undefined || shown.rules?.[0]?.id === breaks)
  const source = terms.profile && { source: entry.source }
  const result = { ...course, verdict, ok, exact: false, variations: [], failure: shown, ...source }
  terms.onFailed(linesIn(script), result)
  if (!terms.profile || game?.rules === undefined || verdict === 'FLAKY') return result
  try {
    return {
      ...result,
      profile: await profileOf(game, runners.processes, { ...failure, failure: shown }, terms.surroundings?.cwd),
    }
  } catch (error) {
    // The failure is certain, whatever trouble the machine has now.
    if (!(error instanceof UsageError)) throw error
    return result
  }
}

/** The ways to play an entry. All that they start is ended with its programs. */
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

/** The worker of an entry's runtime, if it has one. */
function workerOf({ source, runtime, input }: Entry, staged: Staged, programs: Programs): Program | undefined {
  if (runtime.worker === undefined) return undefined
  return workerProgram(programs, { source, runtime, input, file: staged.file, command: staged.ours(runtime.worker) })
}

/**
 * A program whose file is put back after each session, and has its user's name for it in messages. Several sessions are played
 * at a time: if one finds the file changed, those that were played meanwhile do not count either.
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
