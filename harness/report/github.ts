import { appendFileSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { groupsBy } from '../base/collections.ts'
import { systemCause } from '../base/files.ts'
import type { Surroundings } from '../base/host.ts'
import { showFailure } from './difference.ts'
import { asMarkdown } from './markdown.ts'
import type { Case, Report } from './report.ts'
import { withSymbols } from './text.ts'
import { countsOf, notesOn, partsOf, proofsOf } from './words.ts'

const maxSummary = 1024 * 1024
/** GitHub shows no more errors of one step. */
const maxErrors = 10

/**
 * A report as GitHub workflow commands: an annotation for each failed entry or transcript, and the proofs. In a job, also
 * writes the report as Markdown to the job's summary.
 */
export function asGithub(report: Report, host: Surroundings): string {
  const summary = host.env.GITHUB_STEP_SUMMARY
  const unwritten = summary ? writeSummary(report, summary) : ''
  const failed = report.cases.filter(({ ok }) => !ok).flatMap(partsOf)
  const groups = groupsBy(failed, (one) => (one.kind === 'transcript' ? `${one.path}:${one.line}` : one.path))
  const shown = groups.length > maxErrors ? maxErrors - 1 : maxErrors
  const annotations = groups.slice(0, shown).map((ways) => annotation(ways, host))
  const more = groups.length - annotations.length
  const rest = more === 0 ? '' : `::error title=${property('More failures')}::${more} more failed: see the report\n`
  const proofs = [...countsOf(report.cases), ...notesOn(report), ...proofsOf(report.cases)].join('\n')
  const notice = `::notice title=${property('ninehole')}::${message(proofs)}\n`
  return [...annotations, rest, proofs === '' ? '' : notice, unwritten].join('')
}

/** Appends the report to the summary of a job. @returns a warning if that fails: the annotations still count */
function writeSummary(report: Report, path: string): string {
  try {
    const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 }
    appendFileSync(path, asMarkdown(report, maxSummary - size))
    return ''
  } catch (error) {
    const cause = systemCause(error)
    if (cause === undefined) throw error
    return `::warning title=${property('The summary was not written')}::${message(`${cause.place}: ${cause.why}`)}\n`
  }
}

/** @param ways what failed at one place: a transcript may fail in several ways */
function annotation(ways: readonly [Case, ...Case[]], { cwd, env: { GITHUB_WORKSPACE: root } }: Surroundings): string {
  const [one] = ways
  const path = root ? relative(root, resolve(cwd, one.path)) : one.path
  const line = one.kind === 'transcript' ? one.line : 1
  const place = one.kind === 'fuzz' ? '' : `file=${property(path)},line=${line},`
  const title = [one.verdict, ways.map(({ input }) => input).join(', ')].filter(Boolean).join(' ')
  return `::error ${place}title=${property(title)}::${message(stripVTControlCharacters(showFailure(one)))}\n`
}

const message = (text: string) =>
  text.split('\n').map(withSymbols).join('\n').replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string) => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
