import { type TransformOptions, transform } from 'esbuild'
import { type CompressOptions, type MinifyOptions, minify } from 'terser'

/** Minifies a script with terser. A script that terser cannot parse stays as it is. */
export const byTerser = async (source: string): Promise<string> =>
  (await terser(source, { compress: { passes: 3, unsafe: true } })) ?? trimmed(source)

/** Minifies a script with esbuild. A script that esbuild cannot parse stays as it is. */
export const byEsbuild = async (source: string): Promise<string> =>
  (await esbuild(source, { loader: 'ts', minify: true })) ?? trimmed(source)

/** Removes needless white space and parentheses. @returns undefined if the source is not JavaScript */
export const compact = (source: string): Promise<string | undefined> => esbuild(source, { minifyWhitespace: true })

/**
 * Minifies a script with every set of options that has been best for some program, including unsafe ones.
 * @param source JavaScript without types
 */
export async function minifications(source: string): Promise<string[]> {
  const results = await Promise.all([
    byEsbuild(source),
    terser(source, { compress: safe }),
    terser(source, { compress: unsafe }),
    ...[{}, { sequences: false }, { hoist_vars: true }].map((options) =>
      terser(source, { compress: { ...unsafe, ...options }, mangle: { toplevel: true, properties: true } }),
    ),
  ])
  return [...new Set(results.filter((code) => code !== undefined))]
}

const safe: CompressOptions = { passes: 5, ecma: 2020, toplevel: true, unsafe: true }

const unsafe: CompressOptions = {
  ...safe,
  unsafe_arrows: true,
  unsafe_math: true,
  booleans_as_integers: true,
  keep_fargs: false,
  pure_getters: true,
}

async function terser(source: string, options: MinifyOptions): Promise<string | undefined> {
  const general = { mangle: { toplevel: true }, parse: { bare_returns: true } }
  const result = await minify(source, { ...general, ...options }).catch(() => undefined)
  return result?.code && trimmed(result.code)
}

async function esbuild(source: string, options: TransformOptions): Promise<string | undefined> {
  const result = await transform(source, { target: 'esnext', logLevel: 'silent', ...options }).catch(() => undefined)
  return result && trimmed(result.code)
}

/** Removes the semicolon and the newline at the end, which both minifiers keep. */
const trimmed = (code: string) => code.replace(/[;\s]+$/, '')
