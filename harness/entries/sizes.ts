import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { sources } from '../../reference/games.ts'
import { packageRoot } from '../games/package-root.ts'
import { type Entry, inLeagues, leagueOf } from './entry.ts'
import { byEsbuild, byTerser } from './minify.ts'

/** The size of an entry, and how much smaller it could be. All numbers are bytes, except `chars`. */
export type EntrySizes = Awaited<ReturnType<typeof entrySizes>>[number]

/** @returns the sizes sorted by league, the smallest entry first */
export async function entrySizes(entries: readonly Entry[]) {
  const sizes = entries.toSorted(inLeagues).map(async (entry) => {
    const { path, bytes, chars, source } = entry
    const league = leagueOf(entry)
    const rivals = entries.filter((other) => leagueOf(other) === league)
    const code = entry.runtime.isJavaScript ? await minified(source) : undefined
    return {
      path,
      league,
      bytes,
      chars,
      /** The difference to the smallest entry of the league. */
      gap: bytes - Math.min(...rivals.map(({ bytes }) => bytes)),
      /** How much each minifier removes; absent if the entry is not JavaScript. */
      ...(code && { terser: bytes - code.terser, esbuild: bytes - code.esbuild }),
      /** The compressed size, for curiosity. */
      brotli: brotliCompressSync(source).length,
    }
  })
  return Promise.all(sizes)
}

/** The size of a script, and what two minifiers make of it: no more, and what they cannot parse stays as it is. */
async function minified(source: string) {
  const written = Buffer.byteLength(source)
  const [terser, esbuild] = await Promise.all([byTerser(source), byEsbuild(source)])
  const sizeOf = (code = source) => Math.min(written, Buffer.byteLength(code))
  return { written, terser: sizeOf(terser), esbuild: sizeOf(esbuild) }
}

/** The size of a reference in bytes, without types: bundled, and minified. */
export type ReferenceSizes = NonNullable<Awaited<ReturnType<typeof referenceSizes>>>

/** @returns the sizes of a game's reference; undefined if the game is not one of ours */
export async function referenceSizes(game: string) {
  const [file, exported] = sources[game] ?? []
  if (file === undefined) return undefined
  const { outputFiles } = await build({
    stdin: { contents: `export { ${exported} } from './reference/${file}'`, resolveDir: packageRoot },
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
    platform: 'node',
  })
  // esbuild writes the name of each file into a comment.
  return { game, ...(await minified((outputFiles[0]?.text ?? '').replace(/^\/\/ .*\n/gm, ''))) }
}
