import { stripVTControlCharacters } from 'node:util'
import { writeWhole } from '../games/files.ts'
import { toBytes } from '../session/bytes.ts'
import { type CaseReport, casesOf, type Report } from './report.ts'

/** Every way to show a report. A new one is a new row. Each is loaded only where it is asked for, so that a call starts soon. */
export const reporters: Readonly<Record<string, (report: Report) => string | Promise<string>>> = {
  table: async (report) => (await import('./table.ts')).asTable(report),
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: async (report) => (await import('./junit.ts')).asJunit(report),
  github: async (report) => (await import('./github.ts')).asGithub(report),
}

/** A reporter, and the file that it writes; without one, standard output. */
export interface ReporterChoice {
  readonly name: string
  readonly file?: string
}

/** What a verb was told about reporting. */
export interface ReportOptions {
  readonly reporter: readonly ReporterChoice[]
  /** The file that the last reporter writes. */
  readonly output?: string
}

/**
 * Shows a report in every way that was asked for, and sets the exit status that it means.
 * @throws Unusable if a file cannot be written
 */
export async function show(report: Report, { reporter, output }: ReportOptions) {
  for (const [index, choice] of reporter.entries()) {
    const file = index === reporter.length - 1 ? (output ?? choice.file) : choice.file
    const text = (await reporters[choice.name]?.(report)) ?? ''
    if (file === undefined) process.stdout.write(text)
    else writeWhole(file, toBytes(stripVTControlCharacters(text)), true)
  }
  if (!report.ok) process.exitCode = 1
  showErrors(casesOf(report))
}

/** Says on standard error what could not be run, a line each, and sets exit status 2. */
export function showErrors(cases: readonly CaseReport[]) {
  for (const error of new Set(cases.flatMap(({ error }) => error ?? []))) {
    process.stderr.write(`ninehole: ${error}\n`)
    process.exitCode = 2
  }
}
