import type { Shard } from '../report/report.ts'
import type { ReporterChoice } from '../report/reporters.ts'
import type { SandboxChoice } from '../run/sandbox.ts'
import type { Limits } from '../session/limits.ts'

/** Options of several verbs. One that has no default is absent if it was not given, or the verb does not have it. */
export interface SharedOptions {
  readonly reporter: readonly ReporterChoice[]
  /** The longest silence of a program: `--timeout`. */
  readonly limits: Limits
  readonly exact?: boolean
  readonly game?: string
  readonly jobs: number
  readonly save?: string
  readonly seed?: number
  /** This machine's part of the work (default: all). */
  readonly shard?: Shard
  readonly sandbox: SandboxChoice
}

/** True if the item with this index belongs to this part of the work. Neighbouring items go to different machines. */
export const isInShard =
  ({ part, of }: Shard = { part: 1, of: 1 }) =>
  (_item: unknown, index: number) =>
    index % of === part - 1
