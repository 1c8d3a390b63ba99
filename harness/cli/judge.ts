import { basename, dirname, extname, join, resolve } from 'node:path'
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
import { note, type Part, printError, startProgress } from '../report/output.ts'
import type { Machine } from '../report/report.ts'
import { Reports, thisMachine } from '../report/reporters.ts'
import { listed, printable } from '../report/text.ts'
import { openSandbox, type Sandbox } from '../run/sandbox.ts'
import { toBytes } from '../session/bytes.ts'
import { settingFor } from '../transcripts/command.ts'
import { isInShard, type SharedOptions } from './options.ts'
import { checkSavePlace, savedBy, saveFailed } from './save.ts'
import { statusOf, untilStopped } from './stop.ts'

export interface JudgeVerbOptions extends Omit<JudgeOptions, 'sandbox'>, SharedOptions {
  readonly watch?: boolean
  readonly keep?: boolean
}

/** `ninehole judge [ENTRY…]` */
export async function judgeVerb(paths: readonly string[], options: JudgeVerbOptions, host: Host): Promise<number> {
  if (options.save !== undefined) checkSavePlace(options.save, host.cwd)
  const bad: InvalidEntry[] = []
  const found = findEntries(paths, options, (one) => bad.push(one), host.cwd)
  const leftOut = filesWithoutRuntime(paths, options, host.cwd)
  if (leftOut.length > 0)
    note(
      host,
      `not judged, as no runtime has their extension (name them with --runtime): ${listed(leftOut).join(', ')}`,
    )
  const sandbox = await openSandbox(options.sandbox, host.cwd)
  const planOf = planner({ ...options, loadsGames: options.sandbox !== 'require', surroundings: host })
  const named = new Set(paths.map((path) => resolve(host.cwd, path)))
  const isNamed = ({ path }: Entry) => named.has(resolve(host.cwd, path))
  const planned: Job[] = []
  const others = bad.filter(isInShard(options.shard))
  for (const entry of found.filter(isInShard(options.shard)).sort(leaderboardOrder)) {
    try {
      planned.push(await planOf(entry))
    } catch (error) {
      // If the user named the path or the game, its error ends the command.
      const isNamedByUser = options.game !== undefined || isNamed(entry)
      if (isNamedByUser || !(error instanceof UsageError)) throw error
      others.push(badEntry(entry, error))
    }
  }
  refuseForRecorded(planned, options)
  const suites = options.suites?.map((name) => `--suite ${name}`).join(' ')
  if (suites !== undefined && planned.length > 0 && planned.every(({ plan }) => plan.length === 0))
    throw new UsageError(suites, 'no entry has such sessions: they need another input')
  // Without names, the user may not know how much there is to do.
  const games = planned.flatMap(({ plan }) => plan).filter(({ suite }) => suite.name === 'games')
  const count = games.reduce((sum, { suite }) => sum + suite.size, 0).toLocaleString('en')
  const work = options.allGames ? `playing ${count} games` : `judging ${planned.length} entries`
  if (options.allGames || (paths.length === 0 && planned.length > 1))
    printError(host, `${work}; Ctrl-C ends it, and prints what was found`)
  return judgeEntries(planned, isNamed, others, sandbox, options, host)
}

/** @throws UsageError if an option has no meaning for an entry that is held to recorded sessions */
function refuseForRecorded(planned: readonly Job[], { suites, allGames, save, compare }: JudgeVerbOptions) {
  const recorded = planned.find(({ recordings }) => recordings !== undefined)
  const given = Object.entries({ '--suite': suites, '--all-games': allGames, '--save': save })
  const [option] = given.find(([, value]) => value !== undefined) ?? []
  const advice = option === '--save' ? ': those that fail are files already' : ''
  if (recorded !== undefined && option !== undefined)
    throw new UsageError(option, `${recorded.entry.path} is held to recorded sessions, not to a game${advice}`)
  const other = planned.find(({ recordings }) => recordings === undefined)
  if (other !== undefined && compare !== undefined)
    throw new UsageError('--compare', `${other.entry.path} is held to a game, which says itself what may vary`)
}

const badEntry = ({ path, game, runtime, input, expected }: Entry, error: UsageError): InvalidEntry => ({
  path,
  game,
  runtime: runtime.name,
  input,
  expected,
  error,
})

