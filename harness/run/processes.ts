import type { Lines } from '../session/bytes.ts'
import type { Script } from '../session/script.ts'
import { Unusable } from '../session/unusable.ts'
import type { Outcome } from '../session/verdict.ts'
import { type Driver, scriptFor, type Terms } from './driver.ts'
import type { Holders } from './holders.ts'
import type { Program } from './process.ts'
import { sideBySide } from './side-by-side.ts'

/** Holds sessions in real processes of the real runtime, a few at once. It has the last word. */
export interface Processes extends Driver {
  /** How one session goes. */
  outcome(lines: Lines): Promise<Outcome>
}

/** @param holders who hold them */
export function inProcesses(program: Program, terms: Terms, holders: Holders): Processes {
  const { input, limits, exact } = terms

  const outcome = async (lines: Lines) => {
    const script = scriptFor(terms, lines)
    const held = await holders.hold(program, script, input, limits).catch(notStarted)
    terms.onSession()
    return exact ? demandStatus(held, script) : held
  }

  return {
    name: 'processes',
    outcome,
    passes: async (lines) => (await outcome(lines)).verdict === 'AC',
    async holdAll(sessions) {
      const freedoms = new Set<string>()
      let held = 0
      let failed: { lines: Lines; outcome: Outcome } | undefined
      await sideBySide(
        sessions,
        async (lines) => {
          if (failed !== undefined && lines.length >= failed.lines.length) return
          held++
          const result = await outcome(lines)
          if (result.verdict !== 'AC') failed = { lines, outcome: result }
          else for (const freedom of freedomsOf(result, scriptFor(terms, lines))) freedoms.add(freedom)
        },
        holders.places,
      )
      return { sessions: held, freedoms, ...(failed === undefined ? {} : { failed }) }
    },
  }
}

/** It could be started before: it has taken away what it needs. */
function notStarted(error: unknown): Outcome {
  if (!(error instanceof Unusable)) throw error
  const nothing = { said: '', at: 0, answeredAt: [], freedoms: [], stderr: '' }
  return { verdict: 'RTE', why: 'could not be started again', ...nothing }
}

/** An exact entry ends with the reference's status, too. */
function demandStatus(outcome: Outcome, script: Script): Outcome {
  if (outcome.verdict !== 'AC' || outcome.status === undefined || outcome.status === script.status) return outcome
  return { ...outcome, verdict: 'RTE', why: `ended with ${outcome.status}` }
}

/** What a session used beyond the exact form. */
function freedomsOf({ freedoms, status, stderr }: Outcome, script: Script): string[] {
  // It was ended by us, or by the end of its input in mid-game.
  if (status === undefined || !script.ends) return [...freedoms]
  return [...freedoms, ...(status === script.status ? [] : ['exit-status']), ...(stderr === '' ? [] : ['stderr'])]
}
