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
import type { Case, CommandError, Machine, Report, Reporter } from './report.ts'
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

/** A report was written to standard output. */
let isReported = false

/** Writes the report of a command that could not do its work: JSON to standard output, unless the report of its work is there already. */
export function reportError(error: CommandError) {
  if (isReported) return
  const report: Report = { version: 2, ok: false, errors: [error], machines: [thisMachine({})], cases: [] }
  print(asJson(report))
}

/** The reports of a run. */
export class Reports {
  readonly #all: readonly (Reporter & ReporterChoice)[]
  /** The one on standard output, which grows while the run goes on. */
  readonly #live: (Reporter & ReporterChoice) | undefined
  readonly #machines: readonly Machine[]
  /** The cases of each item of the work. */
  readonly #items: (readonly Case[])[] = []
  /** The items before it were shown. */
  #shown = 0

  /**
   * To be made before the first session is run, so that no work is lost if a file cannot be written.
   * @param machines where the cases are run
   * @throws UsageError if a file cannot be written, or two reports would be on standard output
   */
  constructor(choices: readonly ReporterChoice[], machines: readonly Machine[]) {
    for (const { file } of choices) if (file !== undefined) checkPlace(file, true)
    this.#all = choices.map((choice) => ({ ...(reporters[choice.name]() as Reporter), ...choice }))
    this.#machines = machines
    const [live, second] = this.#all.filter(({ file }) => file === undefined)
    if (second !== undefined)
      throw new UsageError(`--reporter ${second.name}`, `${live?.name} is on standard output already: name a file`)
    this.#live = live
  }

  /**
   * Adds the cases of an item as soon as they are known. Failures are shown at once.
   * @param index its place in the reports, from 0; all else is shown in this order
   */
  add(index: number, ...found: readonly Case[]) {
    const isTold = this.#items[index] !== undefined
    this.#set(index, found)
    if (!isTold) print(textOf(found, this.#live?.fail))
    print(textOf(found, this.#live?.profile))
  }

  /** Shows a case that failed before all is known of it. It is to be added when the rest is. */
  tell(index: number, failed: Case) {
    this.#set(index, [failed])
    print(textOf([failed], this.#live?.fail))
  }

  #set(index: number, found: readonly Case[]) {
    this.#items[index] = found
    for (let next = this.#items[this.#shown]; next !== undefined; next = this.#items[++this.#shown])
      print(textOf(next, this.#live?.add))
  }

  /**
   * Writes the reports and sets the exit status: 1 if something failed, 2 if a case could not be run.
   * @param options.ok false if something failed that is not among the cases
   * @param options.stopped how far the run came, if it was stopped
   * @param options.errors the reasons why other commands could not do their work, whose reports are part of this one
   * @throws UsageError if a file cannot be written
   */
  end({ ok = true, stopped, errors = [] }: RunEnd = {}) {
    const cases = this.#items.flat()
    const isOk = ok && stopped === undefined && cases.every((one) => one.ok)
    const report: Report = {
      ...{ version: 2, ok: isOk, ...(stopped && { stopped }), ...(errors.length > 0 && { errors }) },
      ...{ machines: this.#machines, cases },
    }
    if (!isOk) process.exitCode = 1
    // Behind a gap, the cases of a run that was stopped were not shown.
    const rest = this.#items.slice(this.#shown).flat()
    if (this.#live !== undefined) {
      print(textOf(rest, this.#live.add) + this.#live.end(report))
      isReported = true
    }
    for (const { file, add, fail, profile, end } of this.#all) {
      if (file === undefined) continue
      const failures = textOf(cases, (one) => (fail?.(one) ?? '') + (profile?.(one) ?? ''))
      const text = textOf(cases, add) + failures + end(report)
      writeWhole(file, toBytes(stripVTControlCharacters(text)))
    }
    if (stopped !== undefined && this.#live?.name !== 'table') process.stderr.write(`ninehole: ${printable(stopped)}\n`)
    showErrors([...errors.map(({ place, why }) => ({ error: `${place}: ${why}` })), ...cases])
  }
}

/** What is to be said of a run beside its cases. */
interface RunEnd {
  readonly ok?: boolean
  readonly stopped?: string | undefined
  readonly errors?: readonly CommandError[]
}

const textOf = (cases: readonly Case[], show?: (one: Case) => string) => cases.map((one) => show?.(one) ?? '').join('')

/** Writes a line to standard error for each reason why a case could not be run, and sets exit status 2. */
export function showErrors(cases: readonly Pick<Case, 'error'>[]) {
  for (const error of new Set(cases.flatMap(({ error }) => error ?? []))) {
    process.stderr.write(`ninehole: ${printable(error)}\n`)
    process.exitCode = 2
  }
}
