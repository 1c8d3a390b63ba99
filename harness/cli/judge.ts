import { basename } from 'node:path'
import pMap from 'p-map'
import { writeWhole } from '../base/files.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Entry, findEntries, inLeagues } from '../entries/entry.ts'
import { findCommand } from '../games/find.ts'
import { type Contest, openContest } from '../judge/fuzz/contest.ts'
import { transcriptFor } from '../judge/fuzz/save.ts'
import { type Job, jobPlanner, machineFor, planFor } from '../judge/job.ts'
import { type JudgeOptions, judge } from '../judge/judge.ts'
import { asReference } from '../judge/reference.ts'
import { type Part, sizeOf, startProgress } from '../report/progress.ts'
import type { EntryReport } from '../report/report.ts'
import { Reports } from '../report/reporters.ts'
import { here, Programs } from '../run/programs.ts'
import { openSandbox, type Sandbox } from '../run/sandbox.ts'
import { toBytes } from '../session/bytes.ts'
import { settingFor } from '../transcripts/games.ts'
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
  const hints = options.reference === undefined ? options : { ...options, game: options.reference }
  const entries = findEntries(paths, hints).filter(shard).sort(inLeagues)
  const trusted = new Programs(here())
  const contest = options.reference === undefined ? undefined : await contestFor(trusted, options)
  const jobs = await (contest === undefined
    ? pMap(entries, jobPlanner({ ...options, suites: options.suite }), { concurrency: 1 })
    : jobsFor(entries, contest, options))
  const sandbox = await openSandbox(options.sandbox)
  const history = reporter.some(({ name }) => name === 'json' || name === 'html')
  const judging = { ...judgeOptions(options, sandbox), history, profile: true }
  const reports = new Reports(reporter, [await machineFor(entries, sandbox)])
  const progress = startProgress(sizeOf(...jobs.map(partOf)))
  const judged: { readonly report: EntryReport; readonly game: Job['game'] }[] = []
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
  if (save !== undefined && failed !== undefined)
    await saveFailure(save, failed.report, failed.game, options.game, contest)
  trusted.close()
  reports.end({ stopped: endAsStopped && `stopped after ${done.length} of ${jobs.length} entries` })
  endAsStopped?.()
}

/** A job as progress shows it. */
export const partOf = ({ entry, plan }: Job): Part => ({
  name: basename(entry.path),
  steps: plan.map(({ suite: { name, sessions } }) => ({ name, size: sessions.length })),
})

/** The reference that entries are compared with, if it is a command. */
async function contestFor(programs: Programs, options: JudgeVerbOptions): Promise<Contest> {
  if (options.game !== undefined)
    throw new UsageError('--game', 'what is right says --reference: leave one of them out')
  return openContest(programs, { ...options, game: undefined, limits: options.timeout, competitors: [] }).catch(
    (error) => {
      programs.close()
      throw error
    },
  )
}

async function jobsFor(entries: readonly Entry[], contest: Contest, options: JudgeVerbOptions): Promise<Job[]> {
  const plan = await planFor(contest, options)
  return entries.map((entry) => ({ entry, game: contest.reference, plan }))
}

/**
 * Writes the session that failed, with the expected output.
 * @param asked the game as it was asked for, where the path of the entry does not say it
 */
export async function saveFailure(
  file: string,
  report: EntryReport,
  game: Job['game'],
  asked: string | undefined,
  contest?: Contest,
) {
  const { path, game: command, failure } = report
  const lines = failure?.lines.map((line) => (line === null ? null : toBytes(line))) ?? []
  const found = asked === undefined ? undefined : await findCommand(asked)
  const comments = [`# ${path}: ${failure?.difference.sentence}.`, ...settingFor(found, file)]
  const reference = { ...asReference(game), name: command }
  const isCommand = contest?.trusted !== undefined
  const origin = { reference: isCommand ? contest.reference : reference, isCommand, prompt: contest?.prompt }
  const transcript = await transcriptFor(file, comments, await origin.reference.script(lines), origin)
  writeWhole(file, formatTranscript(transcript), true)
}
