import type { Game } from '../../reference/game.ts'
import { NotStarted, UsageError } from '../base/usage-error.ts'
import type { Entry, EntryHints } from '../entries/entry.ts'
import { historyOf } from '../entries/history.ts'
import { programOf } from '../entries/runtimes.ts'
import { CompileError, type Staged, stage } from '../entries/stage.ts'
import { failureOf } from '../report/difference.ts'
import type { EntryReport } from '../report/report.ts'
import { commandToReproduce } from '../report/reproduce.ts'
import { processProgram } from '../run/process.ts'
import { Programs } from '../run/programs.ts'
import type { Sandbox } from '../run/sandbox.ts'
import { workerProgram } from '../run/worker/program.ts'
import { toBytes } from '../session/bytes.ts'
import { compare, type Verdict } from '../session/compare.ts'
import { type Limits, pause, usualSilence } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { isInLockStep, scriptOf } from '../session/script.ts'
import type { Plan, PlanOptions } from './plan.ts'
import { Player, type Terms } from './player.ts'
import { profileOf } from './profile.ts'
import { suiteNames } from './suites/suite.ts'
import { playPlan } from './verdict.ts'

/** Options of the judge, the same for every way to it, handed down as they are. */
export interface JudgeOptions extends EntryHints, PlanOptions {
  readonly limits: Limits
  /** Set if only the exact form will do. */
  readonly exact?: boolean
  /** Keeps the entry in; absent: nothing does. */
  readonly sandbox?: Sandbox
  /** Set if the report has the sizes that the entry has had. */
  readonly history?: boolean
  /** Set if the report of a wrong entry has its source, and which rules it keeps. */
  readonly profile?: boolean
}

/** The ties of one judgement to whoever waits for it. */
interface Waiting {
  /** Ends the judgement, which then has no report. */
  readonly stop?: AbortSignal
  /** Is called after `count` more sessions, by default 1. */
  readonly onSession?: (count?: number) => void
}

/**
 * Plays the sessions of a plan with an entry, until one fails for certain.
 * @throws UsageError if the entry cannot be prepared
 */
export async function judge(
  entry: Entry,
  game: Game<unknown>,
  plan: Plan,
  options: JudgeOptions & Waiting,
): Promise<EntryReport> {
  const { path, runtime, input, bytes, chars, expected, breaks } = entry
  const history = options.history ? await historyOf(path) : []
  const about = { kind: 'entry', path, game: entry.game, runtime: runtime.name, input, bytes, chars, expected } as const
  const predicted = breaks === undefined ? {} : { breaks }
  const result = await resultOf(entry, game, plan, options)
  const reproduce = commandFor(path, result.failure?.suite, options)
  return { ...about, ...predicted, ...result, ...(history.length > 0 && { history }), reproduce }
}

/** The command that judges an entry again. Random sessions are not run alone, as there would be others. */
function commandFor(path: string, failed: string | undefined, options: JudgeOptions): string {
  const { game, runtime, input, exact, quick, memory, real, seed, limits } = options
  const timeout = limits.milliseconds === usualSilence ? undefined : limits.milliseconds / 1000
  const suite = options.suites ?? suiteNames.filter((name) => name === failed && name !== 'random')
  return commandToReproduce(['judge', path], { game, runtime, input, seed, timeout, suite, exact, quick, memory, real })
}

/** The part of a report that the judgement adds. */
type Result = Pick<EntryReport, 'ok' | 'exact' | 'variations' | 'plan' | 'failure' | 'milliseconds'> &
  Partial<Pick<EntryReport, 'verdict' | 'profile' | 'source' | 'skipped' | 'error' | 'note' | 'doubts' | 'compiler'>>

/** Verdicts whose sessions take as long as the time limit, or write without end. */
const slow: readonly Verdict[] = ['TLE', 'OLE', 'MLE', 'FLAKY']

/** The result if no session is played. */
const unplayed = { exact: false, variations: [], plan: [], failure: null, milliseconds: 0 }

