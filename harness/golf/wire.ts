import type { EngineReport, EngineSession } from '../engine/report.ts'

/** What golf and its children say to each other: lines of JSON. A child is believed for a moment only: the judge proves. */
export type Order =
  /** The first one: the kind of world that all programs live in. */
  | { readonly runtime: 'node' | 'bun'; readonly input: 'interactive' | 'stdin' | 'args' }
  /** Sessions to keep, under a number. */
  | { readonly keep: number; readonly sessions: readonly EngineSession[] }
  /** Hold kept sessions, some of them, with programs that they have not heard of before. */
  | {
      readonly codes: readonly string[]
      readonly set: number
      readonly from: number
      readonly to: number
      /** How long one program may take for all of them. */
      readonly milliseconds: number
    }

/** Answers an order to hold sessions: what each program said in each; `null` for one that is no program, or loops. */
export type Tried = readonly (readonly EngineReport[] | null)[]
