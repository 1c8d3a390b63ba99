import { stripVTControlCharacters } from 'node:util'
import { checkPlace, exists, isSameFile, read, writeWhole } from '../base/files.ts'
import type { Host } from '../base/host.ts'
import { version } from '../base/package-root.ts'
import { UsageError } from '../base/usage-error.ts'
import { toBytes } from '../session/bytes.ts'
import { verdicts } from '../session/compare.ts'
import { asGithub } from './github.ts'
import { asHtml } from './html.ts'
import { asJunit } from './junit.ts'
import { asMarkdown } from './markdown.ts'
import { note, print } from './output.ts'
import type { Case, Report } from './report.ts'
import { tableReporter } from './table.ts'
import { asJson } from './text.ts'

interface Reporter {
  /** Shows a case as soon as it and those before it are known. */
  add?(result: Case): string
  end(report: Report): string
}

/** A new reporter is a new row. */
const reporters = {
  table: tableReporter,
  json: () => ({ end: asJson }),
  junit: () => ({ end: asJunit }),
  github: (host) => ({ end: (report) => asGithub(report, host) }),
  markdown: () => ({ end: asMarkdown }),
  html: () => ({ end: asHtml }),
} satisfies Record<string, (host: Host) => Reporter>

type ReporterName = keyof typeof reporters
export const reporterNames = Object.keys(reporters) as ReporterName[]

/** @property file default: standard output */
export type ReporterChoice = { readonly name: ReporterName; readonly file?: string }

/** Writes a JSON report of an error to standard output. */
export function reportError(host: Host, error: Pick<UsageError, 'place' | 'why'>) {
  const report: Report = { version: 2, ok: false, errors: [error], machines: [complete({})], cases: [] }
  print(host, asJson(report))
}

type Machine = NonNullable<Report['machines']>[number]

const complete = (machine: Partial<Machine>): Machine => ({ ninehole: version(), runtimes: {}, ...machine })

const beginningOfReport =
  /^($|\{\s*"version": \d|<\?xml [^>]*>\s*<testsuites>|<!DOCTYPE html>[\s\S]*<title>ninehole: |## [✓✗] ninehole: |::(error|notice|warning) |.*\n(league +)?entry +bytes |[\d,]+ (of|random) |found with seed |stopped after )/

/** An empty file counts as a report, too. */
const isReport = (text: string) => beginningOfReport.test(text) || verdicts.some((name) => text.startsWith(`${name} `))

/**
 * Opens reports: before the first session, so that no work is lost if a file cannot be written.
 * @param machines those that run the cases, by default with this version of ninehole
 * @param others files that the command reads or writes
 * @throws UsageError if a file cannot be written or is one of these, or two reports would go to the same place
 */
export function openReports(
  host: Host,
  choices: readonly ReporterChoice[],
  machines: readonly Partial<Machine>[],
  others: readonly string[] = [],
) {
  const { cwd } = host
  for (const [index, { file }] of choices.entries()) {
    if (file === undefined) continue
    checkPlace(file, true, cwd)
    if (exists(file, cwd) && !isReport(read(file, 'a report', cwd).toString('utf8', 0, 4096)))
      throw new UsageError(file, 'exists, and is no report: it is not replaced')
    const taken = [...others, ...choices.slice(0, index).flatMap((other) => other.file ?? [])]
    if (taken.some((path) => isSameFile(path, file, cwd)))
      throw new UsageError(file, 'is another file of this command, and is not replaced')
  }
  const all = choices.map((choice): Reporter & ReporterChoice => ({ ...reporters[choice.name](host), ...choice }))
  // It writes while the run goes on.
  const [live, second] = all.filter(({ file }) => file === undefined)
  if (second !== undefined)
    throw new UsageError(`--reporter ${second.name}`, `${live?.name} is on standard output already: name a file`)
  const items: (readonly Case[])[] = []
  let shown = 0

  /** Adds the cases of an entry or a transcript, which are shown in the order of their indices, from 0. */
  function add(index: number, found: readonly Case[]) {
    items[index] = found
    for (let next = items[shown]; next !== undefined; next = items[++shown]) print(host, textOf(next, live))
  }

  /**
   * Writes the reports.
   * @param about `ok`: false if something failed that is not among the cases
   * @returns 0 if all passed, 1 if something failed, 2 if a case could not be run or a file could not be written
   */
  function end(about: { readonly [Field in 'ok' | 'stopped' | 'errors']?: Report[Field] | undefined } = {}) {
    const { ok = true, stopped, errors = [] } = about
    const cases = items.flat()
    const report: Report = {
      version: 2,
      ok: ok && stopped === undefined && cases.every((result) => result.ok),
      ...(stopped && { stopped }),
      ...(errors.length > 0 && { errors }),
      machines: machines.map(complete),
      cases,
    }
    // If the run was stopped, cases after a gap were not shown yet.
    if (live !== undefined) print(host, textOf(items.slice(shown).flat(), live) + live.end(report))
    const unwritten = all.flatMap(({ file, ...reporter }) => {
      if (file === undefined) return []
      const text = textOf(cases, reporter) + reporter.end(report)
      try {
        writeWhole(file, toBytes(stripVTControlCharacters(text)), { cwd })
        return []
      } catch (error) {
        if (!(error instanceof UsageError)) throw error
        return [error.message]
      }
    })
    // The table shows it itself.
    if (stopped !== undefined && live?.name !== 'table') note(host, stopped)
    const causes = [...errors.map(({ place, why }) => `${place}: ${why}`), ...cases.flatMap(({ error }) => error ?? [])]
    return showErrors(host, [...unwritten, ...causes]) || (report.ok ? 0 : 1)
  }
  return { add, end }
}

const textOf = (cases: readonly Case[], reporter?: Reporter) =>
  cases.map((result) => reporter?.add?.(result) ?? '').join('')

/** Writes each error to standard error, once. @returns the exit status */
export function showErrors(host: Host, errors: readonly string[]): 0 | 2 {
  for (const error of new Set(errors)) note(host, error)
  return errors.length > 0 ? 2 : 0
}
