import type * as Esbuild from 'esbuild'
import { UsageError } from './usage-error.ts'

/** Finds esbuild, which translates TypeScript. It takes more space than all of ninehole: who needs it installs it. */
export async function findEsbuild(): Promise<typeof Esbuild | undefined> {
  try {
    return await import('esbuild')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** @throws UsageError that names a path, if esbuild is not installed */
export async function esbuildFor(path: string): Promise<typeof Esbuild> {
  const esbuild = await findEsbuild()
  if (esbuild === undefined) throw new UsageError(path, needsEsbuild)
  return esbuild
}

/** The reason why nothing can be done with a file. */
const needsEsbuild = "needs esbuild: 'npm install -D esbuild'"
