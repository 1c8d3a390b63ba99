import type { Game } from '../../reference/game.ts'
import { NotStarted, UsageError } from '../base/usage-error.ts'
import type { Entry } from '../entries/entry.ts'
import { programOf } from '../entries/runtimes.ts'
import { CompileError, type Staged, stage } from '../entries/stage.ts'
import { failureOf } from '../report/difference.ts'
import type { EntryReport } from '../report/report.ts'
import { workerProgram } from '../run/in-process/worker.ts'
import { processProgram } from '../run/process.ts'
import { openPrograms } from '../run/programs.ts'
import type { Sandbox } from '../run/sandbox.ts'
import { type Lines, toBytes } from '../session/bytes.ts'
import { compare, type Verdict } from '../session/compare.ts'
import { mostDoubts, mostTried, pause } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { isInLockStep, scriptOf } from '../session/script.ts'
import type { Plan } from './plan.ts'
import { type Failed, Player, type Terms } from './player.ts'
import { shrink } from './shrink.ts'
import { isJudged } from './suites/suite.ts'

export interface JudgeOptions extends Omit<Terms, 'game' | 'way'> {
  /** What keeps the entry in; absent: nothing. */
  readonly sandbox?: Sandbox
  /** Ends the judgement, which then has no report. */
  readonly stop?: AbortSignal
}

/**
 * Plays the sessions of a plan with an entry, until one fails for certain.
 * @throws UsageError if the entry cannot be prepared
 */
export async function judge(
  entry: Entry,
  game: Game<unknown>,
  plan: Plan,
  options: JudgeOptions,
): Promise<EntryReport> {
  const began = performance.now()
  const { path, runtime, input, source, bytes, chars, expected } = entry
  const about = { kind: 'entry', path, game: entry.game, runtime: runtime.name, input, bytes, chars, expected } as const
  const unjudged = { exact: false, variations: [], plan: [], failure: null, milliseconds: 0 }
  const staged = await stage(entry, options.sandbox?.wrap).catch((error) => {
    if (error instanceof CompileError) return error
    throw error
  })
  if (staged instanceof CompileError)
    return { ...about, ...unjudged, verdict: 'CE', ok: expected === 'CE', compiler: staged.lines }
  if (staged === undefined)
    return { ...about, ...unjudged, ok: true, skipped: `no ${programOf(runtime)} on this machine` }
  const { file } = staged
  const terms = { ...options, game, way: input }
  const programs = openPrograms({ ...staged, isLimited: true })
  const stop = () => programs.close()
  options.stop?.addEventListener('abort', stop)
  const real = guarded(processProgram(programs, staged.command, input), staged)
  const terminal = guarded(processProgram(programs, staged.command, 'pty'), staged)
  const command = runtime.worker === undefined ? undefined : staged.ours(runtime.worker)
  const worker = command && workerProgram(programs, { source, runtime, input, file, command })
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
    return {
      ...about,
      verdict,
      ok: verdict === expected,
      exact: failure === undefined && variations.size === 0,
      variations: failure === undefined ? [...variations, ...(isEndless ? ['endless'] : [])].sort() : [],
      plan: steps,
      ...(note && { note }),
      ...(doubts.length > 0 && { doubts: doubts.length }),
      failure: failure && script ? failureOf(failure.suite, script, { ...failure.outcome, verdict }) : null,
      milliseconds: Math.round(performance.now() - began),
    }
  } catch (error) {
    // Trouble of the machine is no verdict.
    if (!(error instanceof UsageError)) throw error
    return { ...about, ...unjudged, ok: false, error: `${path}: ${error.message}` }
  } finally {
    worker?.close()
    programs.close()
    options.stop?.removeEventListener('abort', stop)
    staged.remove()
  }
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

/** The ways to play sessions: real processes decide, the worker is fast. */
type Players = Record<Exclude<Plan[number]['runner'], 'in-process'>, Player> & {
  readonly 'in-process': Player | undefined
}

