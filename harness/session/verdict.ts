import type { Bytes } from './bytes.ts'

/** As judges say it: accepted, wrong answer, time limit exceeded, run-time error, output limit exceeded. */
export const verdicts = ['AC', 'WA', 'TLE', 'RTE', 'OLE'] as const
export type Verdict = (typeof verdicts)[number]

/** How a session went. */
export interface Outcome {
  readonly verdict: Verdict
  /** What went wrong, in a few words; absent when nothing did. */
  readonly why?: string
  /** What the program wrote to standard output, as far as it was kept. */
  readonly said: Bytes
  /** The offset in `said` of the first byte that cannot be right; its length if something is missing. */
  readonly at: number
  /** The offsets in `said` at which the answers were given. */
  readonly answeredAt: readonly number[]
  readonly freedoms: readonly string[]
  /** How the program ended by itself: its exit status or the name of a signal. Absent where it was ended. */
  readonly status?: number | string
  /** What it wrote to standard error, as far as it was kept. */
  readonly stderr: Bytes
}
