import type { Entry } from '../entries/entry.ts'
import { programOf } from '../entries/runtimes.ts'
import { stage } from '../entries/stage.ts'
import { inProcess } from '../run/in-process/in-process.ts'
import { runnerFile } from '../run/in-process/worker.ts'
import { openPrograms } from '../run/programs.ts'
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
const limits = { milliseconds: 300 }

/**
 * @param entry its runtime and input are the programs'
 * @param sessions those that show most come first
 */
export async function openTrials(entry: Entry, terms: Terms, sessions: readonly Lines[]): Promise<Trials> {
  const { input, runtime } = entry
  const { engine } = runtime
  const staged = await stage(entry)
  if (staged === undefined || engine === undefined)
    throw new UsageError(entry.path, `no ${programOf(runtime)} on this machine`)
  const { file, remove } = staged
  const command = staged.ours(runnerFile)
  const programs = openPrograms(staged)
  const { sent } = oracle(terms)
  let all = sessions.map(sent)
  let count = 0

  /** A session that has refused a program is likely to refuse others. */
  function putFirst(lines: Lines) {
    all = [lines, ...all.filter((other) => other !== lines)]
  }

  return {
    get count() {
      return count
    },
    async passes(text) {
      count++
      const program = { source: text, runtime: engine, input, command, file }
      const worker = inProcess(programs, program, { ...terms, limits })
      try {
        const { failed, unsupported } = await worker.runAll(all)
        if (failed !== undefined) putFirst(failed.lines)
        return failed === undefined && unsupported === undefined
      } catch {
        return false
      } finally {
        worker.close()
      }
    },
    learn: (lines) => putFirst(sent(lines)),
    close() {
      programs.close()
      remove()
    },
  }
}
