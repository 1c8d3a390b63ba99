import { readJson } from '../base/json.ts'
import { reportSchema } from '../report/report.ts'
import { Reports } from '../report/reporters.ts'
import type { SharedOptions } from './options.ts'

/**
 * `ninehole merge REPORT…`
 * @throws UsageError if a file is not a report
 */
export function mergeVerb(paths: readonly string[], options: SharedOptions) {
  const found = paths.map((path) => readJson(path, 'a report of --reporter json', reportSchema))
  const machines = new Map(found.flatMap(({ machines = [] }) => machines).map((one) => [JSON.stringify(one), one]))
  const reports = new Reports(options.reporter, [...machines.values()])
  reports.add(0, ...found.flatMap(({ cases }) => cases))
  const stopped = found.flatMap((one) => one.stopped ?? []).join('; ') || undefined
  const errors = found.flatMap(({ errors = [] }) => errors)
  reports.end({ ok: found.every(({ ok }) => ok), stopped, errors })
}
