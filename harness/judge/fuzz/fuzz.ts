import fc from 'fast-check'
import pMap from 'p-map'
import { shrink } from '../../base/shrink.ts'
import { inTurns, mapInSteps } from '../../base/steps.ts'
import { EnvironmentError, UsageError } from '../../base/usage-error.ts'
import { playAgain } from '../../run/play-again.ts'
import { sessionsAtATime } from '../../run/programs.ts'
import { type Answers, type Bytes, toBytes, toText } from '../../session/bytes.ts'
import type { Outcome } from '../../session/compare.ts'
import { mostTried } from '../../session/limits.ts'
import { answersOf, type Script } from '../../session/session.ts'
import { type Reference, withoutLeftover } from '../reference/reference.ts'
import type { Choices } from '../typing/choices.ts'
import { Corpus } from '../typing/corpus.ts'
import { anySession } from '../typing/sessions.ts'

/** The script of a session, and its outcome with each program. */
interface TriedSession {
  readonly script: Script
  readonly outcomes: readonly Outcome[]
}

export interface Mismatch {
  readonly script: Script
  readonly outcome: Outcome
}

export class Findings {
  /** The number of lines of each session. */
  readonly lengths: number[] = []
  /** The number of sessions that the reference ended, and not the end of input. */
  ended = 0
  readonly typed = new Set<Bytes>()
  readonly corpus = new Corpus()
  /** The shortest failed session of each program; one that is certain, if there is one. */
  readonly failed: (Mismatch | undefined)[] = []
  /** The number of sessions of each program that passed only when played again. */
  readonly doubts: number[] = []

  note(script: Script) {
    const lines = answersOf(script)
    this.lengths.push(lines.length)
    if (script.end.how === 'exit' && lines.at(-1) !== null) this.ended++
    for (const line of lines) if (line !== null) this.typed.add(line)
    this.corpus.note(script)
  }
}

/** How long to search, and callbacks. */
export interface SearchOptions {
  readonly seed: number
  readonly runs: number
  /** The time limit in milliseconds (default: none). */
  readonly milliseconds?: number | undefined
  /** The most lines in a session (default: as many as are usual for the reference). */
  readonly lines?: number | undefined
  /** True if some lines are not UTF-8. */
  readonly nonUtf8?: boolean | undefined
  /** Called after each session, in order. */
  readonly onSession?: (tried: TriedSession) => void | Promise<void>
  /** Called when sessions have failed, before they are shortened. */
  readonly onFailed?: () => void
}

/** How sessions are played and compared. */
interface PlayOptions {
  readonly reference: Pick<Reference, 'script' | 'mustRepeat'>
  /** Plays a session with all programs under test, or one of them. */
  readonly run: (script: Script, program?: number) => Promise<readonly Outcome[]>
  /** Ends the search; the outcome of a running session does not count then. */
  readonly signal: AbortSignal
}

export interface FuzzOptions extends SearchOptions, PlayOptions {
  readonly choices: Choices
  readonly lines: number
  /** The most bytes in a line (default: no limit). */
  readonly longest?: number | undefined
  /** True if a failure does not end the search. */
  readonly goesOn?: boolean
}

/** The most sessions that are drawn at a time; later ones build on their replies. The same on every machine. */
const mostInBatch = 16

/** Runs random sessions until one fails. The same seed draws the same sessions on every machine. */
export async function fuzz(findings: Findings, options: FuzzOptions) {
  const { seed, runs, milliseconds = Number.POSITIVE_INFINITY, longest, signal, goesOn = false } = options
  const until = performance.now() + milliseconds
  const session = anySession(options.choices, options)
  // The first batches are small, so that a program that fails at once costs little.
  let size = 1
  for (let batch = 0, done = 0; done < runs; batch++, done += size, size = Math.min(mostInBatch, 2 * size)) {
    const count = Math.min(size, runs - done)
    const makes = fc.sample(session, { seed: mixed(seed, batch), numRuns: count })
    const linesOf = (make: (typeof makes)[number]) =>
      make(findings.corpus).map((line) => line?.slice(0, longest) ?? null)
    const drawn = await inTurns(mapInSteps(makes, 1, linesOf))
    const tried = await runAll(drawn, until, options)
    for (const [index, lines] of drawn.entries()) {
      if (performance.now() >= until && tried[index] === undefined) return
      // Not played yet if one before it failed, but passed when it was played again.
      const one = tried[index] ?? (await run(lines, options))
      if (one === undefined || signal.aborted) return
      findings.note(one.script)
      await options.onSession?.(one)
      if ((await hasFailed(one, findings, options)) && !goesOn) return
    }
  }
}

/** A seed for each batch; neighbouring seeds share none. */
const mixed = (seed: number, batch: number) => (Math.imul(seed, 0x9e3779b1) + Math.imul(batch, 0x85ebca6b)) | 0

