import { availableParallelism } from 'node:os'
import pMap from 'p-map'
import type { Game } from '../../reference/game.ts'
import { type Entry, type EntryHints, findEntries, inLeagues } from '../entries/entry.ts'
import { historiesOf } from '../entries/history.ts'
import { versionOf } from '../entries/runtimes.ts'
import { checkPlace, writeWhole } from '../games/files.ts'
import { findGame } from '../games/find.ts'
import { judge } from '../judge/judge.ts'
import { type Plan, planner } from '../judge/plan.ts'
import { type SuiteName, suiteNames } from '../judge/suites/suite.ts'
import type { EntryReport, Machine } from '../report/report.ts'
import { openReports, startProgress, thisMachine } from '../report/reporters.ts'
import { openSandbox, type Sandbox } from '../run/sandbox.ts'
import { toBytes } from '../session/bytes.ts'
import { recordingOf, scriptOf } from '../session/script.ts'
import { formatTranscript } from '../transcripts/transcript.ts'
import { commandToReproduce, type Options, shardOf } from './options.ts'

export interface JudgeOptions extends EntryHints, Options {
  readonly real?: boolean
  readonly suite?: readonly SuiteName[] | undefined
  readonly quick?: boolean
  readonly watch?: boolean
  readonly keep?: boolean
}

/** An entry, its game and what it must pass. */
export interface Job {
  readonly entry: Entry
  readonly game: Game<unknown>
  readonly plan: Plan
}

/** `ninehole judge [ENTRY…]` */
export async function judgeVerb(paths: readonly string[], options: JudgeOptions) {
  const { exact = false, save, shard, timeout: limits, jobs: concurrency = availableParallelism() } = options
  const planJob = jobPlanner(options)
  const jobs: Job[] = []
  for (const entry of shardOf(findEntries(paths, options), shard)) jobs.push(await planJob(entry))
  jobs.sort((a, b) => inLeagues(a.entry, b.entry))
  const showsHistory = options.reporter.some(({ name }) => name === 'json' || name === 'html')
  const histories = await historiesOf(showsHistory ? jobs.map(({ entry }) => entry.path) : [])
  const sandbox = await openSandbox(options.sandbox)
  const reports = openReports(options, [await machineOf(sandbox, jobs)])
  if (save !== undefined) checkPlace(save, true)
  const progress = startProgress(jobs.reduce((sum, { plan }) => sum + sizeOf(plan), 0))
  const run = async ([index, { entry, game, plan }]: [number, Job]) => {
    const report = await judge(entry, game, plan, { limits, exact, sandbox, onSession: progress.step })
    reports.add(index, { ...report, ...histories.get(entry.path), reproduce: commandOf(report, options) })
    return { report, game }
  }
  const judged = await pMap(jobs.entries(), run, { concurrency }).finally(progress.stop)
  const failed = judged.find(({ report }) => report.failure !== null && !report.ok)
  if (save !== undefined && failed !== undefined) saveFailure(save, failed.report, failed.game)
  reports.end()
}

/** @returns a function that makes the plan for an entry; entries of one game share its suites */
export function jobPlanner({ real = false, quick = false, seed = 1, suite }: JudgeOptions) {
  const games = new Map<string, Game<unknown>>()
  const planOf = planner({ ...(suite && { suites: suite }), quick, seed, real })
  return async (entry: Entry): Promise<Job> => {
    const game = games.get(entry.game) ?? (await findGame(entry.game, [], entry.path))
    games.set(entry.game, game)
    return { entry: { ...entry, game: game.name }, game, plan: planOf(game, entry) }
  }
}

/** The command that judges one entry again. Random sessions are not run alone, as there would be others. */
function commandOf({ path, failure }: EntryReport, options: JudgeOptions): string {
  const { game, runtime, input, exact, quick, real, seed, timeout, suite } = options
  const seconds = timeout.milliseconds === 2000 ? undefined : timeout.milliseconds / 1000
  const given = Object.entries({ game, runtime, input, seed, timeout: seconds }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  )
  const failed = suiteNames.filter((name) => name === failure?.suite && name !== 'random')
  const suites = (suite ?? failed).flatMap((name) => ['--suite', name])
  const flags = Object.entries({ exact, quick, real }).flatMap(([name, isSet]) => (isSet ? [`--${name}`] : []))
  return commandToReproduce(['judge', path, ...given, ...suites, ...flags])
}

/** The sandbox, and the versions of the runtimes that are installed. */
async function machineOf({ name: sandbox }: Sandbox, jobs: readonly Job[]): Promise<Machine> {
  const runtimes: Record<string, string> = {}
  for (const runtime of new Set(jobs.map(({ entry }) => entry.runtime))) {
    const version = await versionOf(runtime)
    if (version !== undefined) runtimes[runtime.name] = version
  }
  return thisMachine({ sandbox, runtimes })
}

export const sizeOf = (plan: Plan) => plan.reduce((sum, { suite }) => sum + suite.sessions.length, 0)

/** Writes the session that failed, with the expected output. */
export function saveFailure(file: string, { path, failure }: EntryReport, game: Game<unknown>) {
  const lines = failure?.lines.map((line) => (line === null ? null : toBytes(line))) ?? []
  const comment = `# ${path}: ${failure?.difference.sentence}.`
  const session = recordingOf(scriptOf(game, lines))
  writeWhole(file, formatTranscript({ comments: [comment], command: game.name, session }), true)
}
