import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import type { Program } from '../run/process.ts'
import { Unusable } from '../session/unusable.ts'
import type { Entry } from './entry.ts'
import { locate } from './runtimes.ts'

/** An entry made ready to run, in a folder of its own: what lies around it in ours must not change what it says. */
export interface Staged {
  readonly program: Program
  /** The folder is gone afterwards. */
  remove(): void
}

/**
 * @returns undefined where the machine does not have the entry's runtime
 * @throws Unusable if the source cannot be made ready (it is not TypeScript, say), or there is no place for temporary files
 */
export async function stage(entry: Entry): Promise<Staged | undefined> {
  const { runtime, path } = entry
  const file = await locate(runtime)
  if (file === undefined) return undefined
  const source = await prepared(entry)
  const folder = temporaryFolder()
  const remove = () => {
    process.off('exit', remove)
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // A path in it may be too long for one call.
      spawnSync('rm', ['-rf', folder])
    }
  }
  process.once('exit', remove)
  const script = join(folder, basename(path, extname(path)) + runtime.runs)
  writeFileSync(script, source)
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', TZ: 'UTC' }
  const pipes = needsPipes.test(source)
  return { program: { file, args: [...runtime.command.slice(1), script], cwd: folder, env, pipes }, remove }
}

function temporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'ninehole-'))
  } catch (error) {
    throw new Unusable(tmpdir(), `no temporary folder can be made here (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Standard streams that are opened by name, which Node's sockets cannot be. */
const needsPipes = /\/dev\/(std|fd)|\/proc\/\w+\/fd/

/**
 * What is run in place of an entry's source.
 * @throws Unusable if it cannot be made of it
 */
async function prepared({ runtime, source, path }: Entry): Promise<string> {
  try {
    return (await runtime.prepare?.(source)) ?? source
  } catch (error) {
    const { errors } = error as { errors?: { text: string; location: { line: number } | null }[] }
    const first = errors?.[0]
    throw new Unusable(`${path}:${first?.location?.line ?? 1}`, first?.text ?? String(error))
  }
}
