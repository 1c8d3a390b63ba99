import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { packageRoot } from '../base/package-root.ts'
import type { Case } from './report.ts'

/** The rule that a case breaks, in one line: the sentence, and where it stands. */
export const breaksOf = ({ failure }: Case): string[] =>
  (failure?.rules ?? []).map(
    ({ sentence, at }) => `breaks: "${sentence}"${at === undefined ? '' : ` (${placeOf(at)})`}`,
  )

/** The page and heading of a rule, as it can be opened from the current folder: pages of ours stand in our package. */
export function placeOf(at: string): string {
  const [page = ''] = at.split('#')
  const ours = join(packageRoot, page)
  return existsSync(page) || !existsSync(ours) ? at : relative('', ours) + at.slice(page.length)
}
