import type { TransformOptions } from 'esbuild'
import { esbuildFor } from '../base/esbuild.ts'

let restarts = 0

/**
 * Transforms a script with esbuild. Its service is in our process group, so Ctrl-C in a terminal ends it even if this
 * process continues; then the service is started again.
 */
export async function transform(source: string, options: TransformOptions): Promise<string> {
  const esbuild = await esbuildFor('TypeScript')
  const before = restarts
  const result = await esbuild.transform(source, options).catch(async (error: Error) => {
    if (!/^The service (was stopped|is no longer running)/.test(error.message)) throw error
    // If several calls fail together, the first restarts the service.
    if (before === restarts) {
      restarts++
      await esbuild.stop()
    }
    return esbuild.transform(source, options)
  })
  return result.code
}
