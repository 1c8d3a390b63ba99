import childProcess from 'node:child_process'
import { resolve } from 'node:path'
import type * as Esbuild from 'esbuild'
import { firstLine } from './files.ts'
import { EnvironmentError, UsageError } from './usage-error.ts'

/** Imports esbuild, if it is there: it is larger than all of ninehole, so users install it if they need it. */
export const findEsbuild = (): Promise<typeof Esbuild | undefined> =>
  import('esbuild').catch((error) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  })

let restarts = 0

/**
 * Calls esbuild. Its service is in our process group, so Ctrl-C in a terminal ends it even if this process continues: then it
 * is started again, once.
 * @throws UsageError if esbuild is not installed
 * @throws EnvironmentError if its service ends again: what esbuild says of a source has `errors`
 */
export async function withEsbuild<Result>(path: string, call: (esbuild: typeof Esbuild) => Promise<Result>) {
  const esbuild = await findEsbuild()
  if (esbuild === undefined) throw new UsageError(path, "needs esbuild: 'npm install -D esbuild'")
  const before = restarts
  // A service that ends at once leaves nothing that would keep this process running until it is told so.
  const running = setInterval(() => undefined, 60_000)
  const again = async (error: Error) => {
    if ('errors' in error) throw error
    // If several calls fail together, the first restarts the service.
    if (before === restarts) {
      restarts++
      await esbuild.stop()
    }
    return quietly(() => call(esbuild)).catch((error) => {
      throw 'errors' in error ? error : new EnvironmentError('esbuild', 'was ended by the system: is memory left?')
    })
  }
  try {
    return await quietly(() => call(esbuild)).catch(again)
  } finally {
    clearInterval(running)
  }
}

/** Starts the service without our standard error: without memory, it would write pages to it. */
function quietly<Result>(call: () => Result): Result {
  const { spawn } = childProcess
  const start = (file: string, args: readonly string[], options: childProcess.SpawnOptions) =>
    spawn(file, args, { ...options, stdio: ['pipe', 'pipe', 'ignore'] })
  childProcess.spawn = start as typeof spawn
  try {
    return call()
  } finally {
    childProcess.spawn = spawn
  }
}

export function syntaxError(path: string, error: Error & Partial<Esbuild.BuildFailure>, cwd = ''): UsageError {
  if (error instanceof UsageError) return error
  const [first] = error.errors ?? []
  const { file = path, line = 1 } = first?.location ?? {}
  const place = file === '<stdin>' || resolve(cwd, file) === resolve(cwd, path) ? path : file
  return new UsageError({ path: place, line }, firstLine(first?.text ?? error))
}
