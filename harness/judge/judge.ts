import type { Game } from '../../reference/game.ts'
import type { Entry } from '../entries/entry.ts'
import { programOf } from '../entries/runtimes.ts'
import { type Staged, stage } from '../entries/stage.ts'
import { failureOf } from '../report/difference.ts'
import type { EntryReport } from '../report/report.ts'
import { inProcess } from '../run/in-process/in-process.ts'
import { runnerFile } from '../run/in-process/worker.ts'
import { openPrograms, type Programs } from '../run/programs.ts'
import {
  inProcesses,
  type Processes,
  type Runner,
  type RunnerName,
  type RunResult,
  scriptFor,
  type Terms,
} from '../run/runner.ts'
import type { Sandbox } from '../run/sandbox.ts'
import { runScript } from '../run/script.ts'
import { type Lines, toBytes } from '../session/bytes.ts'
import { scriptOf } from '../session/script.ts'
import type { Plan } from './plan.ts'
import { isJudged } from './suites/suite.ts'

export interface JudgeOptions extends Omit<Terms, 'game' | 'input'> {
  /** What keeps the entry in; absent: nothing. */
  readonly sandbox?: Sandbox
}

/** Runs the sessions of a plan with an entry, until one fails. */
export async function judge(
  entry: Entry,
  game: Game<unknown>,
  plan: Plan,
  options: JudgeOptions,
): Promise<EntryReport> {
  const began = performance.now()
  const { path, runtime, input, source, bytes, chars, expected } = entry
  const about = { kind: 'entry', path, game: entry.game, runtime: runtime.name, input, bytes, chars, expected } as const
  const staged = await stage(entry, options.sandbox?.wrap)
  if (staged === undefined) {
    const skipped = `no ${programOf(runtime)} on this machine`
    return { ...about, skipped, ok: true, exact: false, variations: [], plan: [], failure: null, milliseconds: 0 }
  }
  const { file } = staged
  const { engine } = runtime
  const terms = { ...options, game, input }
  const programs = openPrograms({ ...staged, isLimited: true })
  const command = staged.ours(runnerFile)
  const patient = { ...terms, limits: { ...options.limits, pause } }
  const runners = {
    processes: inProcesses(programs, staged, terms),
    terminal: inProcesses(programs, staged, { ...terms, input: 'pty' }),
    pauses: inProcesses(programs, staged, patient),
    'in-process': engine && inProcess(programs, { source, runtime: engine, input, file, command }, terms),
  }
  try {
    const { steps, failure, variations, note } = await runPlan(plan, runners, terms)
    const verdict = failure?.outcome.verdict ?? 'AC'
    const isEndless = failure === undefined && (await goesOnWithoutInput(programs, staged, terms))
    return {
      ...about,
      verdict,
      ok: verdict === expected,
      exact: failure === undefined && variations.size === 0,
      variations: failure === undefined ? [...variations, ...(isEndless ? ['endless'] : [])].sort() : [],
      plan: steps,
      ...(note && { note }),
      failure: failure ? failureOf(failure.suite, scriptFor(terms, failure.lines), failure.outcome) : null,
      milliseconds: Math.round(performance.now() - began),
    }
  } finally {
    runners['in-process']?.close()
    programs.close()
    staged.remove()
  }
}

/** How long an interactive entry waits for an answer, in milliseconds: it must neither go on nor give up. */
const pause = 1500

/** The ways to run sessions: real processes decide, the worker is fast. */
type Runners = Record<Exclude<RunnerName, 'in-process'>, Processes> & { readonly 'in-process': Runner | undefined }

/** How a plan went: the entry passed unless there is a failure. */
interface Findings {
  readonly steps: EntryReport['plan'][number][]
  readonly variations: Set<string>
  readonly failure?: Failed & { readonly suite: string }
  /** Why its sessions cannot be run by the worker. */
  readonly note?: string
}

type Failed = Required<NonNullable<RunResult['failed']>>

