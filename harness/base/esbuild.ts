import type * as Esbuild from 'esbuild'
import { UsageError } from './usage-error.ts'

/** Imports esbuild, which compiles TypeScript. It is larger than all of ninehole, so users install it if they need it. */
export async function findEsbuild(): Promise<typeof Esbuild | undefined> {
  try {
    return await import('esbuild')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** @throws UsageError with this path as its place if esbuild is not installed */
export async function esbuildFor(path: string): Promise<typeof Esbuild> {
  const esbuild = await findEsbuild()
  if (esbuild === undefined) throw new UsageError(path, "needs esbuild: 'npm install -D esbuild'")
  return esbuild
}
