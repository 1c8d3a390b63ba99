import { stripVTControlCharacters } from 'node:util'
import { checkPlace, writeWhole } from '../games/files.ts'
import { toBytes } from '../session/bytes.ts'
import { eraseProgress } from './progress.ts'
import type { Case, Report, Reporter } from './report.ts'

/** Every reporter by its name; a new one is a new row. Each is loaded only where it is asked for. */
const reporters = {
  table: async () => (await import('./table.ts')).tableReporter(),
  json: async () => ({ end: (report) => `${JSON.stringify(report, null, 2)}\n` }),
  junit: async () => ({ end: (await import('./junit.ts')).asJunit }),
  github: async () => ({ end: (await import('./github.ts')).asGithub }),
} satisfies Record<string, () => Promise<Reporter>>

export type ReporterName = keyof typeof reporters
export const reporterNames = Object.keys(reporters) as ReporterName[]

/** A reporter, and the file that it writes; without one, standard output. */
export interface ReporterChoice {
  readonly name: ReporterName
  readonly file?: string
}

/** What a verb was asked about reporting. */
export interface ReportOptions {
  readonly reporter: readonly ReporterChoice[]
  /** The file that the last reporter writes. */
  readonly output?: string
}

/** The reports of a run, while it goes on. */
export interface Reports {
  /**
   * Adds a case as soon as it is known.
   * @param index its place in the reports, from 0: cases are shown in this order, in whichever order they are added
   */
  add(index: number, one: Case): void
  /**
   * Finishes the reports, and sets the exit status: 1 if something failed, 2 if a case could not be run.
   * @param ok whether everything passed, apart from the cases
   * @throws UsageError if a file cannot be written; the others are
   */
  end(ok?: boolean): void
}

/**
 * Begins the reports, before the first session runs: what cannot be written is found out before there is work to lose.
 * @throws UsageError if a file cannot be written
 */
export async function openReports({ reporter, output }: ReportOptions): Promise<Reports> {
  const all = await Promise.all(
    reporter.map(async ({ name, file }, index) => {
      const path = index === reporter.length - 1 ? (output ?? file) : file
      const { add, end }: Reporter = await reporters[name]()
      return { add, end, target: path === undefined ? standardOutput : fileTarget(path) }
    }),
  )
  const cases: Case[] = []
  let shown = 0
  return {
    add(index, one) {
      cases[index] = one
      for (let next = cases[shown]; next !== undefined; next = cases[++shown]) {
        for (const { add, target } of all) target.write(add?.(next) ?? '')
      }
    },
    end(ok = true) {
      const report: Report = { version: 1, ok: ok && cases.every((one) => one.ok), cases }
      const errors: unknown[] = []
      for (const { end, target } of all) {
        try {
          target.write(end(report))
          target.close()
        } catch (error) {
          errors.push(error)
        }
      }
      if (!report.ok) process.exitCode = 1
      showErrors(cases)
      if (errors.length > 0) throw errors[0]
    },
  }
}

/** Says on standard error what could not be run, a line each, and sets exit status 2. */
export function showErrors(cases: readonly Case[]) {
  for (const error of new Set(cases.flatMap(({ error }) => error ?? []))) {
    eraseProgress()
    process.stderr.write(`ninehole: ${error}\n`)
    process.exitCode = 2
  }
}

const standardOutput = {
  write(text: string) {
    if (text === '') return
    eraseProgress()
    process.stdout.write(text)
  },
  close() {},
}

/** A file that is written as a whole when the report is complete; what stands there is kept until then. */
function fileTarget(path: string) {
  checkPlace(path, true)
  let content = ''
  return {
    write(text: string) {
      content += stripVTControlCharacters(text)
    },
    close: () => writeWhole(path, toBytes(content), true),
  }
}
