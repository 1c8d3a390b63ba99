import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { Unusable } from '../find/unusable.ts'
import { asGithub } from './github.ts'
import { asJunit } from './junit.ts'
import type { Report } from './report.ts'
import { asTable } from './table.ts'

/** Every way to show a report. A new one is a new row. */
export const reporters: Readonly<Record<string, (report: Report) => string | Promise<string>>> = {
  table: asTable,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: asJunit,
  github: asGithub,
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
    else write(file, stripVTControlCharacters(text))
  }
  if (!report.ok) process.exitCode = 1
}

function write(file: string, text: string) {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new Unusable(file, `cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}
