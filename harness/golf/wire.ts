import type { EngineReport, EngineSession } from '../run/engine/report.ts'
import type { Prepared } from '../run/engine/wire.ts'

/** What golf and its children say to each other: lines of JSON. A child is believed for a moment only: the judge proves. */
export type Order =
  | WorldKind
  /** Sessions to keep, under a number. */
  | { readonly keep: number; readonly sessions: readonly EngineSession[] }
  | Attempt

/** The first order: the kind of world that all programs live in. */
export interface WorldKind {
  readonly runtime: 'node' | 'bun'
  readonly input: 'interactive' | 'stdin' | 'args'
}

/** Hold kept sessions, some of them, with each of these programs. */
export interface Attempt {
  readonly programs: readonly Prepared[]
  readonly set: number
  readonly from: number
  readonly to: number
  /** How long one program may take for all of them. */
  readonly milliseconds: number
}

/** What each program said in each session; `null` for one that loops. */
export type Tried = readonly (readonly EngineReport[] | null)[]