async function judgeEntries(
  planned: readonly Job[],
  /** True if the runtime of an entry must be installed. */
  mustRun: (entry: Entry) => boolean,
  bad: readonly InvalidEntry[],
  sandbox: Sandbox,
  options: JudgeVerbOptions,
  host: Host,
): Promise<number> {
  const { save, jobs: concurrency, reporter } = options
  const judging = { ...options, sandbox, surroundings: host }
  const entries = planned.map(({ entry }) => entry)
  for (const line of await missingFor(entries, host.env)) note(host, line)
  const reports = new Reports(
    host,
    reporter,
    [await machineFor(entries, sandbox, host.env)],
    [...entries.map(({ path }) => path), ...(save === undefined ? [] : [save])],
  )
  reports.add(planned.length, bad.map(unusable))
  const progress = startProgress(
    host,
    planned.map(partOf).reduce((sum, { size }) => sum + size, 0),
  )
  const judged: Judgement[] = []
  const judgeAll = (stop: AbortSignal) => {
    const run = async (index: number) => {
      stop.throwIfAborted()
      const job = planned[index] as Job
      const part = progress.begin(partOf(job))
      const result = await judge(job, { ...judging, stop, onSession: part.step })
      stop.throwIfAborted()
      part.end()
      const { path, skipped } = result.report
      const isMissing = skipped !== undefined && mustRun(job.entry)
      reports.add(index, [isMissing ? unusable(badEntry(job.entry, new UsageError(path, skipped))) : result.report])
      if (options.keep && result.report.verdict === 'AC') keepBest(job.entry, host)
      judged[index] = result
    }
    const isRight = (index: number) => planned[index]?.entry.expected === 'AC'
    const right = [...planned.keys()].filter(isRight)
    const wrong = [...planned.keys()].filter((index) => !isRight(index))
    return besideEachOther(right, wrong, concurrency, run)
  }
  const isStopped = await untilStopped(host.signal, judgeAll).finally(progress.stop)
  // `flat` removes gaps, if the run was stopped.
  const done = judged.flat()
  const failed = judged.findIndex((one) => one !== undefined && one.report.failure !== null && !one.report.ok)
  const [job, failure] = [planned[failed], judged[failed]]
  if (save !== undefined && job && failure) await saveFailure(save, job, failure, options, host)
  const stopped = isStopped ? `stopped after ${done.length} of ${planned.length} entries` : undefined
  const status = reports.end({ shard: options.shard, stopped })
  return isStopped ? statusOf(host.signal) : status
}

/**
 * Runs right entries, and one after the other the wrong ones beside them: those that never answer take long, but leave the
 * processor to others.
 */
export async function besideEachOther(
  right: readonly number[],
  wrong: readonly number[],
  jobs: number,
  run: (index: number) => Promise<void>,
) {
  if (jobs === 1 || wrong.length === 0) await pMap([...right, ...wrong], run, { concurrency: jobs })
  else await Promise.all([pMap(right, run, { concurrency: jobs - 1 }), pMap(wrong, run, { concurrency: 1 })])
}

export const partOf = ({ entry, plan }: Job): Part => ({
  name: basename(entry.path),
  size: plan.reduce((sum, { suite }) => sum + suite.size, 0),
})

/** This machine, with the sandbox and the versions of the runtimes that entries need. */
async function machineFor(
  entries: readonly Entry[],
  { name: sandbox, wrap }: Sandbox,
  env?: NodeJS.ProcessEnv,
): Promise<Machine> {
  const runtimes: Record<string, string> = {}
  for (const runtime of new Set(entries.map((entry) => entry.runtime))) {
    const version = await versionOf(runtime, wrap, env)
    if (version !== undefined) runtimes[runtime.name] = version
  }
  return thisMachine({ sandbox, runtimes })
}

/** Writes the failed session with the expected output, or says why not. */
export async function saveFailure(
  file: string,
  { entry: { path }, oracle }: Job,
  { report: { failure }, lines }: Judgement,
  options: JudgeVerbOptions,
  host: Host,
) {
  const { game: name, limits } = options
  // Otherwise, the path of the entry names the game.
  const found = name === undefined ? undefined : await findCommand(name, name, host.cwd)
  const comments = [`${savedBy} ${path}: ${failure?.sentence}.`, ...settingFor(found, file, host.cwd)]
  await saveFailed(file, comments, await oracle.script(lines), { reference: oracle }, { limits, found }, host)
}

/** Copies an accepted entry beside itself, as `<name>.best.<ext>`, unless one that is as small stands there. */
export function keepBest(entry: Entry, host: Host) {
  const { path, source, bytes } = entry
  const best = join(dirname(path), `${basename(path, extname(path))}.best${extname(path)}`)
  const expected = exists(best, host.cwd) ? read(best, 'an entry', host.cwd).toString('latin1') : null
  if (isKept(path) || (expected !== null && expected.length <= bytes)) return
  writeWhole(best, toBytes(source), { expected, cwd: host.cwd })
  printError(host, `kept as ${printable(best)}`)
}
