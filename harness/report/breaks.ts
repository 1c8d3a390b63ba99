import { join, relative } from 'node:path'
import { exists } from '../base/files.ts'
import { packageRoot } from '../base/package-root.ts'
import type { Case, EntryReport } from './report.ts'

export const breaksOf = ({ failure }: Case): string[] =>
  (failure?.rules ?? []).map(({ sentence, at }) => `breaks: "${sentence}"${at === undefined ? '' : ` (${at})`}`)

/** The case with the pages of its rules as paths from a folder. */
export function openedFrom<One extends Case>(cwd: string, one: One): One {
  const opened = <Rule extends { readonly at?: string | undefined }>(rule: Rule): Rule =>
    rule.at === undefined ? rule : { ...rule, at: placeOf(rule.at, cwd) }
  const { failure, profile } = one as Case & { profile?: EntryReport['profile'] }
  return {
    ...one,
    ...(failure?.rules && { failure: { ...failure, rules: failure.rules.map(opened) } }),
    ...(profile && { profile: profile.map(opened) }),
  }
}

/** The page and heading of a rule as a path from a folder. Our own pages are in our package. */
export function placeOf(at: string, cwd: string): string {
  const [page = ''] = at.split('#')
  const ours = join(packageRoot, page)
  return exists(page, cwd) || !exists(ours) ? at : relative(cwd, ours) + at.slice(page.length)
}
