import type { Entry } from '../entries/entry.ts'
import { stripTypes } from '../entries/runtimes.ts'
import { stage } from '../entries/stage.ts'
import { type EntryReport, failureOf, type SuiteReport } from '../report/report.ts'
import { type Driver, type Held, scriptFor, type Terms } from '../run/driver.ts'
import { type Holders, openHolders } from '../run/holders.ts'
import { type InProcess, inProcess, type Processors } from '../run/in-process/driver.ts'
import type { Program } from '../run/process.ts'
import { inProcesses, type Processes } from '../run/processes.ts'
import { type Bytes, type Lines, toBytes } from '../session/bytes.ts'
import { endingInput, scriptOf } from '../session/script.ts'
import type { Outcome } from '../session/verdict.ts'
import { reduce } from './reduce.ts'
import { isJudged } from './suites/fixtures.ts'
import type { AnyGame, Suite } from './suites/suite.ts'

export interface JudgeOptions extends Omit<Terms, 'game' | 'input'> {
  /** Whether all is held in real processes, even where an engine could hold many sessions in one. */
  readonly real?: boolean
  /** Who hold the sessions in real processes; its own, if absent. */
  readonly holders?: Holders
  /** Those that nothing is judged on, shared by all that is judged at the same time; the machine's, if absent. */
  readonly processors?: Processors
}

/** Holds the sessions of the suites with an entry, until one fails. */
export async function judge(
  entry: Entry,
  game: AnyGame,
  suites: readonly Suite[],
  options: JudgeOptions,
): Promise<EntryReport> {
  const staged = await stage(entry)
  if (staged === undefined) {
    const skipped = `no ${entry.runtime.command[0]} on this machine`
    return { ...describe(entry), skipped, ok: true, exact: false, freedoms: [], suites: [], failure: null }
  }
  const terms = { ...options, game, input: entry.input }
  const usesEngine = options.real !== true && suites.some(({ inEngine }) => inEngine)
  const engine = usesEngine ? await engineFor(entry, staged.program, terms, options.processors) : undefined
  const holders = options.holders ?? openHolders()
  try {
    const found = await investigate(suites, inProcesses(staged.program, terms, holders), engine, terms)
    return await conclude(entry, found, staged.program, terms, holders)
  } finally {
    await engine?.close()
    await holders.endStrays()
    if (options.holders === undefined) holders.close()
    staged.remove()
  }
}

async function engineFor(
  entry: Entry,
  { file, args, cwd, env }: Program,
  terms: Terms,
  processors?: Processors,
): Promise<InProcess | undefined> {
  const { engine: runtime } = entry.runtime
  const script = args.at(-1)
  if (runtime === undefined) return undefined
  // What esbuild cannot read, the runtime has to refuse itself.
  const source = await stripTypes(entry.source).catch(() => undefined)
  if (source === undefined || script === undefined) return undefined
  const command = [file, ...args.slice(0, -1)]
  return inProcess({ source, runtime, input: entry.input, command, file: script, cwd, env }, terms, processors)
}

/** What came of the suites: all is well unless there is a failure. */
interface Findings {
  readonly suites: readonly SuiteReport[]
  readonly freedoms: ReadonlySet<string>
  readonly failure?: { readonly suite: string; readonly lines: Lines; readonly outcome: Outcome }
  /** Why the engine was not used, though there is one. */
  readonly note?: string
}

/**
 * Real processes have the last word: what the engine refuses is held again in one, and where it does not know better, or
 * cannot tell, it is left alone.
 */
async function investigate(
  all: readonly Suite[],
  processes: Processes,
  engine: Driver | undefined,
  terms: Terms,
  note?: string,
): Promise<Findings> {
  const suites: SuiteReport[] = []
  const freedoms = new Set<string>()
  const noted = note === undefined ? {} : { note }
  const feasible = all.filter((suite) => suite.inEngine !== true || engine !== undefined || suite.insists === true)
  for (const suite of feasible.length > 0 ? feasible : all) {
    const driver = (suite.inEngine === true ? engine : undefined) ?? processes
    const began = performance.now()
    const { sessions, failed, unsupported, ...used } = await driver.holdAll(suite.sessions)
    if (unsupported !== undefined) return investigate(all, processes, undefined, terms, unsupported)

    const { name, covers } = suite
    const milliseconds = Math.round(performance.now() - began)
    suites.push({ name, driver: driver.name, sessions, milliseconds, ...(covers === undefined ? {} : { covers }) })
    for (const freedom of used.freedoms) freedoms.add(freedom)
    if (failed === undefined) continue

    const failure = await shortest(failed, driver, processes, terms)
    if (failure !== undefined) return { suites, freedoms, failure: { suite: name, ...failure }, ...noted }
    // What failed, and does not in a real process, failed by the engine's fault.
    if (driver === engine) return investigate(all, processes, undefined, terms, 'it differs from real processes')
  }
  return { suites, freedoms, ...noted }
}

/** The shortest session like the one that failed, and how it goes in a real process; undefined if it goes well there. */
async function shortest(failed: NonNullable<Held['failed']>, driver: Driver, processes: Processes, terms: Terms) {
  const { lines } = failed
  const first = failed.outcome ?? (await processes.outcome(lines))
  // A program that says nothing costs the time limit every time.
  if (driver !== processes || first.verdict !== 'TLE') {
    const fails = async (lines: Lines) => isJudged(terms.game, lines) && !(await driver.passes(lines))
    const shorter = await reduce(lines, fails)
    const outcome = await processes.outcome(shorter)
    if (outcome.verdict !== 'AC') return { lines: shorter, outcome }
  }
  return first.verdict === 'AC' ? undefined : { lines, outcome: first }
}

async function conclude(
  entry: Entry,
  { suites, freedoms, failure, note }: Findings,
  program: Program,
  terms: Terms,
  holders: Holders,
): Promise<EntryReport> {
  const verdict = failure?.outcome.verdict ?? 'AC'
  const report = {
    ...describe(entry),
    verdict,
    ok: verdict === entry.expected,
    suites,
    ...(note === undefined ? {} : { note }),
  }
  if (failure !== undefined) {
    const { suite, lines, outcome } = failure
    return { ...report, exact: false, freedoms: [], failure: failureOf(suite, scriptFor(terms, lines), outcome) }
  }
  const endless = (await isEndless(program, terms, holders)) ? ['endless'] : []
  return { ...report, exact: freedoms.size === 0, freedoms: [...freedoms, ...endless].sort(), failure: null }
}

function describe({ path, game, runtime, input, bytes, chars, expected }: Entry) {
  return { path, game, runtime: runtime.name, input, bytes, chars, expected: [expected] }
}

/** Whether a program goes on when its input ends in the middle of a game. */
async function isEndless(program: Program, { game, input, limits }: Terms, holders: Holders): Promise<boolean> {
  const { state } = game.open()
  const lines: Bytes[] = state === undefined ? [] : game.legal(state).slice(0, 1).map(toBytes)
  if (lines.length === 0) return false
  // A program that ends by running out of stack says a megabyte before it does.
  const roomy = { ...limits, bytes: 2 * 1024 * 1024 }
  const script = endingInput(scriptOf(game, lines))
  // One that cannot be started any more has taken away what it needs, and does not go on.
  const held = await holders.hold(program, script, input, roomy).catch(() => undefined)
  return held?.verdict === 'TLE' || held?.verdict === 'OLE'
}
