import { join, relative } from 'node:path'
import { exists } from '../base/files.ts'
import { packageRoot } from '../base/package-root.ts'
import type { Case } from './report.ts'

/** The case with the page of the rule that it breaks as a path from a folder. */
export function openedFrom<One extends Case>(cwd: string, one: One): One {
  const { rule } = one.failure ?? {}
  if (rule?.at === undefined) return one
  return { ...one, failure: { ...one.failure, rule: { ...rule, at: placeOf(rule.at, cwd) } } }
}

/** The page and heading of a rule as a path from a folder. Our own pages are in our package. */
export function placeOf(at: string, cwd: string): string {
  const [page = ''] = at.split('#')
  const ours = join(packageRoot, page)
  return exists(page, cwd) || !exists(ours) ? at : relative(cwd, ours) + at.slice(page.length)
}
