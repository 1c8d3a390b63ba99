import type { Lines } from '../../session/bytes.ts'
import { oracle } from '../../session/oracle.ts'
import type { Programs } from '../programs.ts'
import type { Runner, Terms } from '../runner.ts'
import { type InProcessProgram, openWorker } from './worker.ts'

/** How many sessions a worker is given in one call: few enough to stop soon when one fails. */
const most = 2048

/** Runs sessions in a worker, thousands a second. */
export function inProcess(programs: Programs, program: InProcessProgram, terms: Terms): Runner & { close(): void } {
  const expected = oracle(terms)
  const worker = openWorker(programs, program, terms.limits)
  return {
    async runAll(sessions) {
      const variations = new Set<string>()
      let count = 0
      for (const batch of batches(sessions)) {
        const sent = batch.map(expected.sent)
        const reports = await worker.run(sent)
        count += reports.length
        terms.onSession(reports.length)
        let failed: Lines | undefined
        for (const [index, report] of reports.entries()) {
          if (report.end === 'unsupported') return { sessions: count, variations, unsupported: report.why ?? '' }
          const lines = batch[index] ?? []
          const used = expected.check(sent[index] ?? [], report)
          if (used === undefined && (failed === undefined || lines.length < failed.length)) failed = lines
          for (const variation of used ?? []) variations.add(variation)
        }
        if (failed !== undefined) return { sessions: count, variations, failed: { lines: failed } }
      }
      return { sessions: count, variations }
    },
    close: worker.close,
  }
}

/** Batches that grow, so that a program which fails at once costs little. */
function* batches(sessions: Iterable<Lines>): Generator<Lines[]> {
  let batch: Lines[] = []
  let size = 1
  for (const lines of sessions) {
    if (batch.push(lines) < size) continue
    yield batch
    batch = []
    size = Math.min(most, size * 2)
  }
  if (batch.length > 0) yield batch
}
