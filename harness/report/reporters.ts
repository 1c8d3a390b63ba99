import { stripVTControlCharacters } from 'node:util'
import { checkPlace, writeWhole } from '../games/files.ts'
import { toBytes } from '../session/bytes.ts'
import { asGithub } from './github.ts'
import { asJunit } from './junit.ts'
import type { Case, Report } from './report.ts'
import { asTable } from './table.ts'

/** All reporters. A new one is a new row. */
const reporters = {
  table: asTable,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: asJunit,
  github: asGithub,
} satisfies Record<string, (report: Report) => string>

export type ReporterName = keyof typeof reporters
export const reporterNames = Object.keys(reporters) as ReporterName[]

/** A reporter and the file that it writes; without a file, it writes to standard output. */
export interface ReporterChoice {
  readonly name: ReporterName
  readonly file?: string
}

/** The options of a verb that concern its reports. */
export interface ReportOptions {
  readonly reporter: readonly ReporterChoice[]
}

/**
 * Prepares the reports. Call it before the first session is run, so that no work is lost if a file cannot be written.
 * @returns a function that writes the reports and sets the exit status: 1 if something failed, 2 if a case could not be
 *   run; its second argument is false if something failed that is not among the cases
 * @throws UsageError if a file cannot be written
 */
export function openReports({ reporter }: ReportOptions): (cases: readonly Case[], ok?: boolean) => void {
  for (const { file } of reporter) if (file !== undefined) checkPlace(file, true)
  return (cases, ok = true) => {
    const report: Report = { version: 1, ok: ok && cases.every((one) => one.ok), cases }
    if (!report.ok) process.exitCode = 1
    for (const { name, file } of reporter) {
      const text = reporters[name](report)
      if (file === undefined) process.stdout.write(text)
      else writeWhole(file, toBytes(stripVTControlCharacters(text)), true)
    }
    showErrors(cases)
  }
}

/** Writes a line to standard error for each reason why a case could not be run, and sets exit status 2. */
export function showErrors(cases: readonly Case[]) {
  for (const error of new Set(cases.flatMap(({ error }) => error ?? []))) {
    process.stderr.write(`ninehole: ${error}\n`)
    process.exitCode = 2
  }
}
