import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeWhole } from '../base/files.ts'
import { readJson } from '../base/json.ts'
import { memoize } from '../base/memoize.ts'
import { packageRoot } from '../base/package-root.ts'
import { locate, versionOf } from '../entries/installed.ts'
import { type Runtime, runtimes } from '../entries/runtimes.ts'
import { type EntryReport, entrySchema } from '../report/report.ts'
import type { JudgeOptions } from './judge.ts'
import type { Job } from './plan.ts'

const remembered = v.object({ key: v.string(), report: entrySchema })

/**
 * Opens the cache below a folder: reports of accepted entries in files, for our own games and runtimes. Failures are never
 * kept. Ignores files that cannot be read or written.
 */
export function openCache(cwd: string, options: JudgeOptions) {
  const { limits, exact, suites, quick, memory, real, seed, sandbox, surroundings } = options
  const folder = join(cwd, 'node_modules/.cache/ninehole')
  const ours = hashOf(readdirSync(join(packageRoot, 'dist')).flatMap(namedContent))
  const placeOf = memoize((runtime: Runtime) => circumstancesOf(runtime, surroundings))

  /**
   * The file for an entry and options, and a key of everything that must be the same: a report of a changed entry, or of a
   * new version, replaces the old one.
   */
  async function entryOf({ entry, reference, plan }: Job) {
    const { path, runtime, input, game, expected, breaks, source } = entry
    const fixed = [path, game, input, expected, breaks, limits, exact, suites, quick, memory, real, seed]
    // The plan includes a project's own recorded sessions.
    const recorded = plan.filter(({ suite }) => suite.name === 'fixtures').map(({ suite }) => suite.sessions)
    const circumstances = [ours, source, reference.name, runtime, await placeOf(runtime), sandbox?.name, recorded]
    return { file: join(folder, `${hashOf([fixed])}.json`), key: hashOf([fixed, circumstances]) }
  }

  return {
    /** Finds the report of an entry that was accepted before in the same circumstances. */
    async find(job: Job): Promise<EntryReport | undefined> {
      if (!isOurs(job)) return undefined
      const { file, key } = await entryOf(job)
      try {
        const found = readJson(file, 'a report that is remembered', remembered)
        return found.key === key ? { ...found.report, milliseconds: 0, before: true } : undefined
      } catch {
        return undefined
      }
    },
    async keep(job: Job, report: EntryReport) {
      const isAccepted = report.verdict === 'AC' && report.ok && report.doubts === undefined
      if (!isAccepted || !isOurs(job)) return
      const { file, key } = await entryOf(job)
      try {
        mkdirSync(folder, { recursive: true })
        writeWhole(file, Buffer.from(JSON.stringify({ key, report })).toString('latin1'))
      } catch {
        // The entry will be judged again.
      }
    },
  }
}

/** A user's game or runtime may change without our knowing. */
const isOurs = ({ entry, isOurs = false }: Job) => isOurs && runtimes.includes(entry.runtime)

async function circumstancesOf(runtime: Runtime, surroundings: JudgeOptions['surroundings']) {
  return [await locate(runtime, surroundings?.env), await versionOf(runtime)]
}

const hashOf = (values: unknown): string => createHash('sha256').update(JSON.stringify(values)).digest('hex')

/** The name and content of a file of dist/; its folders have types only. */
function namedContent(name: string): string[] {
  try {
    return [name, readFileSync(join(packageRoot, 'dist', name), 'latin1')]
  } catch {
    return []
  }
}
