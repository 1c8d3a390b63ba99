import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { writeWhole } from '../base/files.ts'
import { readJson } from '../base/json.ts'
import { packageRoot } from '../base/package-root.ts'
import { locate, type Runtime, runtimes, versionOf } from '../entries/runtimes.ts'
import { type EntryReport, entrySchema } from '../report/report.ts'
import type { Job } from './job.ts'
import type { JudgeOptions } from './judge.ts'
import { cached } from './plan.ts'

const remembered = v.object({ key: v.string(), report: entrySchema })

/** The reports of entries that were accepted, in files, for games and runtimes of ours. What failed is never remembered. */
export interface Cache {
  /** @returns the report of an entry that was accepted before, in the same circumstances; undefined if none was */
  find(job: Job): Promise<EntryReport | undefined>
  keep(job: Job, report: EntryReport): Promise<void>
}

/**
 * Opens the cache below a folder. A file that cannot be read, or written, is as one that is not there.
 * @param circumstances what a verdict depends on beside the entry, its runtime and us
 */
export function openCache(cwd: string, options: JudgeOptions): Cache {
  const { limits, exact, suites, quick, memory, real, seed, sandbox, surroundings } = options
  const folder = join(cwd, 'node_modules/.cache/ninehole')
  const ours = hashOf(readdirSync(join(packageRoot, 'dist')).flatMap(contentOf))
  const placeOf = cached((runtime: Runtime) => circumstancesOf(runtime, surroundings))

  /** @returns the file for an entry and options, and what must be the same */
  async function entryOf({ entry, reference, plan }: Job) {
    const { path, runtime, input, game, expected, breaks, source } = entry
    const asked = [path, game, input, expected, breaks, limits, exact, suites, quick, memory, real, seed]
    // A project's own recorded sessions are part of the plan.
    const recorded = plan.filter(({ suite }) => suite.name === 'fixtures').map(({ suite }) => suite.sessions)
    const circumstances = [ours, source, reference.name, runtime, await placeOf(runtime), sandbox?.name, recorded]
    return { file: join(folder, `${hashOf([asked])}.json`), key: hashOf([asked, circumstances]) }
  }

  return {
    async find(job) {
      if (!isOurs(job)) return undefined
      const { file, key } = await entryOf(job)
      try {
        const found = readJson(file, 'a report that is remembered', remembered)
        return found.key === key ? { ...found.report, milliseconds: 0, before: true } : undefined
      } catch {
        return undefined
      }
    },
    async keep(job, report) {
      const isAccepted = report.verdict === 'AC' && report.ok && report.doubts === undefined
      if (!isAccepted || !isOurs(job)) return
      const { file, key } = await entryOf(job)
      try {
        mkdirSync(folder, { recursive: true })
        writeWhole(file, Buffer.from(JSON.stringify({ key, report })).toString('latin1'))
      } catch {
        // Then it is played again.
      }
    },
  }
}

/** A game or a runtime of a user may change without a trace here. */
const isOurs = ({ entry, isOurs = false }: Job) => isOurs && runtimes.includes(entry.runtime)

/** The program of a runtime, and its version. */
async function circumstancesOf(runtime: Runtime, surroundings: JudgeOptions['surroundings']) {
  return [await locate(runtime, surroundings?.env), await versionOf(runtime)]
}

const hashOf = (values: unknown): string => createHash('sha256').update(JSON.stringify(values)).digest('hex')

/** A file of dist/; a folder there has types only. */
function contentOf(name: string): string[] {
  try {
    return [name, readFileSync(join(packageRoot, 'dist', name), 'latin1')]
  } catch {
    return []
  }
}
