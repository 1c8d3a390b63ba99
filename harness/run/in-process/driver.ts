import { availableParallelism } from 'node:os'
import type { Lines } from '../../session/bytes.ts'
import { oracle } from '../../session/oracle.ts'
import type { Driver, Terms } from '../driver.ts'
import type { InProcessProgram, InProcessReport } from './report.ts'
import { openWorker, type Worker } from './worker.ts'

/** Runs sessions in workers, thousands a second. */
export interface InProcess extends Driver {
  close(): Promise<void>
}

/** How many processors no entry is judged on; below zero, they are shared. */
export interface Processors {
  idle: number
}

/** How many sessions a worker is given in one call: few enough to stop soon when one fails. */
const most = 2048
/** How many calls a worker has at a time, so that it need not wait while reports are checked. */
const ahead = 2

/** @param processors a worker on each that is idle takes a share of the sessions */
export function inProcess(
  program: InProcessProgram,
  terms: Terms,
  processors: Processors = { idle: availableParallelism() - 1 },
): InProcess {
  const judging = oracle(terms)
  const workers = [openWorker(program, terms.limits)]
  const interactive = terms.input === 'interactive'
  let turn = 0

  function batch(sessions: readonly Lines[]): Promise<InProcessReport[]> {
    if (sessions.length === most && processors.idle > 0) {
      processors.idle--
      workers.push(openWorker(program, terms.limits))
    }
    const worker = workers[turn++ % workers.length] as Worker
    return worker.run(sessions, { endsInput: terms.input !== 'interactive', stopAtEnd: interactive })
  }

  return {
    name: 'engine',
    async passes(lines) {
      const sent = judging.sent(lines)
      const [report] = await batch([sent])
      return report !== undefined && judging.check(sent, report) !== undefined
    },
    async holdAll(sessions) {
      const freedoms = new Set<string>()
      let done = 0
      let failed: Lines | undefined
      let unsupported: string | undefined

      const check = (sent: readonly Lines[], reports: readonly InProcessReport[]) => {
        for (const [index, report] of reports.entries()) {
          const lines = sent[index] ?? []
          const used = judging.check(lines, report)
          if (report.end === 'unsupported') unsupported ??= report.why ?? 'it cannot be run in process'
          else if (used === undefined) failed = failed === undefined || lines.length < failed.length ? lines : failed
          else for (const freedom of used) freedoms.add(freedom)
        }
        done += reports.length
        terms.onSession(reports.length)
      }

      const pending: { readonly sent: readonly Lines[]; readonly reports: Promise<InProcessReport[]> }[] = []
      const checkNext = async () => {
        const next = pending.shift()
        if (next !== undefined) check(next.sent, await next.reports)
      }
      for (const sent of batches(sessions, judging.sent)) {
        const shorter: readonly Lines[] =
          failed === undefined ? sent : sent.filter(({ length }) => length < (failed?.length ?? 0))
        if (shorter.length === 0) continue
        const reports = batch(shorter)
        // Should it fail, `checkNext` throws.
        reports.catch(() => {})
        pending.push({ sent: shorter, reports })
        if (pending.length >= ahead * workers.length) await checkNext()
        if (unsupported !== undefined) break
      }
      while (pending.length > 0) await checkNext()
      return {
        sessions: done,
        freedoms,
        ...(failed === undefined ? {} : { failed: { lines: failed } }),
        ...(unsupported === undefined ? {} : { unsupported }),
      }
    },
    async close() {
      processors.idle += workers.length - 1
      for (const worker of workers) await worker.close()
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
