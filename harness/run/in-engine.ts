import { availableParallelism } from 'node:os'
import type { Lines } from '../session/bytes.ts'
import { oracle } from '../session/oracle.ts'
import { type Engine, openEngine } from './engine/engine.ts'
import type { EngineProgram, EngineReport } from './engine/report.ts'
import type { Runner, Terms } from './runner.ts'

/** Holds sessions in the engine, thousands a second. */
export interface InEngine extends Runner {
  close(): Promise<void>
}

/** Counts the processors that are left where everything that is judged has one; below zero, they are shared. */
export interface Processors {
  idle: number
}

/** How many sessions are given to the engine in one call: few enough to stop soon when one fails. */
const most = 2048
/** How many calls are under way, so that no engine waits while we look at what another has said. */
const ahead = 2

/** @param processors an engine on each that is idle takes a share of the sessions */
export function inEngine(
  program: EngineProgram,
  terms: Terms,
  processors: Processors = { idle: availableParallelism() - 1 },
): InEngine {
  const check = oracle(terms)
  const engines = [openEngine(program, terms.limits)]
  let turn = 0

  function batch(sessions: readonly Lines[]): Promise<EngineReport[]> {
    if (sessions.length === most && processors.idle > 0) {
      processors.idle--
      engines.push(openEngine(program, terms.limits))
    }
    const engine = engines[turn++ % engines.length] as Engine
    return engine.hold(sessions, { endsInput: terms.input !== 'interactive', stopAtEnd: true })
  }

  return {
    name: 'in-process',
    async passes(lines) {
      const sent = check.sent(lines)
      const [report] = await batch([sent])
      return report !== undefined && check.check(sent, report) !== undefined
    },
    async runAll(sessions) {
      const freedoms = new Set<string>()
      let held = 0
      let failed: Lines | undefined
      let unsupported: string | undefined

      const judge = (sent: readonly Lines[], reports: readonly EngineReport[]) => {
        for (const [index, report] of reports.entries()) {
          const lines = sent[index] ?? []
          const used = check.check(lines, report)
          if (report.end === 'unsupported') unsupported ??= report.why ?? 'it wants what the engine does not offer'
          else if (used === undefined) failed = failed === undefined || lines.length < failed.length ? lines : failed
          else for (const freedom of used) freedoms.add(freedom)
        }
        held += reports.length
        terms.onSession(reports.length)
      }

      const underWay: { readonly sent: readonly Lines[]; readonly reports: Promise<EngineReport[]> }[] = []
      const judgeNext = async () => {
        const next = underWay.shift()
        if (next !== undefined) judge(next.sent, await next.reports)
      }
      for (const sent of batches(sessions, check.sent)) {
        const shorter: readonly Lines[] =
          failed === undefined ? sent : sent.filter(({ length }) => length < (failed?.length ?? 0))
        if (shorter.length === 0) continue
        const reports = batch(shorter)
        // Should it fail, it is heard of in its turn.
        reports.catch(() => {})
        underWay.push({ sent: shorter, reports })
        if (underWay.length >= ahead * engines.length) await judgeNext()
        if (unsupported !== undefined) break
      }
      while (underWay.length > 0) await judgeNext()
      return {
        sessions: held,
        freedoms,
        ...(failed === undefined ? {} : { failed: { lines: failed } }),
        ...(unsupported === undefined ? {} : { unsupported }),
      }
    },
    async close() {
      processors.idle += engines.length - 1
      for (const engine of engines) await engine.close()
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
