import { oracle } from '../compare/oracle.ts'
import { type Engine, openEngine } from '../engine/engine.ts'
import type { EngineProgram, EngineReport } from '../engine/report.ts'
import type { Driver, Lines, Terms } from './driver.ts'

/** Holds sessions in the engine, thousands a second. */
export interface InEngine extends Driver {
  close(): Promise<void>
}

/** How many sessions are given to the engine in one call: few enough to stop soon when one fails. */
const most = 512

export function inEngine(program: EngineProgram, terms: Terms): InEngine {
  const check = oracle(terms)
  const engine: Engine = openEngine(program, terms.limits)
  const batch = (sessions: readonly Lines[]) =>
    engine.hold(sessions.map((lines) => ({ lines, endsInput: terms.input !== 'interactive', stopAtEnd: true })))

  return {
    name: 'engine',
    async passes(lines) {
      const sent = check.sent(lines)
      const [report] = await batch([sent])
      return report !== undefined && check.check(sent, report) !== undefined
    },
    async holdAll(sessions) {
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

      // Two batches are under way at a time: while the engine holds one, we look at the other.
      let underWay: Promise<() => void> | undefined
      for (const sent of batches(sessions, check.sent)) {
        const shorter: readonly Lines[] =
          failed === undefined ? sent : sent.filter(({ length }) => length < (failed?.length ?? 0))
        if (shorter.length === 0) continue
        const next = batch(shorter).then((reports) => () => judge(shorter, reports))
        ;(await underWay)?.()
        underWay = next
        if (unsupported !== undefined) break
      }
      ;(await underWay)?.()
      return {
        sessions: held,
        freedoms,
        ...(failed === undefined ? {} : { failed: { lines: failed } }),
        ...(unsupported === undefined ? {} : { unsupported }),
      }
    },
    close: () => engine.close(),
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
