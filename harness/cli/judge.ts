import { basename } from 'node:path'
import pMap from 'p-map'
import type { Game } from '../../reference/game.ts'
import { writeWhole } from '../base/files.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Entry, type EntryHints, findEntries, inLeagues } from '../entries/entry.ts'
import { historiesOf } from '../entries/history.ts'
import { versionOf } from '../entries/runtimes.ts'
import { commandLineOf, findCommand, parseGame } from '../games/find.ts'
import { judge } from '../judge/judge.ts'
import { type Plan, planner } from '../judge/plan.ts'
import { type SuiteName, suiteNames } from '../judge/suites/suite.ts'
import { type Part, startProgress } from '../report/progress.ts'
import type { EntryReport, Machine } from '../report/report.ts'
import { openReports, thisMachine } from '../report/reporters.ts'
import { openSandbox, type Sandbox } from '../run/sandbox.ts'
import { toBytes } from '../session/bytes.ts'
import { exactly, scriptOf } from '../session/script.ts'
import { shownOf } from '../session/session.ts'
import { formatTranscript } from '../transcripts/transcript.ts'
import { commandToReproduce, type Options } from './options.ts'
import { untilStopped } from './stop.ts'

export interface JudgeOptions extends EntryHints, Options {
  readonly real?: boolean
  readonly suite?: readonly SuiteName[] | undefined
  readonly quick?: boolean
  readonly memory?: number | 'all'
  readonly watch?: boolean
  readonly keep?: boolean
}

/** `ninehole judge [ENTRY…]` */
export async function judgeVerb(paths: readonly string[], options: JudgeOptions) {
  if (options.keep) throw new UsageError('--keep', 'keeps what --watch judges, and needs it')
  const { exact = false, save, shard = () => true, timeout: limits, jobs: concurrency } = options
  const entries = findEntries(paths, options).filter(shard).sort(inLeagues)
  const jobs = await pMap(entries, jobPlanner(options), { concurrency: 1 })
  const showsHistory = options.reporter.some(({ name }) => name === 'json' || name === 'html')
  const histories = await historiesOf(showsHistory ? entries.map(({ path }) => path) : [])
  const sandbox = await openSandbox(options.sandbox)
  const reports = openReports(options.reporter, [await machineOf(sandbox, entries)])
  const progress = startProgress(sizeOf(jobs.flatMap(({ plan }) => plan)))
  const judged: { readonly report: EntryReport; readonly game: Game<unknown> }[] = []
  const judgeAll = (stop: AbortSignal) => {
    const run = async ({ entry, game, plan }: (typeof jobs)[number], index: number) => {
      stop.throwIfAborted()
      const part = progress.begin(partOf(entry, plan))
      const report = await judge(entry, game, plan, { limits, exact, sandbox, stop, onSession: part.step })
      stop.throwIfAborted()
      part.end()
      reports.add(index, { ...report, ...histories.get(entry.path), reproduce: commandOf(report, options) })
      judged[index] = { report, game }
    }
    return pMap(jobs, run, { concurrency })
  }
  const endAsStopped = await untilStopped(judgeAll).finally(progress.stop)
  // Without the gaps that are left where it was stopped.
  const done = judged.flat()
  const failed = done.find(({ report }) => report.failure !== null && !report.ok)
  if (save !== undefined && failed !== undefined) saveFailure(save, failed.report, failed.game)
  reports.end({ stopped: endAsStopped && `stopped after ${done.length} of ${jobs.length} entries` })
  endAsStopped?.()
}

/** An entry's plan, as progress shows it. */
export const partOf = ({ path }: Entry, plan: Plan): Part => ({
  name: basename(path),
  steps: plan.map(({ suite: { name, sessions } }) => ({ name, size: sessions.length })),
})

/** @returns a function that finds an entry's game and makes its plan; entries of one game share its suites */
export function jobPlanner(options: Pick<JudgeOptions, 'real' | 'quick' | 'memory' | 'seed' | 'suite'>) {
  const games = new Map<string, { name: string; game: Game<unknown> }>()
  const planOf = planner({ real: false, seed: 1, ...options, suites: options.suite })
  return async (entry: Entry) => {
    const known = games.get(entry.game) ?? (await gameWithName(entry))
    games.set(entry.game, known)
    const { name, game } = known
    return { entry: { ...entry, game: name }, game, plan: planOf(game, entry) }
  }
}

/** The game of an entry, and its name with the options. */
async function gameWithName({ path, game: asked }: Entry) {
  const found = await findCommand(asked, path)
  const game = parseGame(found, [], path)
  return { game, name: found.options.length === 0 ? game.name : commandLineOf(found) }
}

/** The command that judges one entry again. Random sessions are not run alone, as there would be others. */
function commandOf({ path, failure }: EntryReport, options: JudgeOptions): string {
  const { game, runtime, input, exact, quick, memory, real, seed, timeout } = options
  const seconds = timeout.milliseconds === 2000 ? undefined : timeout.milliseconds / 1000
  const suite = options.suite ?? suiteNames.filter((name) => name === failure?.suite && name !== 'random')
  const given = { game, runtime, input, seed, timeout: seconds, suite, exact, quick, memory, real }
  return commandToReproduce(['judge', path], given)
}

/** The sandbox, and the versions of the runtimes that are installed. */
async function machineOf({ name: sandbox }: Sandbox, entries: readonly Entry[]): Promise<Machine> {
  const runtimes: Record<string, string> = {}
  for (const runtime of new Set(entries.map((entry) => entry.runtime))) {
    const version = await versionOf(runtime)
    if (version !== undefined) runtimes[runtime.name] = version
  }
  return thisMachine({ sandbox, runtimes })
}

export const sizeOf = (plan: Plan) => plan.reduce((sum, { suite }) => sum + suite.sessions.length, 0)

/** Writes the session that failed, with the expected output. */
export function saveFailure(file: string, { path, game: command, failure }: EntryReport, game: Game<unknown>) {
  const lines = failure?.lines.map((line) => (line === null ? null : toBytes(line))) ?? []
  const comment = `# ${path}: ${failure?.difference.sentence}.`
  const session = shownOf(exactly(scriptOf(game, lines)))
  writeWhole(file, formatTranscript({ comments: [comment], command, session }), true)
}