/** Runs sessions, several at a time, until one fails. @returns undefined for sessions that were not run, or interrupted */
async function runAll(sessions: readonly Answers[], until: number, options: FuzzOptions) {
  const { signal, goesOn = false } = options
  let isOver = false
  const tryOne = async (lines: Answers) => {
    if (isOver || signal.aborted || performance.now() >= until) return undefined
    const tried = await run(lines, options)
    if (tried?.outcomes.some(({ verdict }) => verdict !== 'AC') && !goesOn) isOver = true
    return tried
  }
  return pMap(sessions, tryOne, { concurrency: sessionsAtATime() })
}

/**
 * Plays a session.
 * @param program the index of the only program to play it (default: all play it)
 * @returns undefined if the search was ended meanwhile
 */
async function run(
  lines: Answers,
  { reference, run, signal }: PlayOptions,
  program?: number,
): Promise<TriedSession | undefined> {
  try {
    const script = withoutLeftover(await reference.script(lines))
    const outcomes = await run(script, program)
    return signal.aborted ? undefined : { script, outcomes }
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

/** The number of lines of a certain failure; infinity if there is none. */
const certainLength = (failed: Mismatch | undefined) =>
  failed === undefined || failed.outcome.verdict === 'FLAKY'
    ? Number.POSITIVE_INFINITY
    : answersOf(failed.script).length

/**
 * Plays a failed session again with each program that failed in it, and keeps it if it fails again. A program of which a
 * session as short is certain to fail does not play it again: nothing would be gained. Until it has been played again, a
 * session counts as failed, in case the search ends meanwhile.
 * @returns true if a program failed again, or did not play again
 */
async function hasFailed({ script, outcomes }: TriedSession, findings: Findings, options: FuzzOptions) {
  const { length } = answersOf(script)
  let result = false
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.verdict === 'AC') continue
    const before = findings.failed[index]
    if (length < certainLength(before)) {
      findings.failed[index] ??= { script, outcome }
      const confirmed = await confirm({ script, outcome }, index, findings.doubts, options)
      findings.failed[index] = before
      if (confirmed === undefined) continue
      if (before === undefined || confirmed.outcome.verdict !== 'FLAKY') findings.failed[index] = confirmed
    }
    result = true
  }
  return result
}

/**
 * Plays a failed session again, alone.
 * @param doubts the number of sessions of each program that passed only when played again
 * @returns the failure; undefined if the session passed
 * @throws UsageError if the reference does not write the same twice
 */
async function confirm(first: Mismatch, index: number, doubts: number[], options: PlayOptions) {
  const { reference, signal } = options
  const lines = answersOf(first.script)
  await reference.mustRepeat?.(lines).catch((error) => {
    if (!signal.aborted) throw error
  })
  const before = doubts[index] ?? 0
  // If the search is ended meanwhile, the first failure counts.
  const play = async () => (await run(lines, options, index))?.outcomes[0] ?? first.outcome
  const { again, failure } = await playAgain(first.outcome, play, before)
  if (again.verdict === 'AC') doubts[index] = before + 1
  return failure && { ...first, outcome: failure }
}

/** Drops lines, then characters, of a failed session while it still fails for certain. */
export async function shorten(findings: Findings, index: number, options: PlayOptions) {
  const failed = findings.failed[index]
  if (failed === undefined || failed.outcome.verdict === 'FLAKY') return
  // Doubts about shorter sessions say nothing of the program.
  const doubts: number[] = []
  const fails = async (lines: Answers) => {
    const tried = options.signal.aborted ? undefined : await run(lines, options, index)
    const [outcome] = tried?.outcomes ?? []
    if (tried === undefined || outcome === undefined || outcome.verdict === 'AC') return false
    // On a busy machine, a session may fail once by chance: no other may take the place of a certain failure.
    const confirmed = await confirm({ script: tried.script, outcome }, index, doubts, options).catch((error) => {
      if (!(error instanceof UsageError) || error instanceof EnvironmentError) throw error
    })
    if (options.signal.aborted || confirmed === undefined || confirmed.outcome.verdict === 'FLAKY') return false
    findings.failed[index] = confirmed
    return true
  }
  await shortest(answersOf(failed.script), fails)
}

/** Drops lines, then characters, while the rest is wanted. */
export async function shortest(lines: Answers, isWanted: (lines: Answers) => Promise<boolean>): Promise<Answers> {
  const left = [...(await shrink(lines, isWanted, mostTried))]
  for (const [index, line] of left.entries()) {
    if (line === null) continue
    const withLine = (characters: readonly string[]) => left.with(index, toBytes(characters.join('')))
    const isWantedWith = (characters: readonly string[]) => isWanted(withLine(characters))
    left[index] = toBytes((await shrink([...toText(line)], isWantedWith, mostTried)).join(''))
  }
  return left
}
