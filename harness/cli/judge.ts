import { basename } from 'node:path'
import pMap from 'p-map'
import { UsageError } from '../base/usage-error.ts'
import { type Entry, type EntryHints, findEntries, inLeagues } from '../entries/entry.ts'
import { findCommand } from '../games/find.ts'
import { type Job, type Jobs, machineFor, openJobs } from '../judge/job.ts'
import { type JudgeOptions, judge } from '../judge/judge.ts'
import type { Reference, Typed } from '../judge/reference.ts'
import { sessionCount, titleOf } from '../judge/suites/suite.ts'
import { type Part, sizeOf, startProgress } from '../report/progress.ts'
import type { EntryReport } from '../report/report.ts'
import { Reports } from '../report/reporters.ts'
import { openSandbox, type Sandbox } from '../run/sandbox.ts'
import { settingFor } from '../transcripts/games.ts'
import type { SharedOptions } from './options.ts'
import { saveFailed } from './save.ts'
import { untilStopped } from './stop.ts'

/** The options of `ninehole judge`: those of the judge, as the command line names them, and others. */
export interface JudgeVerbOptions extends Omit<JudgeOptions, 'limits' | 'sandbox' | 'suites'>, SharedOptions {
  readonly suite?: JudgeOptions['suites']
  readonly watch?: boolean
  readonly keep?: boolean
}

/** The options of the judge. */
export const judgeOptions = (options: JudgeVerbOptions, sandbox: Sandbox): JudgeOptions => ({
  ...options,
  sandbox,
  limits: options.timeout,
  suites: options.suite,
})

/** The hints on what entries are: a command that is their reference stands for their game. */
export const hintsOf = ({ game, reference, runtime, input }: JudgeVerbOptions): EntryHints => ({
  ...(reference === undefined ? game !== undefined && { game } : { game: reference }),
  ...(runtime !== undefined && { runtime }),
  ...(input !== undefined && { input }),
})

/** `ninehole judge [ENTRY…]` */
export async function judgeVerb(paths: readonly string[], options: JudgeVerbOptions) {
  if (options.keep) throw new UsageError('--keep', 'keeps what --watch judges, and needs it')
  const { shard = () => true } = options
  const entries = findEntries(paths, hintsOf(options)).filter(shard).sort(inLeagues)
  const sandbox = await openSandbox(options.sandbox)
  const jobs = await openJobs(judgeOptions(options, sandbox))
  await judgeEntries(entries, jobs, sandbox, options).finally(jobs.close)
}

/** The order in which entries are judged: wrong ones that never answer take long, and leave the processor to others. */
const wrongFirst = (jobs: readonly Job[]): readonly number[] =>
  [...jobs.keys()].sort((a, b) => Number(jobs[a]?.entry.expected === 'AC') - Number(jobs[b]?.entry.expected === 'AC'))

/** The result of an entry. */
interface Judged {
  readonly report: EntryReport
  readonly reference: Reference
  /** The lines of the session that failed, as bytes; none if none did. */
  readonly lines: Typed
}

/** Judges the entry of a job. */
export async function judgeJob(
  { entry, reference, plan }: Job,
  options: Omit<Parameters<typeof judge>[3], 'onFailed'>,
): Promise<Judged> {
  let lines: Typed = []
  const onFailed = (failed: Typed) => {
    lines = failed
  }
  return { report: await judge(entry, reference, plan, { ...options, onFailed }), reference, lines }
}

async function judgeEntries(entries: readonly Entry[], jobs: Jobs, sandbox: Sandbox, options: JudgeVerbOptions) {
  const { save, jobs: concurrency, reporter } = options
  const planned = await pMap(entries, jobs.plan, { concurrency: 1 })
  const history = reporter.some(({ name }) => name === 'json' || name === 'html')
  const judging = { ...judgeOptions(options, sandbox), history, profile: true }
  const reports = new Reports(reporter, [await machineFor(entries, sandbox)])
  const progress = startProgress(sizeOf(...planned.map(partOf)))
  const judged: Judged[] = []
  const judgeAll = (stop: AbortSignal) => {
    const run = async (index: number) => {
      stop.throwIfAborted()
      const job = planned[index] as Job
      const part = progress.begin(partOf(job))
      const one = await judgeJob(job, { ...judging, stop, onSession: part.step })
      stop.throwIfAborted()
      part.end()
      reports.add(index, one.report)
      judged[index] = one
    }
    return pMap(wrongFirst(planned), run, { concurrency })
  }
  const endAsStopped = await untilStopped(judgeAll).finally(progress.stop)
  // Without the gaps that are left where it was stopped.
  const done = judged.flat()
  const failed = done.find(({ report }) => report.failure !== null && !report.ok)
  if (save !== undefined && failed !== undefined) await saveFailure(save, failed, jobs, options)
  reports.end({ stopped: endAsStopped && `stopped after ${done.length} of ${planned.length} entries` })
  endAsStopped?.()
}

/** A job as progress shows it. */
export const partOf = ({ entry, plan }: Job): Part => ({
  name: basename(entry.path),
  steps: plan.map(({ suite }) => ({ name: titleOf(suite), size: sessionCount(suite) })),
})

/** Writes the session that failed, with the expected output, and says so if it cannot be kept. */
export async function saveFailure(
  file: string,
  { report: { path, failure }, reference, lines }: Judged,
  { origin }: Pick<Jobs, 'origin'>,
  { game: asked, timeout: limits }: Pick<JudgeVerbOptions, 'game' | 'timeout'>,
) {
  // The path of the entry says it otherwise.
  const found = asked === undefined ? undefined : await findCommand(asked)
  const comments = [`# ${path}: ${failure?.difference.sentence}.`, ...settingFor(found, file)]
  await saveFailed(file, comments, await reference.script(lines), { ...origin, reference }, { limits })
}
