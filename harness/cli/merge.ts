import type { Host } from '../base/host.ts'
import { readJson } from '../base/json.ts'
import { leaderboardOrder, leagueOf } from '../entries/entry.ts'
import { type Case, type EntryReport, type Report, reportSchema } from '../report/report.ts'
import { Reports } from '../report/reporters.ts'
import type { SharedOptions } from './options.ts'

/**
 * `ninehole merge REPORT…`
 * @throws UsageError if a file is not a report
 */
export function mergeVerb(paths: readonly string[], options: Pick<SharedOptions, 'reporter'>, host: Host): number {
  const found = paths.map((path) => readJson(path, 'a report of --reporter json', reportSchema, host.cwd))
  const machines = new Map(
    found.flatMap(({ machines = [] }) => machines).map((machine) => [JSON.stringify(machine), machine]),
  )
  const reports = new Reports(host, options.reporter, [...machines.values()], paths)
  reports.add(0, inOrder(casesIn(found)))
  const stopped = found.flatMap((report) => report.stopped ?? []).join('; ') || undefined
  const errors = found.flatMap(({ errors = [] }) => errors)
  return reports.end({ ok: found.every(({ ok }) => ok), stopped, errors })
}

/** The cases of all reports: first the cases of shards, in the order of the undivided work, then the others. */
function casesIn(reports: readonly Report[]): Case[] {
  const placed = reports.flatMap(({ cases, shard }) => {
    let item = -1
    return cases.map((result, index) => {
      if (result.path !== cases[index - 1]?.path) item++
      return { result, at: shard === undefined ? Number.MAX_SAFE_INTEGER : item * shard.of + shard.part }
    })
  })
  return placed.sort((a, b) => a.at - b.at).map(({ result }) => result)
}

/** Sorts cases as in a single report: entries as on the leaderboard, then entries that could not be judged. */
function inOrder(cases: readonly Case[]): Case[] {
  const entries = cases.filter((result) => result.kind === 'entry')
  const standing = (entry: EntryReport) => ({ ...entry, league: leagueOf(entry.game, entry.runtime, entry.input) })
  const isBad = ({ error }: EntryReport) => Number(error !== undefined)
  entries.sort((a, b) => isBad(a) - isBad(b) || leaderboardOrder(standing(a), standing(b)))
  return [...entries, ...cases.filter((result) => result.kind !== 'entry')]
}
