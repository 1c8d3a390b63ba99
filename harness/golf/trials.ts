import type { Entry } from '../entries/entry.ts'
import { stripTypes } from '../entries/runtimes.ts'
import { stage } from '../entries/stage.ts'
import { openWorker, type Worker } from '../run/in-process/worker.ts'
import { openPrograms } from '../run/programs.ts'
import type { Terms } from '../run/runner.ts'
import type { Lines } from '../session/bytes.ts'
import { oracle } from '../session/oracle.ts'
import { UsageError } from '../session/usage-error.ts'

/** Tries programs in a few sessions, and, where those go well, in all: the judge is slower and has the last word. */
export interface Trials {
  /** How many programs were tried. */
  readonly count: number
  /** Whether a program passes every session. Calls may overlap. */
  passes(source: string): Promise<boolean>
  /** Adds a session that only the judge knew; it comes first from now on. */
  learn(lines: Lines): void
  close(): void
}

/** How many sessions that refused a program are tried before all others. */
const mostTelling = 50
/** How long a program may take for a reply, in milliseconds: one that fails by this alone costs golf a byte, no more. */
const limit = 300

/**
 * @param entry its runtime and input are the programs'
 * @param sessions those that show most come first
 */
export async function openTrials(entry: Entry, terms: Terms, sessions: readonly Lines[]): Promise<Trials> {
  const {
    runtime: { engine: runtime },
    input,
  } = entry
  const staged = await stage(entry)
  if (staged === undefined) throw new UsageError(entry.path, `no ${entry.runtime.command[0]} on this machine`)
  const { command, file, remove } = staged
  const programs = openPrograms(staged)
  const check = oracle(terms)
  const all = sessions.map((lines) => check.sent(lines))
  let telling: Lines[] = []
  let count = 0

  function refusedBy(lines: Lines) {
    telling = [lines, ...telling.filter((other) => other !== lines)].slice(0, mostTelling)
  }

  async function isRight(worker: Worker, some: readonly Lines[]): Promise<boolean> {
    const reports = await worker.run(some)
    const failed = some.find((lines, i) => {
      const report = reports[i]
      return report === undefined || check.check(lines, report) === undefined
    })
    if (failed !== undefined) refusedBy(failed)
    return failed === undefined
  }

  return {
    get count() {
      return count
    },
    async passes(source) {
      count++
      const code = await stripTypes(source).catch(() => undefined)
      if (code === undefined || runtime === undefined) return false
      const program = { source: code, runtime, input, command: command.slice(0, -1), file }
      const worker = openWorker(programs, program, { milliseconds: limit })
      try {
        for (const some of batches([...telling, ...all])) if (!(await isRight(worker, some))) return false
        return true
      } catch {
        return false
      } finally {
        worker.close()
      }
    },
    learn: (lines) => refusedBy(check.sent(lines)),
    close() {
      programs.close()
      remove()
    },
  }
}

/** Each batch is three times as large as the one before: a program that is wrong is nearly always so at once. */
function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0, size = 1; from < items.length; from += size, size *= 3) yield items.slice(from, from + size)
}
