import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onExit } from 'signal-exit'
import { UsageError } from '../session/usage-error.ts'

/** A folder that is gone when we end, however we end, unless we are killed outright. */
export interface TemporaryFolder {
  readonly path: string
  remove(): void
}

/**
 * @param prefix what its name begins with
 * @throws UsageError if none can be made
 */
export function temporaryFolder(prefix: string): TemporaryFolder {
  const path = make(prefix)
  const remove = () => {
    forget()
    try {
      rmSync(path, { recursive: true, force: true })
    } catch {
      // A path in it may be too long for one call.
      spawnSync('rm', ['-rf', path])
    }
  }
  const forget = onExit(remove)
  return { path, remove }
}

function make(prefix: string): string {
  try {
    return mkdtempSync(join(tmpdir(), prefix))
  } catch (error) {
    throw new UsageError(tmpdir(), `no temporary folder can be made here (${(error as NodeJS.ErrnoException).code})`)
  }
}
