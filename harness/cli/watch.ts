import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Entry, findEntries, type InvalidEntry } from '../entries/entry.ts'
import { judge } from '../judge/judge.ts'
import { planner } from '../judge/plan.ts'
import { print, startProgress } from '../report/output.ts'
import { showCase } from '../report/table.ts'
import { colors, printable } from '../report/text.ts'
import { leaderboardRow, openedFrom, verdictOf } from '../report/words.ts'
import { openSandbox } from '../run/sandbox.ts'
import { type JudgeVerbOptions, keepBest, partOf, saveFailure } from './judge.ts'
import { checkSavePlace } from './save.ts'
import { statusUnlessStopped } from './stop.ts'

/** How often we look at watched files, in milliseconds of the clock. */
const fileTick = 200

/**
 * Judges entries, and each again when it is saved: the newest version first. With `--keep`, versions that were saved over
 * are judged when there is time, as one of them may be the best.
 */
export async function watchVerb(paths: readonly string[], options: JudgeVerbOptions, host: Host): Promise<number> {
  if (options.save !== undefined) checkSavePlace(options.save, host.cwd)
  const sandbox = await openSandbox(options.sandbox, host.cwd)
  const judging = { ...options, sandbox, surroundings: host }
  const planOf = planner(judging)
  const say = (text: string) => print(host, `${text}\n`)
  const sayWhy = (error: unknown) => {
    if (!(error instanceof UsageError)) throw error
    say(colors.red(printable(error.message)))
  }
  const find = (roots: readonly string[], onBad = (_: InvalidEntry) => {}) =>
    findEntries(roots, options, onBad, host.cwd)
  /** The entries now. A file that is saved by renaming is missing for a moment. */
  const look = () =>
    (paths.length > 0 ? paths.map((path) => [path]) : [[]]).flatMap((root) => {
      try {
        return find(root)
      } catch (error) {
        if (error instanceof UsageError) return []
        throw error
      }
    })
  const sizes = new Map<string, number>()

  async function judgeVersion(entry: Entry, stop: AbortSignal) {
    const job = await planOf(entry)
    const progress = startProgress(host, partOf(job).size)
    const judged = await judge(job, { ...judging, stop, onSession: progress.step }).finally(progress.stop)
    stop.throwIfAborted()
    const { report } = judged
    const { path, bytes } = entry
    const before = sizes.get(path) ?? bytes
    sizes.set(path, bytes)
    const change = before === bytes ? '' : ` (${bytes > before ? '+' : ''}${bytes - before})`
    say(`${colors.bold(printable(path))}  ${bytes.toLocaleString('en')} bytes${change}`)
    const remarks = leaderboardRow(report).slice(4).filter(Boolean).join(' ')
    say(report.ok ? `${colors.green(verdictOf(report))} ${printable(remarks)}` : showCase(openedFrom(host.cwd, report)))
    if (options.save !== undefined && !report.ok && report.failure !== null)
      await saveFailure(options.save, job, judged, options, host)
    if (options.keep && report.verdict === 'AC') keepBest(entry, host)
  }

  let seen = find(paths, ({ error }) => sayWhy(error))
  if (seen.length === 0) say('no entries yet')
  /** The versions to judge, the next one last. */
  let pending = [...seen].reverse()
  const taken = new Map(seen.map(({ path, source }) => [path, source]))
  let newer = new AbortController()
  /** Takes what has changed, if it is the same in two looks: else it is half written. */
  const takeChanges = () => {
    const before = new Map(seen.map(({ path, source }) => [path, source]))
    seen = look()
    for (const entry of seen) {
      const { path, source } = entry
      if (before.get(path) !== source || taken.get(path) === source) continue
      taken.set(path, source)
      if (!options.keep) pending = pending.filter((other) => other.path !== path)
      pending.push(entry)
      newer.abort()
    }
  }
  const timer = setInterval(takeChanges, fileTick)
  return statusUnlessStopped(host.signal, async () => {
    for (;;) {
      const entry = pending.pop()
      newer = new AbortController()
      const { signal } = newer
      if (entry === undefined) await sleep(fileTick, undefined, { signal: host.signal })
      else
        await judgeVersion(entry, AbortSignal.any([host.signal, signal])).catch((error) => {
          host.signal.throwIfAborted()
          if (!signal.aborted) return sayWhy(error)
          const isLost = pending.at(-1)?.path === entry.path && !options.keep
          if (!isLost) pending.splice(-1, 0, entry)
        })
    }
  }).finally(() => clearInterval(timer))
}
