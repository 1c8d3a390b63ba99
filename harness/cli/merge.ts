import { read } from '../games/files.ts'
import { mergeReports, type Report } from '../report/report.ts'
import { type ReportOptions, show } from '../report/reporters.ts'
import { Unusable } from '../session/unusable.ts'

/** `ninehole merge REPORT…` */
export const mergeVerb = (paths: readonly string[], options: ReportOptions) =>
  show(mergeReports(paths.map(readReport)), options)

function readReport(path: string): Report {
  let report: unknown
  try {
    report = JSON.parse(read(path, 'a report').toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) throw new Unusable(path, `no JSON: ${error.message}`)
    throw error
  }
  if (!isReport(report)) throw new Unusable(path, "no report of ninehole's: write one with --reporter json")
  return report
}

const isReport = (value: unknown): value is Report =>
  typeof value === 'object' &&
  value !== null &&
  'ok' in value &&
  ['entries', 'transcripts', 'fuzz'].some((key) => Array.isArray((value as Record<string, unknown>)[key]))
