import { read } from '../games/files.ts'
import { parseReport, type Report } from '../report/report.ts'
import { openReports } from '../report/reporters.ts'
import { UsageError } from '../session/usage-error.ts'
import type { Options } from './options.ts'

/**
 * `ninehole merge REPORT…`
 * @throws UsageError if a file is not a report
 */
export function mergeVerb(paths: readonly string[], options: Options) {
  const found = paths.map(readReport)
  const machines = new Map(found.flatMap(({ machines = [] }) => machines).map((one) => [JSON.stringify(one), one]))
  const reports = openReports(options.reporter, [...machines.values()])
  for (const [index, one] of found.flatMap(({ cases }) => cases).entries()) reports.add(index, one)
  reports.end(found.every(({ ok }) => ok))
}

function readReport(path: string): Report {
  const text = read(path, 'a report').toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(path, `not JSON: ${(error as Error).message.replace(/\s+/g, ' ')}`)
  }
  const report = parseReport(value)
  if (typeof report === 'string') throw new UsageError(path, `not a report of --reporter json: ${report}`)
  return report
}