/** How a plan went: the entry passed unless there is a failure. */
interface Findings {
  readonly steps: EntryReport['plan'][number][]
  readonly variations: Set<string>
  /** Sessions that failed once, and passed when they were played again. */
  readonly doubts: Failed[]
  readonly failure?: Failed & {
    readonly suite: string
    readonly runner: Plan[number]['runner']
    readonly verdict: Verdict
  }
  /** Why its sessions cannot be played by the worker. */
  readonly note?: string
}

/** Plays a plan; in real processes, without the suites that are too large for them, if the worker cannot play it. */
async function playPlan(plan: Plan, players: Players, game: Game<unknown>): Promise<Findings> {
  const found = await playSuites(plan, players, game)
  if (found.note === undefined) return found
  const inRealProcesses = plan.flatMap((step): Plan => {
    if (step.runner !== 'in-process') return [step]
    return step.otherwise === undefined ? [] : [{ suite: step.otherwise, runner: 'processes' }]
  })
  return { ...(await playSuites(inRealProcesses, players, game)), note: found.note }
}

async function playSuites(plan: Plan, players: Players, game: Game<unknown>): Promise<Findings> {
  const found: Findings = { steps: [], variations: new Set(), doubts: [] }
  for (const { suite, runner } of plan) {
    const player = players[runner]
    const real = players[runner === 'in-process' ? 'processes' : runner]
    if (player === undefined) throw new Error(`no way to play ${runner}`)
    const rest = suite.sessions[Symbol.iterator]()
    let sessions = 0
    for (let isOver = false; !isOver; ) {
      const played = await player.playAll(rest)
      if (played.unknown !== undefined) return { ...found, note: played.unknown }
      sessions += played.sessions
      for (const variation of played.variations) found.variations.add(variation)
      isOver = played.failed.length === 0
      for (const failed of played.failed) {
        // It counts when it fails again, alone and in a real process.
        const outcome = await real.outcome(failed.lines)
        const { lines } = failed
        if (outcome.verdict !== 'AC') {
          const shown = await shortest({ lines, outcome }, runner, players, game)
          found.steps.push(stepOf(suite, runner, sessions))
          return { ...found, failure: { ...shown, suite: suite.name, runner, verdict: shown.outcome.verdict } }
        }
        if (player !== real) return { ...found, note: 'it fails in one process, but passes in real ones' }
        found.doubts.push(failed)
        if (found.doubts.length === mostDoubts)
          return { ...found, failure: { ...failed, suite: suite.name, runner, verdict: 'FLAKY' } }
      }
    }
    found.steps.push(stepOf(suite, runner, sessions))
  }
  return found
}

const stepOf = (
  { name, covers, strength }: Plan[number]['suite'],
  runner: Plan[number]['runner'],
  sessions: number,
) => ({
  suite: name,
  runner,
  sessions,
  ...(covers && { covers }),
  ...(strength && { strength }),
})

/** The shortest session like one that failed, and its outcome in a real process. */
async function shortest(first: Failed, runner: Plan[number]['runner'], players: Players, game: Game<unknown>) {
  const player = players[runner]
  const real = players[runner === 'in-process' ? 'processes' : runner]
  if (player === undefined) return first
  // Each session that meets a limit takes nearly as long as the time limit, and so does a pause: one more is tried.
  const { verdict } = first.outcome
  const isSlow = ['TLE', 'OLE', 'MLE'].includes(verdict) || runner === 'pauses'
  const fails = async (lines: Lines) =>
    isJudged(game, lines) && (await player.playAll([lines].values())).failed.length > 0
  const lines = await shrink(first.lines, fails, isSlow ? 1 : mostTried)
  if (lines === first.lines) return first
  const outcome = await real.outcome(lines)
  return outcome.verdict === 'AC' || (isSlow && outcome.verdict !== verdict) ? first : { lines, outcome }
}

/** Whether an entry does not end when its input ends in the middle of a game, which is reported, not judged. */
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
