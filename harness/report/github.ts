import { appendFileSync, statSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { systemCause } from '../base/files.ts'
import { showFailure } from './difference.ts'
import { asMarkdown } from './markdown.ts'
import type { Case, Report } from './report.ts'
import { withSymbols } from './text.ts'
import { notesOn, proofsOf } from './words.ts'

const mostOfSummary = 1024 * 1024

/**
 * A report as GitHub workflow commands: an annotation for each failed case, and the proofs. In a job, also writes the
 * report as Markdown to the job's summary.
 */
export function asGithub(report: Report, { GITHUB_STEP_SUMMARY: summary }: NodeJS.ProcessEnv = {}): string {
  const unwritten = summary ? writeSummary(report, summary) : ''
  const annotations = report.cases.filter(({ ok }) => !ok).map(annotation)
  const proofs = [...notesOn(report), ...proofsOf(report.cases)].join('\n')
  const notice = `::notice title=${property('What was judged')}::${message(proofs)}\n`
  return [...annotations, proofs === '' ? '' : notice, unwritten].join('')
}

/** Appends the report to the summary of a job. @returns a warning if that fails: the annotations still count */
function writeSummary(report: Report, path: string): string {
  try {
    const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 }
    appendFileSync(path, asMarkdown(report, mostOfSummary - size))
    return ''
  } catch (error) {
    const cause = systemCause(error)
    if (cause === undefined) throw error
    return `::warning title=${property('The summary was not written')}::${message(`${cause.place}: ${cause.why}`)}\n`
  }
}

function annotation(one: Case): string {
  const place =
    one.kind === 'fuzz' ? '' : `file=${property(one.path)},line=${one.kind === 'transcript' ? one.line : 1},`
  const title = [one.verdict, one.input].filter(Boolean).join(' ')
  const text = stripVTControlCharacters(showFailure(one))
  return `::error ${place}title=${property(title)}::${message(text)}\n`
}

const message = (text: string) =>
  text.split('\n').map(withSymbols).join('\n').replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string) => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
