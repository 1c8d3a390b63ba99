import { appendFileSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { systemCause } from '../base/files.ts'
import type { ProcessContext } from '../base/host.ts'
import { showFailure } from './difference.ts'
import { asMarkdown } from './markdown.ts'
import type { Case, Report } from './report.ts'
import { blockWithSymbols } from './text.ts'
import { countsOf, failuresIn, notesOn, whyFailed } from './words.ts'

const maxSummary = 1024 * 1024

/**
 * A report as workflow commands: an annotation for each failure, and a notice that counts them. In a job, also writes the
 * report as Markdown to the job's summary.
 */
export function asGithub(report: Report, host: ProcessContext): string {
  const summaryPath = host.env.GITHUB_STEP_SUMMARY
  const warning = summaryPath ? writeSummary(report, summaryPath) : ''
  const failed = failuresIn(report.cases)
  const notes = [...countsOf(report.cases), ...notesOn(report)].join('\n')
  const notice = notes === '' ? '' : command('notice title=ninehole', notes)
  return failed.map((result) => annotation(result, host)).join('') + notice + warning
}

/** @returns a warning if it fails: the annotations still count */
function writeSummary(report: Report, path: string): string {
  try {
    const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 }
    // What an earlier command wrote may lack its last newline.
    const gap = size === 0 ? '' : '\n'
    appendFileSync(path, gap + asMarkdown(report, maxSummary - size - gap.length))
    return ''
  } catch (error) {
    const cause = systemCause(error)
    if (cause === undefined) throw error
    return command('warning title=The summary was not written', `${cause.place}: ${cause.why}`)
  }
}

function annotation(result: Case, { cwd, env: { GITHUB_WORKSPACE: root } }: ProcessContext): string {
  const path = root ? relative(root, resolve(cwd, result.path)) : result.path
  const line = result.kind === 'transcript' ? result.line : 1
  const place = result.kind === 'fuzz' ? '' : `file=${property(path)},line=${line},`
  const title = property([result.verdict, result.input].filter(Boolean).join(' '))
  return command(`error ${place}title=${title}`, stripVTControlCharacters(showFailure(result)) || whyFailed(result))
}

const command = (name: string, text: string) => `::${name}::${message(text)}\n`
const message = (text: string) =>
  blockWithSymbols(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string) => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