/** Runs a plan; in real processes, without the suites that are too large for them, if the worker cannot run it. */
async function runPlan(plan: Plan, runners: Runners, terms: Terms): Promise<Findings> {
  const found = await runSuites(plan, runners, terms)
  if (found.note === undefined) return found
  const inRealProcesses = plan.flatMap((step): Plan => {
    if (step.runner !== 'in-process') return [step]
    return step.suite.isHuge ? [] : [{ ...step, runner: 'processes' }]
  })
  return { ...(await runSuites(inRealProcesses, runners, terms)), note: found.note }
}

async function runSuites(plan: Plan, runners: Runners, terms: Terms): Promise<Findings> {
  const found: Findings = { steps: [], variations: new Set() }
  for (const { suite, runner: name } of plan) {
    const runner = runners[name]
    const real = runners[name === 'in-process' ? 'processes' : name]
    if (runner === undefined) throw new Error(`no runner ${name}`)
    const { sessions, failed, unsupported, variations } = await runner.runAll(suite.sessions)
    if (unsupported !== undefined) return { ...found, note: unsupported }

    found.steps.push({ suite: suite.name, runner: name, sessions, ...(suite.covers && { covers: suite.covers }) })
    for (const variation of variations) found.variations.add(variation)
    if (failed === undefined) continue
    const first = { lines: failed.lines, outcome: failed.outcome ?? (await real.outcome(failed.lines)) }
    const failure = await shortest(first, name, runner, real, terms)
    if (failure !== undefined) return { ...found, failure: { suite: suite.name, ...failure } }
    if (runner !== real) return { ...found, note: 'it fails in one process, but passes in real ones' }
  }
  return found
}

/** The shortest session like the one that failed, and its outcome in a real process; undefined if it passes there. */
async function shortest(first: Failed, name: RunnerName, runner: Runner, real: Processes, { game }: Terms) {
  const { verdict } = first.outcome
  if (verdict === 'AC') return undefined
  // Each session that meets a limit takes nearly as long as the time limit, and so does a pause.
  if (['TLE', 'OLE', 'MLE'].includes(verdict) || name === 'pauses') return first
  const fails = async (lines: Lines) => isJudged(game, lines) && (await runner.runAll([lines])).failed !== undefined
  const lines = await shrink(first.lines, fails)
  const outcome = await real.outcome(lines)
  return outcome.verdict === 'AC' ? first : { lines, outcome }
}

/** How many sessions are run at the most to shrink one. */
const mostTried = 300

/** Drops runs of lines, long runs first, while the session still fails. */
async function shrink(lines: Lines, fails: (lines: Lines) => Promise<boolean>): Promise<Lines> {
  let shortest = lines
  const tried = new Set<string>()
  for (let run = Math.ceil(lines.length / 2); run >= 1; ) {
    const before = shortest
    for (let at = shortest.length - run; at >= 0 && tried.size < mostTried; at--) {
      const shorter = shortest.toSpliced(at, run)
      const key = shorter.join('\n')
      if (tried.has(key)) continue
      tried.add(key)
      if (!(await fails(shorter))) continue
      shortest = shorter
      at = Math.min(at, shortest.length - run + 1)
    }
    // A line that was needed may not be needed any more.
    if (run > 1 || shortest === before) run = Math.floor(run / 2)
  }
  return shortest
}

/** Whether an entry does not end when its input ends in the middle of a game, which is reported, not judged. */
async function goesOnWithoutInput(programs: Programs, { command }: Staged, { game, input, limits }: Terms) {
  const { state } = game.open()
  const lines = state === undefined ? [] : game.legal(state).slice(0, 1).map(toBytes)
  // A program that recurses until its stack is full writes a megabyte before it ends.
  const patient = { ...limits, bytes: 2 * 1024 * 1024 }
  const { steps, ...script } = scriptOf(game, lines)
  const endingInput = {
    ...script,
    steps: [...steps.slice(0, -1), { output: steps.at(-1)?.output ?? null, answer: null }, { output: null }],
    ends: true,
  }
  // It cannot be started again if it has deleted its own files; then it does not go on.
  const outcome = await runScript(programs, command, endingInput, input, patient).catch(() => null)
  return outcome?.verdict === 'TLE' || outcome?.verdict === 'OLE'
}
