import { type TransformOptions, transform } from 'esbuild'
import { type CompressOptions, type MinifyOptions, minify } from 'terser'

/** What terser makes of a script; the script itself where it cannot read it. */
export async function byTerser(source: string): Promise<string> {
  const options = { compress: { passes: 3, unsafe: true }, mangle: { toplevel: true } }
  return (await terser(source, options)) ?? trimmed(source)
}

/** What esbuild makes of a script; the script itself where it cannot read it. */
export async function byEsbuild(source: string): Promise<string> {
  return (await esbuild(source, { loader: 'ts', minify: true })) ?? trimmed(source)
}

/** A script of JavaScript with no whitespace or parentheses that it can do without; undefined where it is not one. */
export const compact = (source: string): Promise<string | undefined> => esbuild(source, { minifyWhitespace: true })

/**
 * What terser and esbuild make of a script with every set of options that has won for some program, risky ones included.
 * @param source JavaScript without types
 */
export async function minifications(source: string): Promise<string[]> {
  const results = await Promise.all([
    byEsbuild(source),
    terser(source, { compress: safe, mangle: { toplevel: true } }),
    terser(source, { compress: risky, mangle: { toplevel: true } }),
    ...[{}, { sequences: false }, { hoist_vars: true }].map((options) =>
      terser(source, { compress: { ...risky, ...options }, mangle: { toplevel: true, properties: true } }),
    ),
  ])
  return [...new Set(results.filter((code) => code !== undefined))]
}

const safe: CompressOptions = { passes: 5, ecma: 2020, toplevel: true, unsafe: true }

const risky: CompressOptions = {
  ...safe,
  unsafe_arrows: true,
  unsafe_math: true,
  booleans_as_integers: true,
  keep_fargs: false,
  pure_getters: true,
}

async function terser(source: string, options: MinifyOptions): Promise<string | undefined> {
  const { code } = await minify(source, { ...options, parse: { bare_returns: true } }).catch(() => ({
    code: undefined,
  }))
  return code === undefined ? undefined : trimmed(code)
}

async function esbuild(source: string, options: TransformOptions): Promise<string | undefined> {
  const result = await transform(source, { target: 'esnext', logLevel: 'silent', ...options }).catch(() => undefined)
  return result && trimmed(result.code)
}

/** Neither of them leaves out the last semicolon and newline. */
const trimmed = (code: string) => code.replace(/[;\s]+$/, '')
