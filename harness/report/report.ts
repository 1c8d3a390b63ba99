import * as v from 'valibot'
import { verdicts } from '../session/verdict.ts'

/**
 * What the harness found, as plain data: `--reporter json` writes it, `merge` reads it, and the other reporters know
 * nothing else. The schemas are the only definition of its shape; the types follow from them.
 */
const list = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly())
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const row = v.object({
  expected: v.string(),
  actual: v.string(),
  same: v.boolean(),
  /** The position of the first differing character in `actual`. */
  mark: v.exactOptional(count),
})
export type Row = v.InferOutput<typeof row>

const difference = v.object({
  /** What went wrong, where, and after which input. */
  sentence: v.string(),
  /** The last lines that were right, as a terminal would have shown them. */
  before: list(v.string()),
  /** The expected and the actual output since the last input, line by line. */
  rows: list(row),
})
export type Difference = v.InferOutput<typeof difference>

const failure = v.object({
  /** The suite that found it; empty where there are no suites. */
  suite: v.string(),
  /** The session's input; `null` is the end of input. */
  lines: list(v.nullable(v.string())),
  expected: v.string(),
  actual: v.string(),
  /** The offset in bytes of the first differing byte in `actual`. */
  at: count,
  difference,
  /** The last lines of standard error, control characters made visible. */
  stderr: list(v.string()),
})
/** A session that shows what is wrong. */
export type Failure = v.InferOutput<typeof failure>

const verdict = v.picklist(verdicts)
const anyCase = {
  /** An entry, a transcript, or the words of a fuzzed command. */
  path: v.string(),
  ok: v.boolean(),
  /** Absent if it was not run. */
  verdict: v.exactOptional(verdict),
  /** Why it was skipped. */
  skipped: v.exactOptional(v.string()),
  /** Why it could not be run, with the file and line. */
  error: v.exactOptional(v.string()),
  failure: v.nullable(failure),
  milliseconds: count,
}

const step = v.object({
  suite: v.string(),
  runner: v.picklist(['processes', 'in-process']),
  /** How many sessions were run; absent if an earlier suite failed. */
  sessions: v.exactOptional(count),
  /** What the suite covers, in a few words. */
  covers: v.exactOptional(v.string()),
})
/** A suite that an entry is held to, and how its sessions are run. */
export type PlanStep = v.InferOutput<typeof step>

const entry = v.object({
  ...anyCase,
  kind: v.literal('entry'),
  game: v.string(),
  runtime: v.string(),
  input: v.string(),
  bytes: count,
  /** Unicode characters (code points). */
  chars: count,
  /** The verdict that it must get. */
  expected: verdict,
  /** Whether its output equals the reference's byte for byte, and its exit status too. */
  exact: v.boolean(),
  /** What it uses beside the exact form. */
  variations: list(v.string()),
  plan: list(step),
  /** Why its sessions were not run in-process, though its runtime allows it. */
  note: v.exactOptional(v.string()),
})
export type EntryReport = v.InferOutput<typeof entry>

const transcript = v.object({
  ...anyCase,
  kind: v.literal('transcript'),
  /** The line in the file at which the session begins. */
  line: count,
  /** Empty if it could not be run. */
  input: v.string(),
})
export type TranscriptReport = v.InferOutput<typeof transcript>

const fuzz = v.object({
  ...anyCase,
  kind: v.literal('fuzz'),
  /** The game and its options. */
  game: v.string(),
  seed: v.number(),
  sessions: count,
})

const oneCase = v.variant('kind', [entry, transcript, fuzz])
export type Case = v.InferOutput<typeof oneCase>

const report = v.object({
  version: v.literal(1),
  /** Whether everything passed. */
  ok: v.boolean(),
  cases: list(oneCase),
})
export type Report = v.InferOutput<typeof report>

/**
 * Checks what was read from a report file.
 * @returns the report, or what is wrong with it in one line: the path of the key and what was expected there
 */
export function parseReport(value: unknown): Report | string {
  const { success, output, issues } = v.safeParse(report, value)
  if (success) return output
  const [issue] = issues
  const place = v.getDotPath(issue)
  if (place === null) return `expected ${issue.expected}`
  if (issue.input === undefined) return `${place} is missing`
  return `${place}: expected ${issue.expected}, not ${JSON.stringify(issue.input).slice(0, 40)}`
}

/** A way to show a report. */
export interface Reporter {
  /** @returns what to show as soon as a case is known */
  add?(one: Case): string
  /** @returns what to show when all cases are known */
  end(report: Report): string
}
