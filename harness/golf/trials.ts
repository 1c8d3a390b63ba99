import type { Entry } from '../entries/entry.ts'
import { stripTypes } from '../entries/runtimes.ts'
import { stage } from '../entries/stage.ts'
import { openWorker, type Worker } from '../run/in-process/worker.ts'
import type { Terms } from '../run/runner.ts'
import type { Lines } from '../session/bytes.ts'
import { oracle } from '../session/oracle.ts'
import { UsageError } from '../session/usage-error.ts'

/** Runs programs in a few sessions, and, if they pass, in all. The judge is slower and decides in the end. */
export interface Trials {
  /** How many programs were tried. */
  readonly count: number
  /** Whether a program passes every session. */
  passes(source: string): Promise<boolean>
  /** Adds a session that only the judge knew; it comes first from now on. */
  learn(lines: Lines): void
  close(): void
}

/** How long a program may be silent, in milliseconds: a slow one that is right costs golf a byte, no more. */
const limit = 300

/**
 * @param entry its runtime and input are the programs'
 * @param sessions those that show most come first
 */
export async function openTrials(entry: Entry, terms: Terms, sessions: readonly Lines[]): Promise<Trials> {
  const { input, runtime } = entry
  const { engine } = runtime
  const staged = await stage(entry)
  if (staged === undefined || engine === undefined)
    throw new UsageError(entry.path, `no ${runtime.command[0]} on this machine`)
  const { command, file, cwd, env, remove } = staged
  const check = oracle(terms)
  let all = sessions.map((lines) => check.sent(lines))
  let count = 0

  /** A session that has refused a program is likely to refuse others. */
  function putFirst(lines: Lines) {
    all = [lines, ...all.filter((other) => other !== lines)]
  }

  async function isRight(worker: Worker, some: readonly Lines[]): Promise<boolean> {
    const reports = await worker.run(some, { endsInput: input !== 'interactive', stopAtEnd: true })
    const failed = some.find((lines, i) => {
      const report = reports[i]
      return report === undefined || check.check(lines, report) === undefined
    })
    if (failed !== undefined) putFirst(failed)
    return failed === undefined
  }

  return {
    get count() {
      return count
    },
    async passes(text) {
      count++
      const source = await stripTypes(text).catch(() => undefined)
      if (source === undefined) return false
      const program = { source, runtime: engine, input, command: command.slice(0, -1), file, cwd, env }
      const worker = openWorker(program, { milliseconds: limit })
      try {
        for (const some of batches(all)) if (!(await isRight(worker, some))) return false
        return true
      } catch {
        return false
      } finally {
        await worker.close()
      }
    },
    learn: (lines) => putFirst(check.sent(lines)),
    close: remove,
  }
}

/** Each batch is three times as large as the one before: most wrong programs fail in the first sessions. */
function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0, size = 1; from < items.length; from += size, size *= 3) yield items.slice(from, from + size)
}
