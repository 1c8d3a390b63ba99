import { stripTypes } from '../../entries/runtimes.ts'
import type { Lines } from '../../session/bytes.ts'
import { oracle } from '../../session/oracle.ts'
import type { Programs } from '../programs.ts'
import type { Runner, Terms } from '../runner.ts'
import { type InProcessProgram, openWorker, type Worker } from './worker.ts'

/** Runs sessions in a worker, thousands a second. */
export interface InProcess extends Runner {
  close(): void
}

/** How many sessions a worker is given in one call: few enough to stop soon when one fails. */
const most = 2048

/** @param program its source may have types */
export function inProcess(programs: Programs, program: InProcessProgram, terms: Terms): InProcess {
  const expected = oracle(terms)
  let worker: Worker | undefined
  let isClosed = false
  async function open() {
    const source = await stripTypes(program.source).catch(() => undefined)
    if (isClosed) throw new Error('the runner is closed')
    return source === undefined ? undefined : openWorker(programs, { ...program, source }, terms.limits)
  }

  return {
    async runAll(sessions) {
      const variations = new Set<string>()
      worker ??= await open()
      if (worker === undefined) return { sessions: 0, variations, unsupported: 'it cannot be parsed' }
      let count = 0
      for (const sent of batches(sessions, expected.sent)) {
        const reports = await worker.run(sent)
        count += reports.length
        terms.onSession(reports.length)
        let failed: Lines | undefined
        for (const [index, report] of reports.entries()) {
          const { end, why = '' } = report
          if (end === 'unsupported') return { sessions: count, variations, unsupported: why }
          const lines = sent[index] ?? []
          const used = expected.check(lines, report)
          if (used === undefined && (failed === undefined || lines.length < failed.length)) failed = lines
          for (const variation of used ?? []) variations.add(variation)
        }
        if (failed !== undefined) return { sessions: count, variations, failed: { lines: failed } }
      }
      return { sessions: count, variations }
    },
    close() {
      isClosed = true
      worker?.close()
    },
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
