import { constants } from 'node:os'
import type { Bytes } from './bytes.ts'

/** As judges say it: accepted, wrong answer, time limit exceeded, run-time error, output or memory limit exceeded. */
export const verdicts = ['AC', 'WA', 'TLE', 'RTE', 'OLE', 'MLE'] as const
export type Verdict = (typeof verdicts)[number]

/** How a session went. */
export interface Outcome {
  readonly verdict: Verdict
  /** What went wrong, in a few words; absent when nothing did. */
  readonly why?: string
  /** What the program wrote to standard output, as far as it was kept. */
  readonly output: Bytes
  /** The offset in `output` of the first wrong byte; its length if something is missing. */
  readonly at: number
  /** The offsets in `output` at which the answers were sent. */
  readonly answeredAt: readonly number[]
  readonly variations: readonly string[]
  /** How the program ended, as a shell's `$?` has it: 128 and more for a signal. Absent where it was ended. */
  readonly status?: number
  /** What it wrote to standard error, as far as it was kept. */
  readonly stderr: Bytes
}

/** How a program ended, for people: `exit status 1`, or a signal's name where a shell's `$?` says that there was one. */
export function nameOfStatus(status: number): string {
  const signal = Object.entries(constants.signals).find(([, number]) => number === status - 128)
  return signal?.[0] ?? `exit status ${status}`
}
