import { stripVTControlCharacters } from 'node:util'
import { showFailure } from './difference.ts'
import { type Case, proofsOf, type Report } from './report.ts'

/** A report as workflow commands of GitHub: an annotation at the file and line of each failed case, and what was proven. */
export function asGithub({ cases }: Report): string {
  const proofs = proofsOf(cases)
  const notice =
    proofs.length === 0 ? [] : [`::notice title=${property('Accepted entries')}::${message(proofs.join('\n'))}\n`]
  return [...cases.flatMap((one) => (one.ok ? [] : [annotation(one)])), ...notice].join('')
}

function annotation(one: Case): string {
  const line = one.kind === 'transcript' ? one.line : 1
  const title = [one.verdict, one.kind === 'fuzz' ? undefined : one.input].filter(Boolean).join(' ')
  const text = one.failure === null ? (one.error ?? 'accepted') : stripVTControlCharacters(showFailure(one.failure))
  return `::error file=${property(one.path)},line=${line},title=${property(title)}::${message(text)}\n`
}

const message = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string) => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
