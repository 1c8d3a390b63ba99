import { existsSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { onExit } from 'signal-exit'
import { type Entry, type EntryHints, findEntries, leagueOf } from '../entries/entry.ts'
import { statOf, writeWhole } from '../games/files.ts'
import { judge } from '../judge/judge.ts'
import type { Plan } from '../judge/plan.ts'
import { type EntryReport, type Failure, provenFor } from '../report/report.ts'
import { startProgress } from '../report/reporters.ts'
import { showCase } from '../report/table.ts'
import { colors } from '../report/text.ts'
import { openSandbox } from '../run/sandbox.ts'
import { toBytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'
import { type JudgeOptions, jobPlanner, saveFailure, sizeOf } from './judge.ts'

/** What is known of a file that is watched. */
interface Watched {
  /** Absent while the file is missing. */
  readonly entry?: Entry
  /** The bytes of the version before. */
  readonly bytesBefore?: number
  /** The session that failed last, which the next version must pass first. */
  lastFailure?: Pick<PlannedFailure, 'lines' | 'runner' | 'suite'>
}

interface PlannedFailure extends Failure {
  readonly runner: 'processes' | 'terminal' | 'pauses'
}

/** How often the entries are read, in milliseconds. */
const interval = 200
/** How long a file is left alone after a change, in milliseconds: editors write in several steps. */
const pause = 50

/** `ninehole judge --watch [ENTRY…]` */
export async function watchVerb(paths: readonly string[], options: JudgeOptions) {
  const { exact = false, timeout: limits, suite: _, ...others } = options
  const [reporter] = options.reporter
  if (options.reporter.length > 1 || reporter?.name !== 'table' || reporter.file !== undefined || options.shard)
    throw new UsageError('--watch', 'shows what happens on the terminal, and takes neither --reporter nor --shard')
  const roots = paths.length > 0 ? paths : [existsSync('solutions') ? 'solutions' : '.']
  const sandbox = await openSandbox(options.sandbox)
  const planners = { asked: jobPlanner(options), all: jobPlanner(others) }
  const files = new Map<string, Watched>()
  /** The paths to judge next, and with which suites. */
  const queue = new Map<string, keyof typeof planners>()
  let current: { readonly path: string; readonly stop: AbortController } | undefined
  let wake = () => {}
  let isOver = false

  const say = (text: string) => process.stdout.write(`${text}\n`)

  /** Reads the entries; what has changed is queued, and its judgement stopped. */
  function look(isFirst = false) {
    const found = new Map(roots.flatMap((path) => entriesIn(path, options)).map((entry) => [entry.path, entry]))
    for (const path of new Set([...files.keys(), ...found.keys()])) {
      const { entry: before, bytesBefore, lastFailure } = files.get(path) ?? {}
      const entry = found.get(path)
      if (entry?.source === before?.source || (entry && !isFirst && isBeingWritten(path))) continue
      const bytes = before?.bytes ?? bytesBefore
      files.set(path, {
        ...(entry && { entry }),
        ...(bytes !== undefined && { bytesBefore: bytes }),
        ...(lastFailure && { lastFailure }),
      })
      if (current?.path === path) current.stop.abort()
      queue.delete(path)
      if (entry === undefined) say(`${path}: removed`)
      // With many entries, only those that are being worked on are of interest.
      else if (!isFirst || found.size === 1) {
        say(headingOf(entry, bytes, [...found.values()]))
        queue.set(path, 'asked')
      }
    }
    wake()
  }

  /** Runs the session that failed last, then the suites. */
  async function judgeOnce(entry: Entry, suites: keyof typeof planners, stop: AbortSignal) {
    const watched = files.get(entry.path)
    const job = await planners[suites](entry)
    const { lastFailure } = watched ?? {}
    const again: Plan = lastFailure === undefined ? [] : [planOf(lastFailure)]
    const progress = startProgress(sizeOf(again) + sizeOf(job.plan))
    const onSession = (count?: number) => {
      // Ends the judgement, which then closes its programs.
      stop.throwIfAborted()
      progress.step(count)
    }
    const judged = { limits, exact, sandbox, onSession }
    try {
      const first = again.length === 0 ? undefined : await judge(job.entry, job.game, again, judged)
      const report = first?.failure ? first : await judge(job.entry, job.game, job.plan, judged)
      if (stop.aborted) return
      progress.stop()
      if (watched !== undefined) rememberFailure(watched, report)
      say(report.ok ? resultOf(report) : showCase(report))
      if (options.save !== undefined && !report.ok && report.failure !== null)
        saveFailure(options.save, report, job.game)
      if (options.keep && report.verdict === 'AC') keep(entry)
    } finally {
      progress.stop()
    }
  }

  /** Writes an accepted version beside the entry if it is smaller than the one that is there. */
  function keep({ path, source, bytes }: Entry) {
    const extension = extname(path)
    const best = join(dirname(path), `${basename(path, extension)}.best${extension}`)
    if (existsSync(best) && statOf(best).size <= bytes) return
    writeWhole(best, toBytes(source), true)
    say(colors.dim(`kept as ${best}`))
  }

  function onKeys(keys: Buffer) {
    for (const key of keys.toString('latin1')) {
      if (key === 'q' || key === '\x03') isOver = true
      if (key === 'a') for (const [path, { entry }] of files) if (entry !== undefined) queue.set(path, 'all')
    }
    if (isOver) current?.stop.abort()
    wake()
  }

  const { stdin } = process
  if (stdin.isTTY) {
    stdin.setRawMode(true)
    onExit(() => void stdin.setRawMode(false))
  }
  stdin.on('data', onKeys)
  say(colors.dim('watching; a: judge all with all suites, q: quit'))
  look(true)
  const timer = setInterval(look, interval)
  if (files.size === 0) say('no entries yet')
  while (!isOver) {
    const [next] = queue
    if (next === undefined) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      continue
    }
    const [path, suites] = next
    queue.delete(path)
    const { entry } = files.get(path) ?? {}
    if (entry === undefined) continue
    const stop = new AbortController()
    current = { path, stop }
    const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()))
    const result = judgeOnce(entry, suites, stop.signal).catch((error) => {
      if (stop.signal.aborted) return
      if (!(error instanceof UsageError)) throw error
      say(colors.red(error.message))
    })
    // A program that is silent holds its judgement up; the new version does not wait for it.
    await Promise.race([result, stopped])
    current = undefined
  }
  clearInterval(timer)
  stdin.off('data', onKeys)
  if (stdin.isTTY) stdin.setRawMode(false)
  stdin.pause()
}

