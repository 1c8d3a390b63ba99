import type { TransformOptions } from 'esbuild'
import { type CompressOptions, type MinifyOptions, minify } from 'terser'
import { transform } from './esbuild.ts'

const usual: CompressOptions = { passes: 5, ecma: 2020, toplevel: true, unsafe: true }

const risky: CompressOptions = {
  ...usual,
  unsafe_arrows: true,
  unsafe_math: true,
  booleans_as_integers: true,
  keep_fargs: false,
  pure_getters: true,
}

/**
 * Matches what may be the declaration of a type. On such a declaration, terser never returns, unless an option makes it
 * read types; then it takes `a<b>(c)` for a call. In JavaScript, these words follow each other only in strings. Their
 * letters may be escaped.
 */
const mayDeclareType = /\b(?:type|interface)(?:[^\S\n]+[\p{ID_Start}$_\\/]|\/\*)|\\u(?:00|\{0*)[67]/u

export async function byTerser(source: string, options: MinifyOptions = { compress: { passes: 3, unsafe: true } }) {
  const parse = { bare_returns: true, experimental_typescript: mayDeclareType.test(source) }
  const general = { mangle: { toplevel: true }, parse }
  const result = await minify(source, { ...general, ...options }).catch(() => undefined)
  return trimmed(result?.code)
}

export async function byEsbuild(source: string, options: TransformOptions = { loader: 'ts', minify: true }) {
  return trimmed(await transform(source, { target: 'esnext', logLevel: 'silent', ...options }).catch(() => undefined))
}

/** Removes needless white space and parentheses. @returns undefined if the source is not JavaScript */
export async function compact(source: string): Promise<string | undefined> {
  const printed = await byEsbuild(source, { minifyWhitespace: true })
  if (printed === undefined || printed.length <= source.length) return printed
  // esbuild gives a longer name to a variable that has the name of an outer one.
  return (await byTerser(source, { compress: false, mangle: false })) ?? printed
}

/**
 * Minifies a script with each set of options that was best for some program, including unsafe options.
 * @param source JavaScript without types
 */
export async function minifications(source: string): Promise<string[]> {
  const results = await Promise.all([
    byEsbuild(source),
    byTerser(source, { compress: usual }),
    byTerser(source, { compress: risky }),
    ...[{}, { sequences: false }, { hoist_vars: true }].map((options) =>
      byTerser(source, { compress: { ...risky, ...options }, mangle: { toplevel: true, properties: true } }),
    ),
  ])
  return [...new Set(results.filter((code) => code !== undefined))]
}

/** Removes the semicolon and newline at the end, which both minifiers keep. */
const trimmed = (code: string | undefined) => code?.replace(/[;\s]+$/, '')
