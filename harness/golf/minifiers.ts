import { transform } from 'esbuild'
import { type CompressOptions, type MinifyOptions, minify } from 'terser'
import { stripTypes } from '../entries/runtimes.ts'

/** What minifiers make of a program, with every set of options that has won for some program. */
export async function minified(source: string): Promise<string[]> {
  const plain = await stripTypes(source).catch(() => source)
  const all = [source, plain, ...(await Promise.all([...byTerser(plain), ...byEsbuild(plain)]))]
  return [...new Set(all.flatMap((code) => (code === undefined ? [] : [code, trimmed(code)])))]
}

/** A last semicolon and newline do nothing. */
const trimmed = (code: string) => code.replace(/[;\s]+$/, '')

const compressions: readonly CompressOptions[] = [
  { passes: 3, unsafe: true },
  { passes: 5, unsafe: true, unsafe_arrows: true, unsafe_math: true, booleans_as_integers: true, ecma: 2020 },
  { passes: 5, unsafe: true, booleans_as_integers: true, keep_fargs: false, hoist_props: true, pure_getters: true },
  { passes: 5, unsafe: true, booleans_as_integers: true, reduce_funcs: false, inline: 0, collapse_vars: false },
  { passes: 5, unsafe: true, booleans_as_integers: true, sequences: false, if_return: true, join_vars: true },
  { passes: 5, unsafe: true, booleans_as_integers: true, reduce_vars: false },
]

function byTerser(source: string): Promise<string | undefined>[] {
  return compressions.flatMap((compress) =>
    [true, false].map(async (toplevel) => {
      const options: MinifyOptions = {
        compress: { ...compress, toplevel },
        mangle: { toplevel: true },
        parse: { bare_returns: true },
        toplevel,
      }
      return (await minify(source, options).catch(() => ({ code: undefined }))).code
    }),
  )
}

function byEsbuild(source: string): Promise<string | undefined>[] {
  const options = { loader: 'ts', target: 'esnext', logLevel: 'silent' } as const
  return [{ minify: true }, { minifyWhitespace: true, minifySyntax: true }].map(async (minify) =>
    transform(source, { ...options, ...minify }).then(
      ({ code }) => code,
      () => undefined,
    ),
  )
}
