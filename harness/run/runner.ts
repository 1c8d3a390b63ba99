import { availableParallelism } from 'node:os'
import pMap from 'p-map'
import type { Game, Variation } from '../../reference/game.ts'
import type { Staged } from '../entries/stage.ts'
import { type Lines, toText } from '../session/bytes.ts'
import { endingWith, exactly, type Outcome, playedOn, type Script, scriptOf, type Way } from '../session/script.ts'
import { UsageError } from '../session/usage-error.ts'
import type { Limits } from './limits.ts'
import type { Programs } from './programs.ts'
import { runScript } from './script.ts'

/** A way to run many sessions with an entry: each in a process of its own, or all in one. */
export interface Runner {
  /** Runs sessions; once one has failed, only shorter ones are of interest. */
  runAll(sessions: Iterable<Lines>): Promise<RunResult>
}

/**
 * - `processes`: in real processes, on pipes
 * - `terminal`: in real processes, each in a pseudo-terminal
 * - `pauses`: in real processes, where the second answer is long in coming
 * - `in-process`: in one process of the entry's own runtime
 */
export type RunnerName = 'processes' | 'terminal' | 'pauses' | 'in-process'

export interface RunResult {
  /** How many sessions were run. */
  readonly sessions: number
  /** The shortest of those that failed; its outcome only from real processes. */
  readonly failed?: { readonly lines: Lines; readonly outcome?: Outcome }
  /** The variations that the others used. */
  readonly variations: ReadonlySet<string>
  /** Why this runner cannot tell. */
  readonly unsupported?: string
}

/** What an entry must pass, whatever the suite. */
export interface Terms {
  readonly game: Game<unknown>
  readonly input: Way
  /** Whether only the exact form will do. */
  readonly exact: boolean
  readonly limits: Limits
  /** Is called after `count` more sessions, by default 1. */
  readonly onSession: (count?: number) => void
}

/** How a session should go. What an entry writes only when its input has ended is not judged. */
export function scriptFor({ game, input, exact }: Terms, lines: Lines): Script {
  const isInteractive = input === 'interactive' || input === 'pty'
  const script = scriptOf(game, isInteractive ? lines : playedOn(game, lines))
  const compared = exact ? exactly(script) : script
  if (!isInteractive && !script.ends) return endingWith(compared, null)
  if (input !== 'pty' || !script.ends) return compared
  // A terminal mixes standard error into the output, and a program may end with an error: anything may follow the last text.
  return endingWith(compared, [compared.steps.at(-1)?.output ?? '', stderr].flat())
}

const anyByte = Array.from({ length: 256 }, (_, byte) => toText(String.fromCharCode(byte)))
const stderr: Variation = { name: 'stderr', oneOf: anyByte, times: '*' }

/** How many sessions it is worth to run at a time: while one program writes, another can be started. */
export const atATime = (processors = availableParallelism()) => 2 * processors

/** @see inProcesses */
export type Processes = ReturnType<typeof inProcesses>

/** Runs sessions in real processes of the real runtime, a few at a time. It has the last word. */
export function inProcesses(programs: Programs, { command, restore }: Staged, terms: Terms) {
  // Several sessions run at a time: if one finds the file changed, those that ran meanwhile do not count either.
  let changes = 0
  /** How one session goes. */
  async function outcome(lines: Lines): Promise<Outcome> {
    const { input, limits } = terms
    const before = changes
    const found = await runScript(programs, command, scriptFor(terms, lines), input, limits).catch((error) => {
      if (!(error instanceof UsageError)) throw error
      return runtimeError('could not be started again')
    })
    terms.onSession()
    if (restore()) changes++
    return changes === before ? found : runtimeError('its file was changed while it was judged')
  }

  return {
    outcome,
    async runAll(sessions: Iterable<Lines>): Promise<RunResult> {
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
