import { readJson } from '../games/json.ts'
import { reportSchema } from '../report/report.ts'
import { openReports } from '../report/reporters.ts'
import type { Options } from './options.ts'

/**
 * `ninehole merge REPORT…`
 * @throws UsageError if a file is not a report
 */
export function mergeVerb(paths: readonly string[], options: Options) {
  const found = paths.map((path) => readJson(path, 'a report of --reporter json', reportSchema))
  const machines = new Map(found.flatMap(({ machines = [] }) => machines).map((one) => [JSON.stringify(one), one]))
  const reports = openReports(options.reporter, [...machines.values()])
  for (const [index, one] of found.flatMap(({ cases }) => cases).entries()) reports.add(index, one)
  reports.end(found.every(({ ok }) => ok))
}
