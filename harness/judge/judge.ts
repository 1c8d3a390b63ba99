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
import { openWorker } from '../run/worker/program.ts'
import { type Answers, toBytes, withoutEnd } from '../session/bytes.ts'
import type { Verdict } from '../session/compare.ts'
import { type Limits, verdictLimits } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { isInLockStep, scriptOf, type Way } from '../session/script.ts'
import { answersOf, type End, type Script } from '../session/session.ts'
import type { Job, Plan, PlanOptions, RunnerName } from './plan.ts'
import { playRecorded } from './recorded.ts'
import { type Suite, suiteNames } from './suites/suite.ts'

export interface JudgeOptions extends EntryHints, PlanOptions {
  readonly limits: Limits
  /** True if only the exact form passes. */
  readonly exact?: boolean
  readonly sandbox?: Sandbox
  /** How many sessions to play at a time (default: `sessionsAtATime`). */
  readonly concurrency?: number | undefined
  /** Ends judging; then there is no report. */
  readonly stop?: AbortSignal
  /** Called once per `count` sessions. */
  readonly onSession?: (count: number) => void
}

export interface Judgement {
  readonly report: EntryReport
  /** Those of the failed session; empty if none failed. */
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
  const { game, runtime, input, compare, seed, exact, quick, allGames, real } = options
  const failed = report.failure?.suite
  const reproduce = commandToReproduce(['judge', job.entry.path], {
    ...{ game, runtime, input, compare, seed },
    timeout: options.limits.milliseconds / 1000,
    sandbox: options.sandbox?.isRequired ? 'require' : undefined,
    // Not random sessions alone: their number depends on the plan.
    suite: options.suites ?? suiteNames.filter((name) => name === failed && name !== 'random'),
    ...{ exact, quick, 'all-games': failed === undefined ? allGames : undefined, real },
  })
  return { report: { ...report, milliseconds, reproduce }, lines }
}

const unplayed = { milliseconds: 0, ok: false, exact: false, variations: [], plan: [], failure: null }

/** Reports an entry that cannot be read. */
export const unusable = ({ error, ...entry }: InvalidEntry): EntryReport => ({
  ...{ kind: 'entry', bytes: 0, chars: 0, ...entry, ...unplayed, error: error.message },
})

async function judgedOf(job: Job, options: JudgeOptions): Promise<Judgement> {
  const { path, game, runtime, input, bytes, chars, expected, breaks } = job.entry
  const about = { kind: 'entry', path, game, runtime: runtime.name, input, bytes, chars, expected } as const
  const base = { ...about, ...(breaks !== undefined && { breaks }), ...unplayed }
  const judgement = (found: Partial<EntryReport>, lines: Answers = []) => ({ report: { ...base, ...found }, lines })
  if (job.plan.length === 0) return judgement({ ok: true, skipped: `there are no such sessions with input ${input}` })
  try {
    const staged = await stage(job.entry, options.sandbox?.wrap, options.context?.env)
    if (staged === undefined) return judgement({ ok: true, skipped: `${nameOfProgram(runtime)} is not installed` })
    const { lines, ...found } = await playStaged(job, staged, options)
    return judgement(found, lines)
  } catch (error) {
    if (error instanceof CompileError) {
      const found = { verdict: 'CE', ok: expected === 'CE', compiler: error.lines } as const
      return judgement({ ...found, ...(job.recordings && { sessions: [] }) })
    }
    // Trouble of the machine is no verdict, and concerns all entries: their paths do not stand before it.
    if (!(error instanceof UsageError)) throw error
    const isPlaced = error.place === path || error instanceof EnvironmentError
    return judgement({ error: isPlaced ? error.message : `${path}: ${error.message}` })
  }
}

type Played = Partial<EntryReport> & Pick<Judgement, 'lines'>

/** Plays all sessions. Removes the staged files. */
async function playStaged(job: Job, staged: Staged, options: JudgeOptions): Promise<Played> {
  const { entry, oracle, recordings = [] } = job
  const launcher = new Launcher({ ...staged, isLimited: true, forgetsFiles: oracle.game === undefined })
  const stop = () => launcher.close()
  options.stop?.addEventListener('abort', stop)
  if (options.stop?.aborted) stop()
  const programOf = guardedPrograms(launcher, staged)
  try {
    if (oracle.game !== undefined) return await playGame(job, oracle.game, staged, launcher, programOf, options)
    const played = await playRecorded(recordings, entry, { ...options, programOf, command: staged.command })
    const plan = job.plan.map(({ suite, by }) => stepOf(suite, by, suite.size))
    return { ...played, plan, ok: isExpected(played.verdict, entry) }
  } finally {
    options.stop?.removeEventListener('abort', stop)
    launcher.close()
    staged.remove()
  }
}

