import { EventEmitter, on, once } from 'node:events'
import { basename, dirname, extname, join } from 'node:path'
import { exists, read, writeWhole } from '../base/files.ts'
import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { type BadEntry, type Entry, type EntryHints, findEntries } from '../entries/entry.ts'
import { type JudgeOptions, judge } from '../judge/judge.ts'
import type { Plan } from '../judge/plan.ts'
import { openPlanner, type Planner } from '../judge/planner.ts'
import { openedFrom } from '../report/breaks.ts'
import { print } from '../report/output.ts'
import { startProgress } from '../report/progress.ts'
import type { EntryReport } from '../report/report.ts'
import { showCase } from '../report/table.ts'
import { colors, printable } from '../report/text.ts'
import { provenFor, remarksOf, verdictOf } from '../report/words.ts'
import { openSandbox } from '../run/sandbox.ts'
import { type Answers, toBytes, withoutEnd } from '../session/bytes.ts'
import { fileTick } from '../session/limits.ts'
import { hintsOf, type JudgeVerbOptions, partOf, saveFailure } from './judge.ts'
import { readKeys } from './keys.ts'
import { checkSavePlace } from './save.ts'
import { statusOf } from './stop.ts'

interface Watched {
  readonly entry: Entry
  /** Stops judging this version when there is a newer one. */
  readonly stop: AbortController
  /** The last failed session, which is played first with the next version. */
  failed: FailedSession | null
}

interface FailedSession {
  readonly suite: string
  readonly lines: Answers
}

type PlanJob = Planner['plan']

export async function watchVerb(paths: readonly string[], options: JudgeVerbOptions, host: Host): Promise<number> {
  if (options.save !== undefined) checkSavePlace(options.save, host.cwd)
  const sandbox = await openSandbox(options.sandbox, host.cwd)
  const judging = { ...options, sandbox, surroundings: host }
  const planner = await openPlanner(judging, (total) => startProgress(host, total))
  const quit = new AbortController()
  const watcher = new Watcher(paths, judging, planner, options, host)
  const keys = readKeys(host, (typed) => {
    if (typed.includes('\x03')) quit.abort('SIGINT')
    if (typed.includes('q')) quit.abort()
    if (typed.includes('a')) watcher.judgeAll()
  })
  print(host, `${colors.dim('watching; a: judge all with all suites, q: quit')}\n`)
  const stop = AbortSignal.any([host.signal, quit.signal])
  try {
    await watcher.run(stop)
  } finally {
    planner.close()
    keys.close()
  }
  const isSignal = host.signal.aborted || quit.signal.reason === 'SIGINT'
  return isSignal ? statusOf(stop) : 0
}

class Watcher {
  readonly #roots: readonly (readonly string[])[]
  readonly #judging: JudgeOptions
  readonly #options: JudgeVerbOptions
  readonly #planner: Planner
  readonly #files = new Map<string, Watched>()
  /** The entries at the last look. */
  #seen: readonly Entry[] = []
  readonly #host: Host
  readonly #events = new EventEmitter()

  constructor(
    paths: readonly string[],
    judging: JudgeOptions,
    planner: Planner,
    options: JudgeVerbOptions,
    host: Host,
  ) {
    this.#host = host
    // Each by itself: one that cannot be read hides no other.
    this.#roots = paths.length > 0 ? paths.map((path) => [path]) : [[]]
    this.#judging = judging
    this.#options = options
    this.#planner = planner
  }