async function resultOf(
  entry: Entry,
  game: Game<unknown>,
  plan: Plan,
  options: JudgeOptions & Waiting,
): Promise<Result> {
  const began = performance.now()
  const { path, runtime, input, expected } = entry
  const staged = await stage(entry, options.sandbox?.wrap).catch((error) => {
    if (error instanceof CompileError) return error
    throw error
  })
  if (staged instanceof CompileError)
    return { ...unplayed, verdict: 'CE', ok: expected === 'CE', compiler: staged.lines }
  if (staged === undefined) return { ...unplayed, ok: true, skipped: `no ${programOf(runtime)} on this machine` }
  const programs = new Programs({ ...staged, isLimited: true })
  const stop = () => programs.close()
  options.stop?.addEventListener('abort', stop)
  if (options.stop?.aborted) stop()
  const terms = { exact: false, onSession() {}, ...options, game, way: input }
  const real = guarded(processProgram(programs, staged.command, input), staged)
  const terminal = guarded(processProgram(programs, staged.command, 'pty'), staged)
  const worker = workerOf(entry, staged, programs)
  const players = {
    processes: new Player(real, terms),
    terminal: new Player(terminal, { ...terms, way: 'pty' }),
    pauses: new Player(real, { ...terms, limits: { ...options.limits, pause } }),
    'in-process': worker && new Player(worker, terms),
  }
  try {
    const { steps, failure, variations, doubts, note } = await playPlan(plan, players, game)
    const verdict = failure?.verdict ?? 'AC'
    const isEndless = failure === undefined && (await goesOnWithoutInput(real, terms))
    const script = failure && players[failure.runner]?.scriptFor(failure.lines)
    const shown = failure && script && failureOf(failure.suite, script, { ...failure.outcome, verdict }, game)
    const profile =
      shown && failure && options.profile && game.rules && !slow.includes(verdict)
        ? await profileOf(game, players.processes, { ...failure, failure: shown })
        : undefined
    const isPredicted = entry.breaks === undefined || shown?.rules?.[0]?.id === entry.breaks
    return {
      verdict,
      ok: verdict === expected && isPredicted,
      exact: failure === undefined && variations.size === 0,
      variations: failure === undefined ? [...variations, ...(isEndless ? ['endless'] : [])].sort() : [],
      plan: steps,
      ...(note && { note }),
      ...(doubts.length > 0 && { doubts: doubts.length }),
      failure: shown ?? null,
      ...(profile && { profile }),
      ...(shown && options.profile && { source: entry.source }),
      milliseconds: Math.round(performance.now() - began),
    }
  } catch (error) {
    // Trouble of the machine is no verdict.
    if (!(error instanceof UsageError)) throw error
    return { ...unplayed, ok: false, error: `${path}: ${error.message}` }
  } finally {
    worker?.close()
    programs.close()
    options.stop?.removeEventListener('abort', stop)
    staged.remove()
  }
}

/** The worker of an entry's runtime, if it has one. */
function workerOf({ source, runtime, input }: Entry, { file, ours }: Staged, programs: Programs): Program | undefined {
  if (runtime.worker === undefined) return undefined
  return workerProgram(programs, { source, runtime, input, file, command: ours(runtime.worker) })
}

/**
 * A program whose file is put back after each session. Several sessions are played at a time: if one finds the file changed,
 * those that were played meanwhile do not count either.
 */
function guarded(program: Program, { restore }: Staged): Program {
  let changes = 0
  return {
    async play(script, limits) {
      const before = changes
      const played = await program.play(script, limits).catch((error) => error)
      if (restore()) changes++
      if (changes > before) return { turns: [{ output: '' }], end: { how: 'changed' } }
      if (played instanceof Error) throw played
      return played
    },
    close: program.close,
  }
}

/** Tells an entry that does not end when its input ends in the middle of a game, which is reported, not judged. */
async function goesOnWithoutInput(program: Program, { game, way, limits }: Terms): Promise<boolean> {
  const { state } = game.open()
  const lines = state === undefined ? [] : game.legal(state).slice(0, 1).map(toBytes)
  // A program that recurses until its stack is full writes a megabyte before it ends.
  const patient = { ...limits, bytes: 2 * 1024 * 1024 }
  const { turns } = scriptOf(game, lines)
  const endingInput = {
    turns: [...turns.slice(0, -1), { output: turns.at(-1)?.output ?? null, answer: null }, { output: null }],
    end: { how: 'exit', status: 0 },
  } as const
  // It cannot be started again if it has deleted its own files; then it does not go on.
  const session = await program.play(endingInput, patient).catch((error) => {
    if (!(error instanceof NotStarted)) throw error
  })
  if (session === undefined) return false
  const { verdict } = compare(endingInput, session, { lockStep: isInLockStep(way) })
  return verdict === 'TLE' || verdict === 'OLE'
}
