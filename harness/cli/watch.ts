import { EventEmitter, on, once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { onExit } from 'signal-exit'
import { writeWhole } from '../base/files.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Entry, type EntryHints, findEntries, leagueOf } from '../entries/entry.ts'
import { jobPlanner } from '../judge/job.ts'
import { judge } from '../judge/judge.ts'
import type { Plan } from '../judge/plan.ts'
import { print, sizeOf, startProgress } from '../report/progress.ts'
import { type EntryReport, type Failure, provenFor, remarksOf, verdictOf } from '../report/report.ts'
import { showCase } from '../report/table.ts'
import { colors, printable } from '../report/text.ts'
import { openSandbox } from '../run/sandbox.ts'
import { toBytes } from '../session/bytes.ts'
import { type JudgeVerbOptions, judgeOptions, partOf, saveFailure } from './judge.ts'

/** A version of an entry that is watched. */
interface Watched {
  readonly entry: Entry
  /** Stops its judgement, when there is a newer version. */
  readonly stop: AbortController
  /** The session that failed last, which the next version must pass first. */
  failure: Failure | null
}

/** `ninehole judge --watch [ENTRY…]` */
export async function watchVerb(paths: readonly string[], options: JudgeVerbOptions) {
  const judging = judgeOptions(options, await openSandbox(options.sandbox))
  const planAsked = jobPlanner(judging)
  const planAll = jobPlanner({ ...judging, suites: undefined })
  const roots = paths.length > 0 ? paths.map((path) => [path]) : [[]]
  const files = new Map<string, Watched>()
  const events = new EventEmitter()
  const queue = on(events, 'judge') as AsyncIterable<[file: Watched, planJob: typeof planAsked]>

  /** Reads the entries, five times a second. What has changed is judged next, and its judgement is stopped. */
  function look(isFirst = false) {
    const found = roots.flatMap((root) => entriesIn(root, options))
    for (const entry of found) {
      const before = files.get(entry.path)
      if (before?.entry.source === entry.source) continue
      before?.stop.abort()
      const file = { entry, stop: new AbortController(), failure: before?.failure ?? null }
      files.set(entry.path, file)
      // With many entries, only those that are being worked on are of interest.
      if (isFirst && found.length > 1) continue
      say(headingOf(entry, before?.entry.bytes, [...entriesIn([dirname(entry.path)], options), ...found]))
      events.emit('judge', file, planAsked)
    }
  }

  /** Runs the session that failed last, then the suites. */
  async function judgeOnce(file: Watched, planJob: typeof planAsked) {
    const { entry, game, plan } = await planJob(file.entry)
    const whole = [...again(file.failure, plan), ...plan]
    const all = partOf({ entry, game, plan: whole })
    const progress = startProgress(sizeOf(all))
    const part = progress.begin(all)
    file.stop.signal.addEventListener('abort', progress.stop)
    const onSession = (count?: number) => {
      // Ends the judgement, which then closes its programs.
      file.stop.signal.throwIfAborted()
      part.step(count)
    }
    const terms = { ...judging, stop: file.stop.signal, onSession }
    const report = await judge(entry, game, whole, terms).finally(progress.stop)
    if (file.stop.signal.aborted) return
    file.failure = report.failure
    say(report.ok ? resultOf(report) : showCase(report))
    if (options.save !== undefined && !report.ok && report.failure !== null) saveFailure(options.save, report, game)
    if (options.keep && report.verdict === 'AC') keep(entry)
  }

  if (process.stdin.isTTY) {
    process.stdin.setRawMode(true)
    onExit(() => void process.stdin.setRawMode(false))
  }
  process.stdin.on('data', (keys) => {
    if (keys.includes('q') || keys.includes('\x03')) process.exit()
    if (keys.includes('a')) for (const [path, file] of files) if (existsSync(path)) events.emit('judge', file, planAll)
  })
  say(colors.dim('watching; a: judge all with all suites, q: quit'))
  look(true)
  if (files.size === 0) say('no entries yet')
  setInterval(look, 200)

  for await (const [file, planJob] of queue) {
    const { signal } = file.stop
    if (signal.aborted) continue
    const judged = judgeOnce(file, planJob).catch((error) => {
      if (signal.aborted) return
      if (!(error instanceof UsageError)) throw error
      say(colors.red(printable(error.message)))
    })
    // A silent program delays its own judgement only: a new version is judged at once.
    await Promise.race([judged, once(signal, 'abort')])
  }
}

const say = (text: string) => print(`${text}\n`)

/** The entries of a path, none if there are none; not those that we wrote. */
function entriesIn(paths: readonly string[], hints: EntryHints): Entry[] {
  try {
    return findEntries(paths, hints).filter(({ path }) => !/\.best\.\w+$/.test(path))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return []
  }
}

/** The bytes, the change, and the distance to the smallest of the others in the league. */
function headingOf(entry: Entry, before: number | undefined, others: readonly Entry[]) {
  const { path, bytes } = entry
  const change = before === undefined || before === bytes ? '' : ` (${signed(bytes - before)})`
  const isRival = (other: Entry) =>
    other.path !== path && other.expected === 'AC' && leagueOf(other) === leagueOf(entry)
  const rivals = others.filter(isRival)
  const [best] = rivals.sort((a, b) => a.bytes - b.bytes)
  const distance = best === undefined ? '' : `, ${signed(bytes - best.bytes)} to ${printable(basename(best.path))}`
  return `${colors.bold(printable(path))}  ${bytes.toLocaleString('en')} bytes${change}${distance}`
}

const signed = (difference: number) => (difference > 0 ? `+${difference}` : `${difference}`)

/** The session of a failure as a plan. */
function again(failure: Failure | null, plan: Plan): Plan {
  if (failure === null) return []
  const lines = failure.lines.filter((line) => line !== null).map(toBytes)
  const { runner = 'processes' } = plan.find(({ suite }) => suite.name === failure.suite) ?? {}
  return [{ suite: { name: failure.suite, sessions: [lines] }, runner }]
}

function resultOf(report: EntryReport) {
  const { path, milliseconds } = report
  const remarks = [provenFor(report), remarksOf(report)].filter(Boolean).join(' ')
  return `${colors.green(verdictOf(report))} ${printable(`${path} ${remarks}`)} ${colors.dim(`${(milliseconds / 1000).toFixed(1)} s`)}`
}

/** Writes an accepted version beside the entry if it is smaller than the one that is there. */
function keep({ path, source, bytes }: Entry) {
  const extension = extname(path)
  const best = join(dirname(path), `${basename(path, extension)}.best${extension}`)
  if (existsSync(best) && statSync(best).size <= bytes) return
  writeWhole(best, toBytes(source), true)
  say(colors.dim(`kept as ${printable(best)}`))
}
