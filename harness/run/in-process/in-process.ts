import type { Lines } from '../../session/bytes.ts'
import { oracle } from '../../session/oracle.ts'
import type { Programs } from '../programs.ts'
import type { Runner, Terms } from '../runner.ts'
import type { InProcessReport } from './protocol.ts'
import { type InProcessProgram, openWorker } from './worker.ts'

/** Runs sessions in a worker, thousands a second. */
export interface InProcess extends Runner {
  close(): void
}

/** How many sessions a worker is given in one call: few enough to stop soon when one fails. */
const most = 2048

export function inProcess(programs: Programs, program: InProcessProgram, terms: Terms): InProcess {
  const expected = oracle(terms)
  const worker = openWorker(programs, program, terms.limits)

  return {
    async runAll(sessions) {
      const variations = new Set<string>()
      let count = 0
      let failed: Lines | undefined
      let unsupported: string | undefined

      /** @returns whether all is well so far */
      function check(sent: readonly Lines[], reports: readonly InProcessReport[]): boolean {
        for (const [index, report] of reports.entries()) {
          const lines = sent[index] ?? []
          const used = expected.check(lines, report)
          if (report.end === 'unsupported') unsupported ??= report.why ?? ''
          else if (used !== undefined) for (const variation of used) variations.add(variation)
          else if (failed === undefined || lines.length < failed.length) failed = lines
        }
        count += reports.length
        terms.onSession(reports.length)
        return failed === undefined && unsupported === undefined
      }

      let pending: (() => Promise<boolean>) | undefined
      for (const sent of batches(sessions, expected.sent)) {
        const reports = worker.run(sent)
        // The worker has the next batch while the reports of the one before are checked. Should it fail, `pending` throws.
        reports.catch(() => {})
        const goesOn = (await pending?.()) ?? true
        pending = goesOn ? async () => check(sent, await reports) : undefined
        if (!goesOn) break
      }
      await pending?.()
      return {
        sessions: count,
        variations,
        ...(failed === undefined ? {} : { failed: { lines: failed } }),
        ...(unsupported === undefined ? {} : { unsupported }),
      }
    },
    close: worker.close,
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