/** The entries of a path, none if there are none; not those that we wrote. */
function entriesIn(path: string, hints: EntryHints): Entry[] {
  try {
    return findEntries([path], hints).filter(({ path }) => !/\.best\.\w+$/.test(path))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return []
  }
}

const isBeingWritten = (path: string) =>
  Math.abs(Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)) < pause

/** The bytes, the change, and the distance to the smallest of the others in the league. */
function headingOf(entry: Entry, before: number | undefined, all: readonly Entry[]) {
  const { path, bytes } = entry
  const change = before === undefined || before === bytes ? '' : ` (${signed(bytes - before)})`
  const isRival = (other: Entry) =>
    other.path !== path && other.expected === 'AC' && leagueOf(other) === leagueOf(entry)
  const [best] = [...entriesIn(dirname(path), {}), ...all].filter(isRival).sort((a, b) => a.bytes - b.bytes)
  const distance = best === undefined ? '' : `, ${signed(bytes - best.bytes)} to ${basename(best.path)}`
  return `${colors.bold(path)}  ${bytes.toLocaleString('en')} bytes${change}${distance}`
}

const signed = (difference: number) => (difference > 0 ? `+${difference}` : `${difference}`)

const resultOf = (report: EntryReport) => {
  const { path, verdict = 'skipped', skipped, exact, variations, milliseconds } = report
  const remarks = [skipped ?? provenFor(report), ...(exact ? ['exact'] : []), ...variations].filter(Boolean)
  return `${colors.green(verdict)} ${path} ${remarks.join(' ')} ${colors.dim(`${(milliseconds / 1000).toFixed(1)} s`)}`
}

function rememberFailure(watched: Watched, { failure, plan }: EntryReport) {
  delete watched.lastFailure
  if (failure === null) return
  const runner = plan.find(({ suite }) => suite === failure.suite)?.runner
  const { suite, lines } = failure
  watched.lastFailure = { suite, lines, runner: runner === undefined || runner === 'in-process' ? 'processes' : runner }
}

const planOf = ({ suite, lines, runner }: NonNullable<Watched['lastFailure']>): Plan[number] => {
  const session = lines.flatMap((line) => (line === null ? [] : [toBytes(line)]))
  return { suite: { name: suite, sessions: [session], size: 1 }, runner }
}
