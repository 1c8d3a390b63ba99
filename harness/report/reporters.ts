import { stripVTControlCharacters } from 'node:util'
import { checkPlace, writeWhole } from '../games/files.ts'
import { version } from '../games/package-root.ts'
import { toBytes } from '../session/bytes.ts'
import { asGithub } from './github.ts'
import { asHtml } from './html/page.tsx'
import { asJunit } from './junit.ts'
import { asMarkdown } from './markdown.ts'
import type { Case, Machine, Report, Reporter } from './report.ts'
import { tableReporter } from './table.ts'

/** All reporters. A new one is a new row. */
const reporters = {
  table: tableReporter,
  json: () => ({ end: (report) => `${JSON.stringify(report, null, 2)}\n` }),
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
 * @throws UsageError if a file cannot be written
 */
export function openReports(reporter: readonly ReporterChoice[], machines: readonly Machine[]) {
  const all = reporter.map(({ name, file }) => {
    if (file !== undefined) checkPlace(file, true)
    return { ...(reporters[name]() as Reporter), file }
  })
  const cases: Case[] = []
  let shown = 0
  return {
    /**
     * Adds a case as soon as it is known.
     * @param index its place in the reports, from 0; cases are shown in this order
     */
    add(index: number, one: Case) {
      cases[index] = one
      for (let next = cases[shown]; next !== undefined; next = cases[++shown])
        for (const { add, file } of all) if (file === undefined) print(add?.(next) ?? '')
    },
    /**
     * Writes the reports and sets the exit status: 1 if something failed, 2 if a case could not be run.
     * @param ok false if something failed that is not among the cases
     * @throws UsageError if a file cannot be written
     */
    end(ok = true) {
      const report: Report = { version: 1, ok: ok && cases.every((one) => one.ok), machines, cases }
      if (!report.ok) process.exitCode = 1
      for (const { add, end, file } of all) {
        if (file === undefined) {
          print(end(report))
          continue
        }
        const text = [...cases.map((one) => add?.(one)), end(report)].join('')
        writeWhole(file, toBytes(stripVTControlCharacters(text)), true)
      }
      showErrors(cases)
    },
  }
}

function print(text: string) {
  if (text === '') return
  eraseProgress()
  process.stdout.write(text)
}

/** Writes a line to standard error for each reason why a case could not be run, and sets exit status 2. */
export function showErrors(cases: readonly Case[]) {
  for (const error of new Set(cases.flatMap(({ error }) => error ?? []))) {
    process.stderr.write(`ninehole: ${error}\n`)
    process.exitCode = 2
  }
}

const millisecondsBetweenUpdates = 100

/**
 * Counts sessions in a line on standard error. It does nothing if standard error is not a terminal.
 * @param total how many sessions there will be
 * @returns `step`, to be called after one or several sessions, and `stop`, which erases the line
 */
export function startProgress(total: number) {
  const { stderr } = process
  let done = 0
  let drawnAt = Number.NEGATIVE_INFINITY
  // The cursor stays visible, so nothing needs to be restored however the process ends.
  const step = (count = 1) => {
    done += count
    if (!stderr.isTTY || performance.now() - drawnAt < millisecondsBetweenUpdates) return
    drawnAt = performance.now()
    stderr.write(`\r\x1b[K${done}/${total} sessions`)
  }
  step(0)
  return { step, stop: eraseProgress }
}

export function eraseProgress() {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}
