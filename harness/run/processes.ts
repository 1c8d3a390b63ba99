import { availableParallelism } from 'node:os'
import pMap from 'p-map'
import type { Staged } from '../entries/stage.ts'
import type { Lines } from '../session/bytes.ts'
import type { Outcome } from '../session/script.ts'
import { UsageError } from '../session/usage-error.ts'
import type { Programs } from './programs.ts'
import { type Runner, scriptFor, type Terms } from './runner.ts'
import { runScript } from './script.ts'

/** Runs sessions in real processes of the real runtime, a few at a time. It has the last word. */
export interface Processes extends Runner {
  /** How one session goes. */
  outcome(lines: Lines): Promise<Outcome>
}

/** How many sessions it is worth to run at a time: while one program writes, another can be started. */
export const atATime = (processors = availableParallelism()) => 2 * processors

export function inProcesses(
  programs: Programs,
  { command, restore }: Pick<Staged, 'command' | 'restore'>,
  terms: Terms,
): Processes {
  // Several sessions run at a time: if one finds the file changed, those that ran meanwhile do not count either.
  let changes = 0
  const outcome = async (lines: Lines) => {
    const { input, limits } = terms
    const before = changes
    const found = await runScript(programs, command, scriptFor(terms, lines), input, limits).catch(notStarted)
    terms.onSession()
    if (restore()) changes++
    return changes === before ? found : runtimeError('its file was changed while it was judged')
  }

  return {
    outcome,
    async runAll(sessions) {
      const variations = new Set<string>()
      let count = 0
      let failed: { lines: Lines; outcome: Outcome } | undefined
      const run = async (lines: Lines) => {
        // A program that is silent costs the time limit every time.
        if (failed?.outcome.verdict === 'TLE' || lines.length >= (failed?.lines.length ?? Number.POSITIVE_INFINITY))
          return
        count++
        const result = await outcome(lines)
        if (result.verdict === 'AC') for (const variation of result.variations) variations.add(variation)
        else if (failed === undefined || lines.length < failed.lines.length) failed = { lines, outcome: result }
      }
      await pMap(sessions, run, { concurrency: atATime() })
      return { sessions: count, variations, ...(failed === undefined ? {} : { failed }) }
    },
  }
}

/** It could be started before. */
function notStarted(error: unknown): Outcome {
  if (!(error instanceof UsageError)) throw error
  return runtimeError('could not be started again')
}

/** What comes of a session that tells nothing. */
const runtimeError = (why: string): Outcome => ({
  verdict: 'RTE',
  why,
  output: '',
  at: 0,
  answeredAt: [],
  variations: [],
  stderr: '',
})
