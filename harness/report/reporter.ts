import type { Case, Report } from './report.ts'

/** Writes one kind of report. Each method returns text. */
export interface Reporter {
  /** Shows a case once it and all before it are known. */
  add?(one: Case): string
  /** Shows a failed case at once. */
  fail?(one: Case): string
  /** Shows which rules a failed case keeps; that is known later than the failure. */
  profile?(one: Case): string
  /** Shows the rest of the report. */
  end(report: Report): string
}
