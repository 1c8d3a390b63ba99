import { build } from 'esbuild'
import { minify } from 'terser'
import { packageRoot } from './package-root.ts'

/** Bytes of the reference as one program, and of what minifiers make of it. */
export interface ReferenceSizes {
  readonly bundled: number
  readonly terser: number
  readonly esbuild: number
}

/** @param game its file in `reference/` is called the same and exports its command */
export async function referenceSizes(game: string): Promise<ReferenceSizes> {
  const exported = `${game.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Command`
  const program = `import { ${exported} as command } from './reference/${game}.ts'
    import { run } from './harness/run.ts'
    run(command, process.argv.slice(2))`
  const bundle = async (minify: boolean) => {
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: packageRoot, loader: 'ts' },
      bundle: true,
      write: false,
      minify,
      format: 'cjs',
      platform: 'node',
      target: 'node20',
    })
    return outputFiles[0]?.text ?? ''
  }
  const [bundled, esbuild] = await Promise.all([bundle(false), bundle(true)])
  return { bundled: bytes(bundled), terser: bytes(await terse(bundled)), esbuild: bytes(esbuild) }
}

/** What terser makes of a script. */
export async function terse(source: string): Promise<string> {
  const { code } = await minify(source, { compress: { passes: 3, unsafe: true }, mangle: { toplevel: true } })
  return code ?? source
}

export const bytes = (text: string) => Buffer.byteLength(text)
