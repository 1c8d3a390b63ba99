import type { Game } from '../../reference/game.ts'
import type { Entry } from '../entries/entry.ts'
import { stripTypes } from '../entries/runtimes.ts'
import { type Staged, stage } from '../entries/stage.ts'
import { failureOf } from '../report/difference.ts'
import type { EntryReport, PlanStep } from '../report/report.ts'
import { inProcess } from '../run/in-process/in-process.ts'
import { inProcesses, type Processes } from '../run/processes.ts'
import { openPrograms, type Programs } from '../run/programs.ts'
import { type Runner, type RunnerName, scriptFor, type Terms } from '../run/runner.ts'
import { runScript } from '../run/script.ts'
import { type Lines, toBytes } from '../session/bytes.ts'
import { endingInput, scriptOf } from '../session/script.ts'
import type { Outcome } from '../session/verdict.ts'
import { reduce } from './reduce.ts'
import { isJudged } from './suites/fixtures.ts'
import type { Suite } from './suites/suite.ts'

export type JudgeOptions = Omit<Terms, 'game' | 'input'>

/** What an entry is held to: suites, and how the sessions of each are run. It is made before the first session. */
export type Plan = readonly PlannedSuite[]

export interface PlannedSuite {
  readonly suite: Suite
  readonly runner: RunnerName
}

/** Runs the sessions of a plan with an entry, until one fails. */
export async function judge(
  entry: Entry,
  game: Game<unknown>,
  plan: Plan,
  options: JudgeOptions,
): Promise<EntryReport> {
  const began = performance.now()
  const staged = await stage(entry)
  if (staged === undefined) {
    const skipped = `no ${entry.runtime.command[0]} on this machine`
    const nothing = { ok: true, exact: false, variations: [], plan: [], failure: null, milliseconds: 0 }
    return { ...describe(entry), skipped, ...nothing }
  }
  const terms = { ...options, game, input: entry.input }
  const programs = openPrograms(staged)
  const processes = inProcesses(programs, staged.command, terms)
  const usesWorker = plan.some(({ runner }) => runner === 'in-process')
  const worker = usesWorker ? await openInProcess(programs, entry, staged, terms) : undefined
  try {
    const found = await runPlan(plan, processes, worker, terms)
    const verdict = found.failure?.outcome.verdict ?? 'AC'
    const { steps, failure, note } = found
    const report = {
      ...describe(entry),
      verdict,
      ok: verdict === entry.expected,
      plan: steps,
      ...(note === undefined ? {} : { note }),
    }
    const milliseconds = () => Math.round(performance.now() - began)
    if (failure !== undefined) {
      const { suite, lines, outcome } = failure
      const shown = failureOf(suite, scriptFor(terms, lines), outcome)
      return { ...report, exact: false, variations: [], failure: shown, milliseconds: milliseconds() }
    }
    const exact = found.variations.size === 0
    const [script, limits] = endOfInput(terms)
    // One that cannot be started any more has taken away what it needs, and does not go on.
    const atEnd = await runScript(programs, staged.command, script, entry.input, limits).catch(() => undefined)
    const endless = atEnd?.verdict === 'TLE' || atEnd?.verdict === 'OLE' ? ['endless'] : []
    const variations = [...found.variations, ...endless].sort()
    return { ...report, exact, variations, failure: null, milliseconds: milliseconds() }
  } finally {
    worker?.close()
    programs.close()
    staged.remove()
  }
}

const describe = ({ path, game, runtime, input, bytes, chars, expected }: Entry) => ({
  kind: 'entry' as const,
  path,
  game,
  runtime: runtime.name,
  input,
  bytes,
  chars,
  expected,
})

/** @returns undefined where what is written cannot be read as a program, which the runtime has to say itself */
async function openInProcess(programs: Programs, entry: Entry, { command, file }: Staged, terms: Terms) {
  const { engine: runtime } = entry.runtime
  const source = await stripTypes(entry.source).catch(() => undefined)
  if (runtime === undefined || source === undefined) return undefined
  return inProcess(programs, { source, runtime, input: entry.input, command: command.slice(0, -1), file }, terms)
}

