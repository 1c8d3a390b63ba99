import { writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { temporaryFolder } from '../games/temporary.ts'
import { UsageError } from '../session/usage-error.ts'
import type { Entry } from './entry.ts'
import { locate } from './runtimes.ts'

/** An entry made ready to run, in a folder of its own: what lies around it in ours must not change what it says. */
export interface Staged {
  /** The program that runs it, and the words before its answers. */
  readonly command: readonly string[]
  /** The file that is run, as it was prepared. */
  readonly file: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** A variable in it that nothing else has. */
  readonly tag: string
  /** The folder is gone afterwards. */
  remove(): void
}

/**
 * @returns undefined where the machine does not have the entry's runtime
 * @throws UsageError if the source cannot be made ready (it is not TypeScript, say), or there is no place for temporary files
 */
export async function stage(entry: Entry): Promise<Staged | undefined> {
  const { runtime, path } = entry
  const file = await locate(runtime)
  if (file === undefined) return undefined
  const source = await prepared(entry)
  const { path: folder, remove } = temporaryFolder('entry-')
  const script = join(folder, basename(path, extname(path)) + runtime.runs)
  writeFileSync(script, source)
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', TZ: 'UTC' }
  return {
    command: [file, ...runtime.command.slice(1), script, ...(runtime.separator ?? [])],
    file: script,
    cwd: folder,
    env,
    tag: `TMPDIR=${folder}`,
    remove,
  }
}

/**
 * What is run in place of an entry's source.
 * @throws UsageError if it cannot be made of it
 */
async function prepared({ runtime, source, path }: Entry): Promise<string> {
  try {
    return (await runtime.prepare?.(source)) ?? source
  } catch (error) {
    const { errors } = error as { errors?: { text: string; location: { line: number } | null }[] }
    const first = errors?.[0]
    throw new UsageError(`${path}:${first?.location?.line ?? 1}`, first?.text ?? String(error))
  }
}
