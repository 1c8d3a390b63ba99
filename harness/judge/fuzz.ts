import fc from 'fast-check'
import type { Game } from '../../reference/game.ts'
import { type Bytes, toBytes, toText } from '../session/bytes.ts'
import type { Outcome } from '../session/compare.ts'
import { scriptOf } from '../session/script.ts'
import { answersOf, type Script } from '../session/session.ts'
import { shrink } from './shrink.ts'
import { anySession } from './suites/random.ts'

type AnyLines = readonly (Bytes | null)[]

/** A session as it should go, and how it went. */
export interface Tried {
  readonly script: Script
  readonly outcome: Outcome
}

/** The findings of random sessions so far. */
export interface Findings {
  /** The number of lines of each. */
  readonly lengths: number[]
  /** The number of those that reached the end of the game. */
  ended: number
  /** The shortest that failed. */
  failed?: Tried
}

export interface FuzzOptions {
  readonly seed: number
  readonly runs: number
  /** The greatest number of lines in a session. */
  readonly lines: number
  readonly nonUtf8: boolean
  readonly run: (lines: AnyLines) => Promise<Tried>
  /** Ends the search: what is run at that time tells nothing. */
  readonly signal: AbortSignal
  readonly onSession: () => void
}

/** Runs random sessions until one fails. */
export async function fuzz(game: Game<unknown>, findings: Findings, options: FuzzOptions) {
  const { seed, runs: numRuns, signal, onSession } = options
  const passes = async (lines: AnyLines) => {
    const hasFailed = await fails(lines, findings, options)
    if (signal.aborted) return false
    onSession()
    findings.lengths.push(lines.length)
    if (lines.at(-1) !== null && scriptOf(game, lines).end.how === 'exit') findings.ended++
    return !hasFailed
  }
  const property = fc.asyncProperty(anySession(game, options), passes)
  const { errorInstance } = await fc.check(property, { seed, numRuns, endOnFailure: true })
  if (findings.failed === undefined && !signal.aborted && errorInstance) throw errorInstance
}

/** Drops lines and then characters of lines while the session still fails. */
export async function shorten(findings: Findings, options: Pick<FuzzOptions, 'run' | 'signal'>) {
  if (findings.failed === undefined) return
  const shortest = [...(await shrink(answersOf(findings.failed.script), (lines) => fails(lines, findings, options)))]
  for (const [index, line] of shortest.entries()) {
    if (line === null) continue
    const withLine = (characters: readonly string[]) => shortest.with(index, toBytes(characters.join('')))
    const stillFails = (characters: readonly string[]) => fails(withLine(characters), findings, options)
    shortest[index] = toBytes((await shrink([...toText(line)], stillFails)).join(''))
  }
}

/** Tells whether a session fails. The last one that does is the shortest. */
async function fails(lines: AnyLines, findings: Findings, { run, signal }: Pick<FuzzOptions, 'run' | 'signal'>) {
  if (signal.aborted) return false
  const tried = await run(lines).catch((error) => {
    if (!signal.aborted) throw error
  })
  if (signal.aborted || tried === undefined || tried.outcome.verdict === 'AC') return false
  findings.failed = tried
  return true
}
