import { basename, dirname, extname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pMap from 'p-map'
import { exists, read, writeWhole } from '../base/files.ts'
import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import {
  type Entry,
  filesWithoutRuntime,
  findEntries,
  type InvalidEntry,
  isKept,
  leaderboardOrder,
} from '../entries/entry.ts'
import { missingFor, versionOf } from '../entries/installed.ts'
import { findCommand } from '../games/find.ts'
import { type Judgement, type JudgeOptions, judge, unusable } from '../judge/judge.ts'
import { type Job, planner } from '../judge/plan.ts'
import { note, print, printError, startProgress } from '../report/output.ts'
import { openReports } from '../report/reporters.ts'
import { showCase } from '../report/table.ts'
import { colors, listed, printable } from '../report/text.ts'
import { leaderboardRow, verdictOf } from '../report/words.ts'
import { sessionsAtATime } from '../run/launcher.ts'
import { openSandbox, type Sandbox } from '../run/sandbox.ts'
import { toBytes } from '../session/bytes.ts'
import type { SharedOptions } from './options.ts'
import { checkSavePlace, saveFailed } from './save.ts'
import { statusUnlessStopped, untilStopped } from './stop.ts'

interface JudgeVerbOptions extends Omit<JudgeOptions, 'sandbox'>, SharedOptions {
  readonly watch?: boolean
  readonly keep?: boolean
}

export async function judgeVerb(paths: readonly string[], options: JudgeVerbOptions, host: Host): Promise<number> {
  if (options.save !== undefined) checkSavePlace(options.save, host.cwd)
  const sandbox = await openSandbox(options.sandbox, host.cwd)
  const planOf = planner({ ...options, loadsGames: options.sandbox !== 'require', context: host })
  const judgeJob = async (job: Job, stop: AbortSignal, onSession: (count: number) => void, concurrency?: number) => {
    const judgement = await judge(job, { ...options, sandbox, context: host, stop, onSession, concurrency })
    stop.throwIfAborted()
    return judgement
  }
  if (options.watch) return watch(paths, planOf, judgeJob, options, host)
  const { save, shard, jobs: concurrency } = options
  const invalid: InvalidEntry[] = []
  const found = findEntries(paths, options, (one) => invalid.push(one), host.cwd)
  const leftOut = listed(filesWithoutRuntime(paths, options, host.cwd)).join(', ')
  if (leftOut !== '') note(host, `not judged, as no runtime has their extension (name them with --runtime): ${leftOut}`)
  const named = new Set(paths.map((path) => resolve(host.cwd, path)))
  const isNamed = ({ path }: Entry) => named.has(resolve(host.cwd, path))
  const bad = invalid.filter(shard)
  const jobs: Job[] = []
  for (const entry of found.filter(shard).sort(leaderboardOrder)) {
    try {
      jobs.push(await planOf(entry))
    } catch (error) {
      // If the user named the path or the game, its error ends the command.
      if (options.game !== undefined || isNamed(entry) || !(error instanceof UsageError)) throw error
      const { path, game, runtime, input, expected } = entry
      bad.push({ path, game, runtime: runtime.name, input, expected, error })
    }
  }
  checkOptions(jobs, options)
  const entries = jobs.map(({ entry }) => entry)
  for (const line of await missingFor(entries, host.env)) note(host, line)
  const machine = { sandbox: sandbox.name, runtimes: await versionsFor(entries, sandbox, host) }
  const files = [...entries.map(({ path }) => path), ...(save === undefined ? [] : [save])]
  const reports = openReports(host, options.reporter, [machine], files)
  reports.add(jobs.length, bad.map(unusable))
  const total = jobs.reduce((sum, job) => sum + sizeOf(job), 0)
  const progress = startProgress(host, total)
  const judged: Judgement[] = []
  // Two entries keep all processors busy: with fewer sessions at a time, each opens fewer shells.
  const sessions = sessionsAtATime() / Math.min(2, jobs.length, concurrency)
  const judgeAll = (stop: AbortSignal) => {
    const judgeNext = async (job: Job, index: number) => {
      stop.throwIfAborted()
      const part = progress.begin({ name: basename(job.entry.path), size: sizeOf(job) })
      const judgement = await judgeJob(job, stop, part.step, sessions)
      part.end()
      const { skipped, ...report } = judgement.report
      const isMissing = skipped !== undefined && isNamed(job.entry)
      const missing = { ...report, ok: false, error: `${report.path}: ${skipped}` }
      reports.add(index, [isMissing ? missing : judgement.report])
      keepBest(job.entry, judgement, options, host)
      judged[index] = judgement
    }
    return pMap(jobs, judgeNext, { concurrency })
  }
  const stopStatus = await untilStopped(host.signal, judgeAll).finally(progress.stop)
  const failed = judged.findIndex((one) => one !== undefined && one.report.failure !== null && !one.report.ok)
  const [job, failure] = [jobs[failed], judged[failed]]
  if (job && failure) await saveFailure(job, failure, options, host)
  // `flat` removes gaps, if the run was stopped.
  const done = `stopped after ${judged.flat().length} of ${jobs.length} entries`
  const status = reports.end({ stopped: stopStatus === undefined ? undefined : done })
  return stopStatus ?? status
}

const sizeOf = ({ plan }: Job) => plan.reduce((sum, { suite }) => sum + suite.size, 0)

/** @throws UsageError if an option has no meaning for an entry */
function checkOptions(jobs: readonly Job[], { suites, allGames, save, compare }: JudgeVerbOptions) {
  const recorded = jobs.find(({ recordings }) => recordings !== undefined)
  const ofGames = Object.entries({ '--suite': suites, '--all-games': allGames, '--save': save })
  const [option] = ofGames.find(([, value]) => value !== undefined) ?? []
  if (recorded !== undefined && option !== undefined)
    throw new UsageError(option, `${recorded.entry.path} is held to recorded sessions, not to a game`)
  const other = jobs.find(({ recordings }) => recordings === undefined)
  if (other !== undefined && compare !== undefined)
    throw new UsageError('--compare', `${other.entry.path} is held to a game, which says itself what may vary`)
  if (suites !== undefined && jobs.length > 0 && jobs.every(({ plan }) => plan.length === 0))
    throw new UsageError(`--suite ${suites.join(' --suite ')}`, 'no entry has such sessions: they need another input')
}

async function versionsFor(entries: readonly Entry[], { wrap }: Sandbox, { env }: Host) {
  const runtimes = [...new Map(entries.map(({ runtime }) => [runtime.name, runtime])).values()]
  const versions = await pMap(runtimes, async (runtime) => [runtime.name, await versionOf(runtime, wrap, env)] as const)
  return Object.fromEntries(versions.flatMap(([name, version]) => (version === undefined ? [] : [[name, version]])))
}

/** With `--save`, writes the failed session with the expected output, or says why not. */
async function saveFailure(
  { entry: { path }, oracle }: Job,
  { report: { failure }, lines }: Judgement,
  { save, game: name, limits }: JudgeVerbOptions,
  host: Host,
) {
  if (save === undefined) return
  // Otherwise, the path of the entry names the game.
  const found = name === undefined ? undefined : await findCommand(name, name, host.cwd)
  const what = `${path}: ${failure?.sentence}`
  await saveFailed(save, what, await oracle.script(lines), { reference: oracle }, { limits, found }, host)
}

/** With `--keep`, copies an accepted entry to `<name>.best.<ext>` beside it, unless one that is as small stands there. */
function keepBest({ path, source, bytes }: Entry, { report }: Judgement, { keep }: JudgeVerbOptions, host: Host) {
  if (!keep || report.verdict !== 'AC' || isKept(path)) return
  const best = join(dirname(path), `${basename(path, extname(path))}.best${extname(path)}`)
  const expected = exists(best, host.cwd) ? read(best, 'an entry', host.cwd).toString('latin1') : null
  if (expected !== null && expected.length <= bytes) return
  writeWhole(best, toBytes(source), { expected, cwd: host.cwd })
  printError(host, `kept as ${printable(best)}`)
}

/** How often we look at watched files, in milliseconds of the clock. */
const fileTick = 200

/**
 * Judges entries, and each again when it is saved: the newest version first. With `--keep`, versions that were saved over
 * are judged when there is time, as one of them may be the best.
 */
async function watch(
  paths: readonly string[],
  planOf: (entry: Entry) => Promise<Job>,
  judgeJob: (job: Job, stop: AbortSignal, onSession: (count: number) => void) => Promise<Judgement>,
  options: JudgeVerbOptions,
  host: Host,
): Promise<number> {
  const say = (text: string) => print(host, `${text}\n`)
  const sayWhy = (error: unknown) => {
    if (!(error instanceof UsageError)) throw error
    say(colors.red(printable(error.message)))
  }
  /** The versions to judge, the next one last. */
  let pending: Entry[] = []
  const newest = new Map<string, string>()
  let newer = new AbortController()
  const look = (onInvalid = (_: InvalidEntry) => {}) => {
    for (const entry of findEntries(paths, options, onInvalid, host.cwd).reverse()) {
      const { path, source } = entry
      if (newest.get(path) === source) continue
      newest.set(path, source)
      if (!options.keep) pending = pending.filter((other) => other.path !== path)
      pending.push(entry)
      newer.abort()
    }
  }
  const judgeVersion = async (entry: Entry, stop: AbortSignal) => {
    const job = await planOf(entry)
    const progress = startProgress(host, sizeOf(job))
    const judgement = await judgeJob(job, stop, progress.step).finally(progress.stop)
    const { report } = judgement
    say(`${colors.bold(printable(entry.path))}  ${entry.bytes.toLocaleString('en')} bytes`)
    const remarks = leaderboardRow(report).slice(4).filter(Boolean).join(' ')
    say(report.ok ? `${colors.green(verdictOf(report))} ${printable(remarks)}` : showCase(report))
    if (!report.ok && report.failure !== null) await saveFailure(job, judgement, options, host)
    keepBest(entry, judgement, options, host)
  }

  look(({ error }) => sayWhy(error))
  const timer = setInterval(() => {
    try {
      look()
    } catch (error) {
      // A file that is saved by renaming is missing for a moment.
      if (!(error instanceof UsageError)) throw error
    }
  }, fileTick)
  const judgeAll = async () => {
    for (;;) {
      const entry = pending.pop()
      newer = new AbortController()
      const { signal } = newer
      if (entry === undefined) await sleep(fileTick, undefined, { signal: host.signal })
      else
        await judgeVersion(entry, AbortSignal.any([host.signal, signal])).catch((error) => {
          host.signal.throwIfAborted()
          if (!signal.aborted) sayWhy(error)
          else if (options.keep || newest.get(entry.path) === entry.source) pending.splice(-1, 0, entry)
        })
    }
  }
  return statusUnlessStopped(host.signal, judgeAll).finally(() => clearInterval(timer))
}