  async run(stop: AbortSignal) {
    const queue = on(this.#events, 'judge', { signal: stop }) as AsyncIterable<[file: Watched, planJob: PlanJob]>
    this.#seen = this.#find(({ error }) => this.#say(colors.red(printable(error.message))))
    // If there are many entries, judge only those that change.
    for (const entry of this.#seen) this.#take(entry, this.#seen.length === 1)
    if (this.#files.size === 0) this.#say('no entries yet')
    const timer = setInterval(() => this.#look(), fileTick)
    stop.addEventListener('abort', () => {
      for (const file of this.#files.values()) file.stop.abort()
    })
    try {
      for await (const [file, planJob] of queue) await this.#judgeOrSay(file, planJob)
    } catch (error) {
      if (!stop.aborted) throw error
    } finally {
      clearInterval(timer)
    }
  }

  /** Judges a version of an entry until there is a newer version. Other entries wait for its end. */
  async #judgeOrSay(file: Watched, planJob: PlanJob) {
    const { signal } = file.stop
    if (signal.aborted) return
    const judged = this.#judge(file, planJob).catch((error) => {
      if (signal.aborted) return
      if (!(error instanceof UsageError)) throw error
      this.#say(colors.red(printable(error.message)))
    })
    await Promise.race([judged, once(signal, 'abort')])
  }

  /** Keeps an accepted version beside the entry, if it is smaller than the kept one. */
  #keepBest({ path, source, bytes }: Entry) {
    const { cwd } = this.#host
    const extension = extname(path)
    const best = join(dirname(path), `${basename(path, extension)}.best${extension}`)
    const expected = exists(best, cwd) ? read(best, 'an entry', cwd).toString('latin1') : null
    if (expected !== null && expected.length <= bytes) return
    writeWhole(best, toBytes(source), { expected, cwd })
    this.#say(colors.dim(`kept as ${printable(best)}`))
  }

  readonly #say = (text: string) => print(this.#host, `${text}\n`)

  judgeAll() {
    for (const [path, file] of this.#files)
      if (exists(path, this.#host.cwd)) this.#events.emit('judge', file, this.#planner.planAll)
  }

  /** @param onBad called with each bad entry among good ones */
  #find = (onBad?: (entry: BadEntry) => void) =>
    this.#roots.flatMap((root) => entriesIn(root, hintsOf(this.#options), this.#host.cwd, onBad))

  #look() {
    const before = this.#seen
    this.#seen = this.#find()
    for (const entry of unchanged(before, this.#seen)) this.#take(entry, true)
  }

  /** Takes a new version of an entry: stops judging the old one. */
  #take(entry: Entry, isJudged: boolean) {
    const before = this.#files.get(entry.path)
    if (before?.entry.source === entry.source) return
    before?.stop.abort()
    const file = { entry, stop: new AbortController(), failed: before?.failed ?? null }
    this.#files.set(entry.path, file)
    if (!isJudged) return
    const others = [...entriesIn([dirname(entry.path)], hintsOf(this.#options), this.#host.cwd), ...this.#seen]
    this.#say(headingOf(entry, before?.entry.bytes, others))
    this.#events.emit('judge', file, this.#planner.plan)
  }

  async #judge(file: Watched, planJob: PlanJob) {
    const job = await planJob(file.entry)
    const whole = { ...job, plan: [...stepOfFailed(file.failed, job.plan), ...job.plan] }
    const part = partOf(whole)
    const progress = startProgress(this.#host, [part])
    const { step } = progress.begin(part)
    const { signal } = file.stop
    signal.addEventListener('abort', progress.stop)
    const onSession = (count?: number) => {
      // Ends the judging, which then closes its programs.
      signal.throwIfAborted()
      step(count)
    }
    const judged = await judge(whole, { ...this.#judging, stop: signal, onSession }).finally(progress.stop)
    if (signal.aborted) return
    const { report, lines } = judged
    // An entry that could not be judged says nothing about that session.
    if (report.error === undefined) file.failed = report.failure && { suite: report.failure.suite, lines }
    const { save, keep } = this.#options
    this.#say(report.ok ? resultOf(report) : showCase(openedFrom(this.#host.cwd, report)))
    if (save !== undefined && !report.ok && report.failure !== null)
      await saveFailure(save, job, judged, this.#options, this.#host)
    if (keep && report.verdict === 'AC') this.#keepBest(job.entry)
  }
}

/** The entries with the same source at two looks: others may be half written. */
export function unchanged<Seen extends Pick<Entry, 'path' | 'source'>>(before: readonly Seen[], now: readonly Seen[]) {
  const sources = new Map(before.map(({ path, source }) => [path, source]))
  return now.filter(({ path, source }) => sources.get(path) === source)
}

/** The entries of these paths but those that this command wrote; none if a path cannot be read. */
function entriesIn(paths: readonly string[], hints: EntryHints, cwd: string, onBad = (_: BadEntry) => {}): Entry[] {
  try {
    return findEntries(paths, hints, onBad, cwd).filter(({ path }) => !/\.best\.\w+$/.test(path))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return []
  }
}

/** The bytes of an entry, the change, and the difference to the smallest other entry of the league. */
function headingOf(entry: Entry, before: number | undefined, others: readonly Entry[]) {
  const { path, bytes } = entry
  const change = before === undefined || before === bytes ? '' : ` (${signed(bytes - before)})`
  const isRival = (other: Entry) => other.path !== path && other.expected === 'AC' && other.league === entry.league
  const rivals = others.filter(isRival)
  const [best] = rivals.sort((a, b) => a.bytes - b.bytes)
  const distance = best === undefined ? '' : `, ${signed(bytes - best.bytes)} to ${printable(basename(best.path))}`
  return `${colors.bold(printable(path))}  ${bytes.toLocaleString('en')} bytes${change}${distance}`
}

const signed = (difference: number) => (difference > 0 ? `+${difference}` : `${difference}`)

/** The step that plays the last failed session first; none if there is no such session. */
export function stepOfFailed(failed: FailedSession | null, plan: Plan): Plan {
  if (failed === null) return []
  const { suite: name, lines } = failed
  const { by = 'processes' } = plan.find(({ suite }) => suite.name === name) ?? {}
  return [{ suite: { name, sessions: [withoutEnd(lines)] }, by }]
}

function resultOf(report: EntryReport) {
  const { path, milliseconds } = report
  const remarks = [provenFor(report), remarksOf(report)].filter(Boolean).join(' ')
  return `${colors.green(verdictOf(report))} ${printable(`${path} ${remarks}`)} ${colors.dim(`${(milliseconds / 1000).toFixed(1)} s`)}`
}
