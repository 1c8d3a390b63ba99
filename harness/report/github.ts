import { appendFileSync, statSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { showFailure } from './difference.ts'
import { asMarkdown } from './markdown.ts'
import { type Case, proofsOf, type Report, type Reporter, whyFailed } from './report.ts'

/** GitHub rejects a summary of more than 1 MiB. */
const mostOfSummary = 1024 * 1024

/** Annotations, and the report in Markdown on the page of the job, if this is a job. */
export const githubReporter = (): Reporter => ({
  end(report) {
    const { GITHUB_STEP_SUMMARY: summary } = process.env
    if (summary) {
      const { size } = statSync(summary, { throwIfNoEntry: false }) ?? { size: 0 }
      appendFileSync(summary, asMarkdown(report, mostOfSummary - size))
    }
    return asGithub(report)
  },
})

/** A report as workflow commands of GitHub: an annotation at the file and line of each failed case, and what was proven. */
export function asGithub(report: Report): string {
  const { cases } = report
  const proofs = proofsOf(report)
  const notice =
    proofs.length === 0 ? [] : [`::notice title=${property('What was judged')}::${message(proofs.join('\n'))}\n`]
  return [...cases.flatMap((one) => (one.ok ? [] : [annotation(one)])), ...notice].join('')
}

function annotation(one: Case): string {
  const line = one.kind === 'transcript' ? one.line : 1
  const title = [one.verdict, one.kind === 'fuzz' ? undefined : one.input].filter(Boolean).join(' ')
  const text = one.failure === null ? whyFailed(one) : stripVTControlCharacters(showFailure(one.failure))
  return `::error file=${property(one.path)},line=${line},title=${property(title)}::${message(text)}\n`
}

const message = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string) => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
