import { stripVTControlCharacters } from 'node:util'
import { showDifference } from './difference.ts'
import { type CaseReport, casesOf, type Report, type TranscriptReport } from './report.ts'

/** A report as workflow commands: an annotation at the file and line of everything that is not as it should be. */
export function asGithub(report: Report): string {
  return casesOf(report)
    .filter(({ ok }) => !ok)
    .map(annotation)
    .join('')
}

function annotation(one: CaseReport): string {
  const { path, verdict, failure, error } = one
  const { line = 1, input } = one as Partial<TranscriptReport>
  const title = `${verdict ?? ''} ${input ?? ''}`.trim()
  const text =
    failure === null ? (error ?? 'accepted') : stripVTControlCharacters(showDifference(failure.difference, 80))
  return `::error file=${property(path)},line=${line},title=${property(title)}::${message(text)}\n`
}

const message = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string) => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
