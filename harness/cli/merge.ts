import type { Host } from '../base/host.ts'
import { readJson } from '../base/json.ts'
import { leaderboardOrder, leagueOf } from '../entries/entry.ts'
import { type Case, type EntryReport, reportSchema } from '../report/report.ts'
import { openReports } from '../report/reporters.ts'
import type { SharedOptions } from './options.ts'

/** @throws UsageError if a file is not a report */
export function mergeVerb(paths: readonly string[], options: Pick<SharedOptions, 'reporter'>, host: Host): number {
  const found = paths.map((path) => readJson(path, 'a report of --reporter json', reportSchema, host.cwd))
  const machines = new Map(
    found.flatMap(({ machines = [] }) => machines).map((machine) => [JSON.stringify(machine), machine]),
  )
  const reports = openReports(host, options.reporter, [...machines.values()], paths)
  reports.add(0, inOrder(found.flatMap(({ cases }) => cases)))
  const stopped = found.flatMap((report) => report.stopped ?? []).join('; ') || undefined
  const errors = found.flatMap(({ errors = [] }) => errors)
  return reports.end({ ok: found.every(({ ok }) => ok), stopped, errors })
}

/** Sorts cases: entries as on the leaderboard, then those that could not be judged, then other cases by their paths. */
function inOrder(cases: readonly Case[]): Case[] {
  const standing = (entry: EntryReport) => ({ ...entry, league: leagueOf(entry.game, entry.runtime, entry.input) })
  const place = (one: Case) => (one.kind === 'entry' ? Number(one.error !== undefined) : 2)
  return cases.toSorted((a, b) => {
    if (a.kind !== 'entry' || b.kind !== 'entry') return place(a) - place(b) || a.path.localeCompare(b.path, 'en')
    return place(a) - place(b) || leaderboardOrder(standing(a), standing(b))
  })
}
