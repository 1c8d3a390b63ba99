import { type Bytes, toReadable } from '../session/bytes.ts'
import { exactBytes, linesOf, type Script } from '../session/script.ts'
import type { Outcome, Verdict } from '../session/verdict.ts'
import { type Difference, differenceOf } from './difference.ts'

/**
 * What the harness found, as plain data: it is what `--reporter json` prints, what `merge` joins, and all that the other
 * reporters know.
 */
export interface Report {
  readonly ok: boolean
  readonly entries?: readonly EntryReport[]
  readonly transcripts?: readonly TranscriptReport[]
  readonly fuzz?: readonly FuzzReport[]
}

/** What any reporter shows of a case. */
export interface CaseReport {
  readonly path: string
  readonly ok: boolean
  /** Absent if it was skipped. */
  readonly verdict?: Verdict
  /** Why it was skipped. */
  readonly skipped?: string
  /** Why it could not be run, with the file and line. */
  readonly error?: string
  readonly failure: Failure | null
}

export interface EntryReport extends CaseReport {
  readonly game: string
  readonly runtime: string
  readonly input: string
  readonly bytes: number
  /** Unicode characters (code points). */
  readonly chars: number
  /** The verdict that it must get. */
  readonly expected: readonly Verdict[]
  /** Whether it said every byte as the reference does and ended with its status. */
  readonly exact: boolean
  /** What it used beside the exact form. */
  readonly freedoms: readonly string[]
  readonly suites: readonly SuiteReport[]
  /** Why no engine held its sessions, though its runtime has one. */
  readonly note?: string
}

export interface SuiteReport {
  readonly name: string
  /** How its sessions were held: in real processes, or many in one. */
  readonly driver: 'processes' | 'engine'
  readonly sessions: number
  readonly milliseconds: number
  /** What it covers, in a few words. */
  readonly covers?: string
}

export interface TranscriptReport extends CaseReport {
  /** The line in the file at which the session begins. */
  readonly line: number
  readonly input: string
  readonly milliseconds: number
}

/** `path` is the program that was held sessions with. */
export interface FuzzReport extends CaseReport {
  /** The game and its options. */
  readonly game: string
  readonly seed: number
  readonly sessions: number
}

/** A session that shows what is wrong. */
export interface Failure {
  readonly suite: string
  readonly lines: readonly (string | null)[]
  readonly expected: string
  readonly actual: string
  /** The offset in bytes of the first differing byte in `actual`. */
  readonly at: number
  readonly difference: Difference
}

export const failureOf = (suite: string, script: Script, outcome: Outcome): Failure => ({
  suite,
  lines: linesOf(script).map((line: Bytes | null) => (line === null ? null : toReadable(line))),
  expected: toReadable(exactBytes(script)),
  actual: toReadable(outcome.said),
  at: outcome.at,
  difference: differenceOf(script, outcome),
})

/** Every case of a report. */
export const casesOf = ({ entries = [], transcripts = [], fuzz = [] }: Report): CaseReport[] => [
  ...entries,
  ...transcripts,
  ...fuzz,
]

/** @returns one report of all cases; it is as it should be if all of them are */
export function mergeReports(reports: readonly Report[]): Report {
  const entries = reports.flatMap(({ entries = [] }) => entries)
  const transcripts = reports.flatMap(({ transcripts = [] }) => transcripts)
  const fuzz = reports.flatMap(({ fuzz = [] }) => fuzz)
  return {
    ok: reports.every(({ ok }) => ok),
    ...(entries.length > 0 ? { entries } : {}),
    ...(transcripts.length > 0 ? { transcripts } : {}),
    ...(fuzz.length > 0 ? { fuzz } : {}),
  }
}
