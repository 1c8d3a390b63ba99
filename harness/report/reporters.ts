import { stripVTControlCharacters } from 'node:util'
import { checkPlace, writeWhole } from '../base/files.ts'
import { version } from '../base/package-root.ts'
import { UsageError } from '../base/usage-error.ts'
import { toBytes } from '../session/bytes.ts'
import { asGithub } from './github.ts'
import { asHtml } from './html/page.tsx'
import { asJson } from './json.ts'
import { asJunit } from './junit.ts'
import { asMarkdown } from './markdown.ts'
import { print } from './progress.ts'
import type { Case, Machine, Report, Reporter } from './report.ts'
import { tableReporter } from './table.ts'
import { printable } from './text.ts'

/** All reporters. A new one is a new row. */
const reporters = {
  table: tableReporter,
  json: () => ({ end: asJson }),
  junit: () => ({ end: asJunit }),
  github: () => ({ end: asGithub }),
  markdown: () => ({ end: asMarkdown }),
  html: () => ({ end: asHtml }),
} satisfies Record<string, () => Reporter>

type ReporterName = keyof typeof reporters
export const reporterNames = Object.keys(reporters) as ReporterName[]

/** A reporter and the file that it writes; without a file, it writes to standard output. */
export type ReporterChoice = { readonly name: ReporterName; readonly file?: string }

/** This machine, as a report names it: with the sandbox, if one was asked for. */
export const thisMachine = (about: Partial<Machine>): Machine => ({ ninehole: version(), runtimes: {}, ...about })

/**
 * Opens the reports of a run. Call it before the first session is run, so that no work is lost if a file cannot be written.
 * @param machines where the cases are run
 * @throws UsageError if a file cannot be written, or two reports would be on standard output
 */
export function openReports(reporter: readonly ReporterChoice[], machines: readonly Machine[]) {
  const all = reporter.map(({ name, file }) => {
    if (file !== undefined) checkPlace(file, true)
    return { ...(reporters[name]() as Reporter), name, file }
  })
  const [live, second] = all.filter(({ file }) => file === undefined)
  if (second !== undefined)
    throw new UsageError(`--reporter ${second.name}`, `${live?.name} is on standard output already: name a file`)
  /** The cases of each item of the work. */
  const items: (readonly Case[])[] = []
  let shown = 0
  return {
    /**
     * Adds the cases of an item as soon as they are known. Failures are shown at once.
     * @param index its place in the reports, from 0; all else is shown in this order
     */
    add(index: number, ...found: readonly Case[]) {
      items[index] = found
      for (let next = items[shown]; next !== undefined; next = items[++shown]) print(textOf(next, live?.add))
      print(textOf(found, live?.fail))
    },
    /**
     * Writes the reports and sets the exit status: 1 if something failed, 2 if a case could not be run.
     * @param options.ok false if something failed that is not among the cases
     * @param options.stopped how far the run came, if it was stopped
     * @throws UsageError if a file cannot be written
     */
    end({ ok = true, stopped }: { readonly ok?: boolean; readonly stopped?: string | undefined } = {}) {
      const cases = items.flat()
      const isOk = ok && stopped === undefined && cases.every((one) => one.ok)
      const report: Report = { version: 1, ok: isOk, ...(stopped && { stopped }), machines, cases }
      if (!isOk) process.exitCode = 1
      // Behind a gap, the cases of a run that was stopped were not shown.
      const rest = items.slice(shown).flat()
      if (live !== undefined) print(textOf(rest, live.add) + live.end(report))
      for (const { file, add, fail, end } of all) {
        if (file === undefined) continue
        const text = textOf(cases, add) + textOf(cases, fail) + end(report)
        writeWhole(file, toBytes(stripVTControlCharacters(text)), true)
      }
      if (stopped !== undefined && live?.name !== 'table') process.stderr.write(`ninehole: ${printable(stopped)}\n`)
      showErrors(cases)
    },
  }
}

const textOf = (cases: readonly Case[], show?: (one: Case) => string) => cases.map((one) => show?.(one) ?? '').join('')

/** Writes a line to standard error for each reason why a case could not be run, and sets exit status 2. */
export function showErrors(cases: readonly Case[]) {
  for (const error of new Set(cases.flatMap(({ error }) => error ?? []))) {
    process.stderr.write(`ninehole: ${printable(error)}\n`)
    process.exitCode = 2
  }
}
