import type { Case, Report } from './report.ts'

/** A kind of report, while it is written. */
export interface Reporter {
  /** @returns what is shown of a case when it and all before it are known */
  add?(one: Case): string
  /** @returns what is shown of a case that failed, at once */
  fail?(one: Case): string
  /** @returns which rules a case that failed keeps: it is found out after the failure was shown */
  profile?(one: Case): string
  /** @returns the rest of the report */
  end(report: Report): string
}
