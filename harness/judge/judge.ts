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
import type { Compare } from '../transcripts/loosen.ts'
import type { Plan, PlanOptions } from './plan.ts'
import { profileOf } from './profile.ts'
import { linesIn, type Reference, troublesOf } from './reference/reference.ts'
import { Runner, type Terms } from './runner.ts'
import { anySuiteNames } from './suites/names.ts'
import { playPlan, type Runners, runnerOf } from './verdict.ts'

export interface JudgeOptions extends EntryHints, PlanOptions {
  readonly limits: Limits
  /** True if only the exact form passes. */
  readonly exact?: boolean
  /** The sandbox of the entry (default: none). */
  readonly sandbox?: Sandbox
  /** A command as the reference (default: the game of the entry), and what is typed. */
  readonly reference?: string | undefined
  readonly words?: string | undefined
  readonly like?: readonly string[] | undefined
  readonly prompt?: string | undefined
  readonly compare?: Compare | undefined
  readonly varies?: readonly string[] | undefined
  /** True if the report of a wrong entry includes its source, and which rules it keeps. */
  readonly profile?: boolean
}

/** Callbacks and cancellation for judging one entry. */
interface Callbacks {
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
  options: JudgeOptions & Callbacks,
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
  const onFailed = (lines: Answers, result: Result) => options.onFailed?.(lines, reportOf(result))
  return reportOf(await resultOf(entry, reference, plan, { ...options, onFailed }))
}

/** The options to repeat when an entry is judged again. */
type Word = Exclude<keyof JudgeOptions, 'limits' | 'suites' | 'sandbox' | 'profile' | 'surroundings'> | 'suite'

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

/** What judging adds to a report. The time is that of judging, unless the result has its own. */
type Result = Pick<EntryReport, 'ok' | 'exact' | 'variations' | 'plan' | 'failure'> &
  Partial<
    Pick<
      EntryReport,
      'verdict' | 'profile' | 'source' | 'skipped' | 'error' | 'note' | 'doubts' | 'compiler' | 'milliseconds'
    >
  >

/** The options, with a callback that gets a result rather than a report. */
type Asked = JudgeOptions &
  Omit<Callbacks, 'onFailed'> & { readonly onFailed: (lines: Answers, result: Result) => void }

/** The result if no session is played. */
const unplayed = { exact: false, variations: [], plan: [], failure: null, milliseconds: 0 }

export function unusable({ error, ...entry }: BadEntry): EntryReport {
  return { kind: 'entry', bytes: 0, chars: 0, ...entry, ...unplayed, ok: false, error: error.message }
}

/** The result of an entry: of its compiler, if that rejects it, or of its sessions. */
async function resultOf(entry: Entry, reference: Reference, plan: Plan, options: Asked): Promise<Result> {
  const { path, runtime, expected } = entry
  try {
    const staged = await stage(entry, options.sandbox?.wrap, options.surroundings?.env)
    if (staged === undefined) return { ...unplayed, ok: true, skipped: `${programOf(runtime)} is not installed` }
    return await resultOfStaged(entry, staged, plan, { ...options, reference })
  } catch (error) {
    if (error instanceof CompileError)
      return { ...unplayed, verdict: 'CE', ok: expected === 'CE', compiler: error.lines }
    // Trouble of the machine is no verdict. Its place is the same for all entries.
    if (!(error instanceof UsageError)) throw error
    const isPlaced = error.place === path || error instanceof MachineTrouble
    return { ...unplayed, ok: false, error: isPlaced ? error.message : `${path}: ${error.message}` }
  }
}

/** The result of a staged entry. Removes the staged files. */
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
    // With all input at once, the worker mostly shows the same, and is killed sooner than a real process.
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
    // The failure stays, whatever trouble the machine has now.
    if (!(error instanceof UsageError)) throw error
    return result
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
