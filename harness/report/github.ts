import { stripVTControlCharacters } from 'node:util'
import { showFailure } from './difference.ts'
import type { Case, Report } from './report.ts'

/** A report as workflow commands of GitHub: an annotation at the file and line of each case that failed. */
export const asGithub = ({ cases }: Report): string =>
  cases
    .filter(({ ok }) => !ok)
    .map(annotation)
    .join('')

function annotation(one: Case): string {
  const line = one.kind === 'transcript' ? one.line : 1
  const title = [one.verdict, one.kind === 'fuzz' ? undefined : one.input].filter(Boolean).join(' ')
  const text = one.failure === null ? (one.error ?? 'accepted') : stripVTControlCharacters(showFailure(one.failure, 80))
  return `::error file=${property(one.path)},line=${line},title=${property(title)}::${message(text)}\n`
}

const message = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string) => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
