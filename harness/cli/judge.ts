import { basename } from 'node:path'
import pMap from 'p-map'
import type { Game } from '../../reference/game.ts'
import { writeWhole } from '../base/files.ts'
import { UsageError } from '../base/usage-error.ts'
import { findEntries, inLeagues } from '../entries/entry.ts'
import { type Job, jobPlanner, machineFor } from '../judge/job.ts'
import { type JudgeOptions, judge } from '../judge/judge.ts'
import { type Part, sizeOf, startProgress } from '../report/progress.ts'
import type { EntryReport } from '../report/report.ts'
import { Reports } from '../report/reporters.ts'
import { openSandbox, type Sandbox } from '../run/sandbox.ts'
import { toBytes } from '../session/bytes.ts'
import { exactly, scriptOf } from '../session/script.ts'
import { shownOf } from '../session/session.ts'
import { formatTranscript } from '../transcripts/transcript.ts'
import type { SharedOptions } from './options.ts'
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

/** `ninehole judge [ENTRY…]` */
export async function judgeVerb(paths: readonly string[], options: JudgeVerbOptions) {
  if (options.keep) throw new UsageError('--keep', 'keeps what --watch judges, and needs it')
  const { save, shard = () => true, jobs: concurrency, reporter } = options
  const entries = findEntries(paths, options).filter(shard).sort(inLeagues)
  const jobs = await pMap(entries, jobPlanner({ ...options, suites: options.suite }), { concurrency: 1 })
  const sandbox = await openSandbox(options.sandbox)
  const history = reporter.some(({ name }) => name === 'json' || name === 'html')
  const judging = { ...judgeOptions(options, sandbox), history, profile: true }
  const reports = new Reports(reporter, [await machineFor(entries, sandbox)])
  const progress = startProgress(sizeOf(...jobs.map(partOf)))
  const judged: { readonly report: EntryReport; readonly game: Game<unknown> }[] = []
  const judgeAll = (stop: AbortSignal) => {
    const run = async (job: Job, index: number) => {
      stop.throwIfAborted()
      const { entry, game, plan } = job
      const part = progress.begin(partOf(job))
      const report = await judge(entry, game, plan, { ...judging, stop, onSession: part.step })
      stop.throwIfAborted()
      part.end()
      reports.add(index, report)
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

/** A job as progress shows it. */
export const partOf = ({ entry, plan }: Job): Part => ({
  name: basename(entry.path),
  steps: plan.map(({ suite: { name, sessions } }) => ({ name, size: sessions.length })),
})

/** Writes the session that failed, with the expected output. */
export function saveFailure(file: string, { path, game: command, failure }: EntryReport, game: Game<unknown>) {
  const lines = failure?.lines.map((line) => (line === null ? null : toBytes(line))) ?? []
  const comment = `# ${path}: ${failure?.difference.sentence}.`
  const session = shownOf(exactly(scriptOf(game, lines)))
  writeWhole(file, formatTranscript({ comments: [comment], command, session }), true)
}