async function playGame(
  { entry, oracle, plan, inProcesses }: Job,
  game: Game<unknown>,
  staged: Staged,
  launcher: Launcher,
  programOf: ReturnType<typeof guardedPrograms>,
  { limits, exact = false, concurrency = sessionsAtATime(), onSession }: JudgeOptions,
): Promise<Played> {
  const { source, runtime, input, expected, breaks } = entry
  const { worker } = runtime
  const { file, command } = staged
  const retries = { passed: 0 }
  const shared: CheckOptions = { limits, demands: { exact }, concurrency, retries, onSession }
  const real = programOf(command, input)
  const processes = new Check(oracle, real, input, shared)
  const inWorker =
    worker && openWorker(launcher, { runtime, input, file, command: staged.commandFor(worker) }).programOf(source)
  const checks = {
    processes,
    terminal: new Check(oracle, programOf(command, 'pty'), 'pty', shared),
    pauses: new Check(oracle, real, input, { ...shared, limits: { ...limits, pause: verdictLimits.pause } }),
    worker: inWorker ? new Check(oracle, inWorker, input, { ...shared, freshCheck: processes }) : processes,
  }
  let run = await playPlan(plan, checks, game)
  let note: string | undefined
  if (run.failed?.outcome.verdict === 'AC') {
    // A worker is not believed: the entry is played in fresh processes.
    const { end } = run.failed.first?.played ?? {}
    note = end?.how === 'unknown' ? end.why : 'it fails in one process, but passes in real ones'
    run = await playPlan(await inProcesses(), checks, game)
  }
  const { steps, variations, failed, suite = '' } = run
  const found = {
    ...{ plan: steps, ...(note !== undefined && { note }) },
    ...(retries.passed > 0 && { retriesPassed: retries.passed }),
  }
  if (failed !== undefined) {
    const { script, outcome } = failed
    const { verdict } = outcome
    const failure = failureOf(suite, script, outcome, game, remediesForFlushing(runtime.name))
    const ok = isExpected(verdict, entry) && (breaks === undefined || failure.rule?.id === breaks)
    return { ...found, verdict, ok, failure, lines: [...answersOf(script), ...(script.leftover ?? [])] }
  }
  const isExact = variations.size === 0
  const endOf = (program: Program) => afterEarlyEnd(program, game, limits)
  // Reported, not judged: so the worker is believed, where a process of Node takes two seconds to write so much.
  const cheap = note === undefined && plan.some(({ by }) => by === 'worker') ? inWorker : undefined
  if ((cheap && (await endOf(cheap)) === 'flood') || !hasEnded.includes(await endOf(real))) variations.add('endless')
  const ok = expected === 'AC' && breaks === undefined
  return { ...found, verdict: 'AC', ok, exact: isExact, variations: [...variations].sort(), lines: [] }
}

/** Not every system shows that a program waits. */
const isExpected = (verdict: Verdict, { expected }: Entry) =>
  verdict === expected || (expected === 'ILE' && verdict === 'TLE')

/**
 * Makes programs that restore the entry's file after each session, and show the user's path of it in messages. Several
 * sessions are played at a time: if one changes the file, those played meanwhile do not count either.
 */
function guardedPrograms(launcher: Launcher, staged: Staged) {
  let changes = 0
  return (words: readonly string[], way: Way, isJoined = false): Program => {
    const program = processProgram(launcher, words, way, isJoined)
    return {
      async play(script, limits) {
        const before = changes
        const played = await program.play(script, limits).catch((error) => error)
        if (staged.restore()) changes++
        if (changes > before) return { turns: [{ output: '' }], end: { how: 'changed' } }
        if (played instanceof Error) throw played
        return played.stderr === undefined ? played : { ...played, stderr: staged.withUserPath(played.stderr) }
      },
    }
  }
}

/** Plays a plan until a session fails; that may have passed in a fresh process. */
async function playPlan(plan: Plan, checks: Readonly<Record<RunnerName, Check>>, game: Game<unknown>) {
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
    const isRight = failed.outcome.verdict === 'AC'
    const shortest = isRight ? failed : await check.shrink(failed, inGame(game, check.way))
    return { steps, variations, failed: shortest, suite: suite.name }
  }
  return { steps, variations }
}

/** An argument cannot hold a NUL. */
function* playable(suite: Suite, way: Way): Generator<Answers> {
  for (const lines of suite.inputs()) if (way !== 'args' || lines.every((line) => !line.includes('\0'))) yield lines
}

/** Only what the rules judge may show a failure. With all lines at once, the shortest session is played to the nearest end. */
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

/** Ends after which an entry does not keep running; undefined if it has deleted its own files, and cannot be started. */
const hasEnded: readonly (End['how'] | undefined)[] = ['exit', 'lost', 'changed', 'unknown', undefined]

/** Tells how an accepted entry ends after an early end of input, which is reported, not judged. */
async function afterEarlyEnd(program: Program, game: Game<unknown>, limits: Limits): Promise<End['how'] | undefined> {
  const { state } = game.open()
  const { turns } = scriptOf(game, state === undefined ? [] : game.legal(state).slice(0, 1).map(toBytes))
  const last = { output: turns.at(-1)?.output ?? null, answer: null }
  const script: Script = { turns: [...turns.slice(0, -1), last, { output: null }], end: { how: 'exit', status: 0 } }
  const session = await program.play(script, { ...limits, bytes: verdictLimits.lastWordsLimit }).catch((error) => {
    if (!(error instanceof NotStarted)) throw error
  })
  return session?.end.how
}
