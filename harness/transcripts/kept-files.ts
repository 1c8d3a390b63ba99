import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The time of the last change of each file in a folder, by its name. */
export type FileTimes = ReadonlyMap<string, bigint>

/** Reads the times of a folder, without files that vanish meanwhile; empty if the folder cannot be read. */
export function fileTimesIn(folder: string): FileTimes {
  try {
    const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
    const timeOf = (name: string) => lstatSync(join(folder, name), { bigint: true, throwIfNoEntry: false })?.ctimeNs
    return new Map(names.map(({ name }) => [name, timeOf(name) ?? 0n]))
  } catch {
    return new Map()
  }
}

export const changedSince = (before: FileTimes, now: FileTimes): string[] =>
  [...now].flatMap(([name, time]) => (before.get(name) === time ? [] : [name]))
