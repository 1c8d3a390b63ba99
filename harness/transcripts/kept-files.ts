import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a folder, without those below it, by their names: the time of the last change of each. */
export type FileTimes = ReadonlyMap<string, bigint>

/** @returns none if the folder cannot be read; files that vanish meanwhile are left out */
export function fileTimesIn(folder: string): FileTimes {
  try {
    const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
    const timeOf = (name: string) => lstatSync(join(folder, name), { bigint: true, throwIfNoEntry: false })?.ctimeNs
    return new Map(names.map(({ name }) => [name, timeOf(name) ?? 0n]))
  } catch {
    return new Map()
  }
}

/** The names of the files that are new or were changed. */
export const changedSince = (before: FileTimes, now: FileTimes): string[] =>
  [...now].flatMap(([name, time]) => (before.get(name) === time ? [] : [name]))
