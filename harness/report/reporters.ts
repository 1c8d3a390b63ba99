import { stripVTControlCharacters } from 'node:util'
import { checkPlace, writeWhole } from '../games/files.ts'
import { toBytes } from '../session/bytes.ts'
import { asGithub } from './github.ts'
import { asJunit } from './junit.ts'
import { eraseProgress } from './progress.ts'
import type { Case, Report, Reporter } from './report.ts'
import { tableReporter } from './table.ts'

/** All reporters. A new one is a new row. */
const reporters = {
  table: tableReporter,
  json: () => ({ end: (report) => `${JSON.stringify(report, null, 2)}\n` }),
  junit: () => ({ end: asJunit }),
  github: () => ({ end: asGithub }),
} satisfies Record<string, () => Reporter>

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
  /** The file that the last reporter writes. */
  readonly output?: string
}

/** The reports of a run. */
export interface Reports {
  /**
   * Adds a case as soon as it is known.
   * @param index its place in the reports, from 0: cases are shown in this order, whatever order they are added in
   */
  add(index: number, one: Case): void
  /**
   * Finishes the reports and sets the exit status: 1 if something failed, 2 if a case could not be run.
   * @param ok false if something failed that is not among the cases
   * @throws UsageError if a file cannot be written
   */
  end(ok?: boolean): void
}

/**
 * Begins the reports. Call it before the first session is run, so that no work is lost if a file cannot be written.
 * @throws UsageError if a file cannot be written
 */
export function openReports({ reporter, output }: ReportOptions): Reports {
  const all = reporter.map(({ name, file }, index) => {
    const { add = () => '', end }: Reporter = reporters[name]()
    return { add, end, write: writerOf(index === reporter.length - 1 ? (output ?? file) : file) }
  })
  const cases: Case[] = []
  let shown = 0
  return {
    add(index, one) {
      cases[index] = one
      for (let next = cases[shown]; next !== undefined; next = cases[++shown]) {
        for (const { add, write } of all) write(add(next))
      }
    },
    end(ok = true) {
      const report: Report = { version: 1, ok: ok && cases.every((one) => one.ok), cases }
      if (!report.ok) process.exitCode = 1
      for (const { end, write } of all) write(end(report), true)
      showErrors(cases)
    },
  }
}

/** A function that writes to standard output at once, or to a file when the report is complete. */
function writerOf(file: string | undefined) {
  if (file === undefined) {
    return (text: string) => {
      if (text !== '') eraseProgress()
      process.stdout.write(text)
    }
  }
  checkPlace(file, true)
  let content = ''
  return (text: string, isLast = false) => {
    content += stripVTControlCharacters(text)
    if (isLast) writeWhole(file, toBytes(content), true)
  }
}

/** Writes a line to standard error for each reason why a case could not be run, and sets exit status 2. */
export function showErrors(cases: readonly Case[]) {
  for (const error of new Set(cases.flatMap(({ error }) => error ?? []))) {
    eraseProgress()
    process.stderr.write(`ninehole: ${error}\n`)
    process.exitCode = 2
  }
}
