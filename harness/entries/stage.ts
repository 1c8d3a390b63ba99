import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { temporaryFolder } from '../games/files.ts'
import { syntaxError } from '../games/load.ts'
import type { Entry } from './entry.ts'
import { locate } from './runtimes.ts'

/** An entry that is ready to run, in a temporary folder: nothing around it can change its output. */
export interface Staged {
  /** The program that runs it, and the arguments before the answers. */
  readonly command: readonly string[]
  /** The file that is run. */
  readonly file: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** An environment variable that only its processes have. */
  readonly tag: string
  /** Removes the folder. */
  remove(): void
}

/**
 * @returns undefined if the entry's runtime is not installed
 * @throws UsageError if the source cannot be compiled, or there is no place for temporary files
 */
export async function stage({ runtime, source, path }: Entry): Promise<Staged | undefined> {
  const program = await locate(runtime)
  if (program === undefined) return undefined
  const script = await Promise.resolve(runtime.prepare?.(source) ?? source).catch((error) => {
    throw syntaxError(path, error)
  })
  const { path: folder, remove } = temporaryFolder('entry-')
  // A home folder with the entry's folder in it: an entry cannot tell them from a person's.
  const cwd = join(folder, 'entry')
  mkdirSync(cwd)
  const file = join(cwd, basename(path, extname(path)) + runtime.runs)
  writeFileSync(file, script)
  return {
    command: [program, ...runtime.command.slice(1), file, ...(runtime.separator ?? [])],
    file,
    cwd,
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', TZ: 'UTC' },
    tag: `TMPDIR=${folder}`,
    remove,
  }
}
