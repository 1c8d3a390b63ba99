import type { TransformOptions } from 'esbuild'
import { type CompressOptions, type MinifyOptions, minify } from 'terser'
import { UsageError } from '../base/usage-error.ts'
import { stripTypes } from './runtimes.ts'
import { parseJavaScript } from './syntax.ts'

const risky: CompressOptions = {
  ...{ passes: 5, ecma: 2020, toplevel: true, unsafe: true },
  unsafe_arrows: true,
  unsafe_math: true,
  booleans_as_integers: true,
  keep_fargs: false,
  pure_getters: true,
}

/** @returns undefined if the source is not JavaScript: on some types, terser would never return */
export async function byTerser(source: string, options: MinifyOptions = { compress: { passes: 3, unsafe: true } }) {
  if (parseJavaScript(source) === undefined) return undefined
  const general = { mangle: { toplevel: true }, parse: { bare_returns: true } }
  return trimmed((await minify(source, { ...general, ...options }).catch(() => undefined))?.code)
}

/** @returns undefined if the source is neither JavaScript nor TypeScript */
export const byEsbuild = (source: string, options: TransformOptions = { minify: true }) =>
  stripTypes(source, options).then(trimmed, (error) => {
    if (error instanceof UsageError) throw error
    return undefined
  })

/** Removes needless white space and parentheses. @returns undefined if the source is not JavaScript */
export async function compact(source: string): Promise<string | undefined> {
  const printed = await byEsbuild(source, { loader: 'js', minifyWhitespace: true })
  if (printed === undefined || printed.length <= source.length) return printed
  // esbuild gives a longer name to a variable that has the name of an outer one.
  return (await byTerser(source, { compress: false, mangle: false })) ?? printed
}

/** Minifies JavaScript without types with each set of options, unsafe ones, too, that was best for some program. */
export async function minifications(source: string): Promise<string[]> {
  const results = await Promise.all([
    byEsbuild(source),
    byTerser(source, { compress: risky }),
    ...[{}, { sequences: false }, { hoist_vars: true }].map((options) =>
      byTerser(source, { compress: { ...risky, ...options }, mangle: { toplevel: true, properties: true } }),
    ),
  ])
  return [...new Set(results.filter((code) => code !== undefined))]
}

// Both minifiers keep the semicolon and newline at the end.
const trimmed = (code: string | undefined) => code?.replace(/[;\s]+$/, '')
