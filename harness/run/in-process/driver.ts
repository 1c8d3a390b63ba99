import type { Lines } from '../../session/bytes.ts'
import { oracle } from '../../session/oracle.ts'
import type { Runner, Terms } from '../runner.ts'
import type { InProcessProgram, InProcessReport } from './report.ts'
import { openWorker } from './worker.ts'

/** Runs sessions in workers, thousands a second. */
export interface InProcess extends Runner {
  close(): Promise<void>
}

/** How many sessions a worker is given in one call: few enough to stop soon when one fails. */
const most = 2048
/** How many calls a worker has at a time, so that it need not wait while reports are checked. */
const ahead = 2

export function inProcess(program: InProcessProgram, terms: Terms): InProcess {
  const judging = oracle(terms)
  const worker = openWorker(program, terms.limits)
  const isInteractive = terms.input === 'interactive'
  const run = (sessions: readonly Lines[]) =>
    worker.run(sessions, { endsInput: !isInteractive, stopAtEnd: isInteractive })

  return {
    name: 'in-process',
    async passes(lines) {
      const sent = judging.sent(lines)
      const [report] = await run([sent])
      return report !== undefined && judging.check(sent, report) !== undefined
    },
    async runAll(sessions) {
      const variations = new Set<string>()
      let done = 0
      let failed: Lines | undefined
      let unsupported: string | undefined
      /** Whether a session failed in a way that takes long. */
      let isCostly = false

      const check = (sent: readonly Lines[], reports: readonly (InProcessReport | undefined)[]) => {
        for (const [index, report] of reports.entries()) {
          if (report === undefined) continue
          if (['looping', 'memory', 'flooding'].includes(report.end)) isCostly = true
          const lines = sent[index] ?? []
          const used = judging.check(lines, report)
          if (report.end === 'unsupported') unsupported ??= report.why ?? 'it cannot be run in process'
          else if (used === undefined) failed = failed === undefined || lines.length < failed.length ? lines : failed
          else for (const variation of used) variations.add(variation)
        }
        done += reports.length
        terms.onSession(reports.length)
      }

      const pending: { readonly sent: readonly Lines[]; readonly reports: Promise<(InProcessReport | undefined)[]> }[] =
        []
      const checkNext = async () => {
        const next = pending.shift()
        if (next !== undefined) check(next.sent, await next.reports)
      }
      for (const sent of batches(sessions, judging.sent)) {
        const shorter: readonly Lines[] =
          failed === undefined ? sent : sent.filter(({ length }) => length < (failed?.length ?? 0))
        if (shorter.length === 0) continue
        const reports = run(shorter)
        // Should it fail, `checkNext` throws.
        reports.catch(() => {})
        pending.push({ sent: shorter, reports })
        if (pending.length >= ahead) await checkNext()
        if (unsupported !== undefined || isCostly) break
      }
      while (pending.length > 0) await checkNext()
      return {
        sessions: done,
        variations,
        ...(failed === undefined ? {} : { failed: { lines: failed } }),
        ...(unsupported === undefined ? {} : { unsupported }),
      }
    },
    close: () => worker.close(),
  }
}

/** Batches that grow, so that a program which fails at once costs little. */
function* batches(sessions: Iterable<Lines>, sent: (lines: Lines) => Lines): Generator<Lines[]> {
  let batch: Lines[] = []
  let size = 1
  for (const lines of sessions) {
    if (batch.push(sent(lines)) < size) continue
    yield batch
    batch = []
    size = Math.min(most, size * 2)
  }
  if (batch.length > 0) yield batch
}