/** What came of a plan: all is well unless there is a failure. */
interface Findings {
  readonly steps: readonly PlanStep[]
  readonly variations: ReadonlySet<string>
  readonly failure?: Failed & { readonly suite: string }
  /** Why sessions that could have been run in one process were not. */
  readonly note?: string
}

interface Failed {
  readonly lines: Lines
  readonly outcome: Outcome
}

/**
 * Real processes have the last word. Where the runner that runs many sessions in one process cannot tell, or refuses what
 * real processes accept, its suites are run in real processes.
 */
async function runPlan(plan: Plan, processes: Processes, worker: Runner | undefined, terms: Terms): Promise<Findings> {
  if (plan.every(({ runner }) => runner === 'processes')) return runSuites(plan, () => processes, processes, terms)
  const found =
    worker && (await runSuites(plan, (name) => (name === 'processes' ? processes : worker), processes, terms))
  if (found !== undefined && found.unsupported === undefined) return found
  const note = found?.unsupported ?? 'it cannot be read'
  return { ...(await runSuites(inRealProcesses(plan), () => processes, processes, terms)), note }
}

/** The plan without those suites that nobody would wait for in real processes. */
const inRealProcesses = (plan: Plan): Plan =>
  plan
    .filter(({ suite, runner }) => runner === 'processes' || suite.isHuge !== true)
    .map(({ suite }) => ({ suite, runner: 'processes' }))

async function runSuites(
  plan: Plan,
  runnerOf: (name: RunnerName) => Runner,
  processes: Processes,
  terms: Terms,
): Promise<Findings & { readonly unsupported?: string }> {
  const steps: PlanStep[] = []
  const used = new Set<string>()
  for (const { suite, runner: name } of plan) {
    const runner = runnerOf(name)
    const { sessions, failed, unsupported, variations } = await runner.runAll(suite.sessions)
    if (unsupported !== undefined) return { steps, variations: used, unsupported }

    const { covers } = suite
    steps.push({ suite: suite.name, runner: name, sessions, ...(covers === undefined ? {} : { covers }) })
    for (const variation of variations) used.add(variation)
    if (failed === undefined) continue
    const failure = await shortest(failed, runner, processes, terms)
    if (failure !== undefined) return { steps, variations: used, failure: { suite: suite.name, ...failure } }
    if (runner !== processes) return { steps, variations: used, unsupported: 'it differs from real processes' }
  }
  return { steps, variations: used }
}

/** The shortest session like the one that failed, and how it goes in a real process; undefined if it goes well there. */
async function shortest(
  { lines, outcome }: { readonly lines: Lines; readonly outcome?: Outcome },
  runner: Runner,
  processes: Processes,
  { game }: Terms,
): Promise<Failed | undefined> {
  const first = outcome ?? (await processes.outcome(lines))
  // One that is silent costs the time limit every time, and one that floods nearly as much.
  if (first.verdict !== 'TLE' && first.verdict !== 'OLE') {
    const shorter = await reduce(lines, async (lines) => isJudged(game, lines) && !(await runner.passes(lines)))
    const outcome = await processes.outcome(shorter)
    if (outcome.verdict !== 'AC') return { lines: shorter, outcome }
  }
  return first.verdict === 'AC' ? undefined : { lines, outcome: first }
}

/** A session whose input ends in the middle of a game: whether the program goes on for ever is reported, not judged. */
function endOfInput({ game, limits }: Terms) {
  const { state } = game.open()
  const lines = state === undefined ? [] : game.legal(state).slice(0, 1).map(toBytes)
  // A program that ends by running out of stack writes a megabyte before it does.
  return [endingInput(scriptOf(game, lines)), { ...limits, bytes: 2 * 1024 * 1024 }] as const
}
