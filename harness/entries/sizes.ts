import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { sources } from '../../reference/games.ts'
import { packageRoot } from '../games/package-root.ts'
import type { Entry } from './entry.ts'
import { byEsbuild, byTerser } from './minify.ts'

/** The size of an entry, and how much smaller it could be. All numbers are bytes, except `chars`. */
export interface EntrySizes {
  readonly path: string
  /** The game, runtime and input: entries compete within their league. */
  readonly league: string
  readonly bytes: number
  /** Unicode characters (code points). */
  readonly chars: number
  /** The difference to the smallest entry of the league. */
  readonly gap: number
  /** How much a minifier removes; absent if the entry is not JavaScript. */
  readonly terser?: number
  readonly esbuild?: number
  /** The compressed size, for curiosity. */
  readonly brotli: number
}

/** The size of a reference in bytes. */
export interface ReferenceSizes {
  readonly game: string
  /** Bundled, without types, not minified. */
  readonly written: number
  readonly terser: number
  readonly esbuild: number
}

/** @returns the sizes sorted by league, the smallest entry first */
export async function entrySizes(entries: readonly Entry[]): Promise<EntrySizes[]> {
  const leagueOf = ({ game, runtime, input }: Entry) => `${game} ${runtime.name}-${input}`
  const sizes = entries.map(async (entry) => {
    const { path, bytes, chars, source } = entry
    const league = leagueOf(entry)
    const rivals = entries.filter((other) => leagueOf(other) === league)
    const gap = bytes - Math.min(...rivals.map(({ bytes }) => bytes))
    const minifiers = entry.runtime.extension === '.ts' ? await savings(source) : {}
    return { path, league, bytes, chars, gap, ...minifiers, brotli: brotliCompressSync(source).length }
  })
  return (await Promise.all(sizes)).sort(
    (a, b) => a.league.localeCompare(b.league) || a.bytes - b.bytes || a.path.localeCompare(b.path),
  )
}

async function savings(source: string) {
  const saved = (minified: string) => Math.max(0, Buffer.byteLength(source) - Buffer.byteLength(minified))
  return { terser: saved(await byTerser(source)), esbuild: saved(await byEsbuild(source)) }
}

/** @returns the sizes of a game's reference; undefined if the game is not one of ours */
export async function referenceSizes(game: string): Promise<ReferenceSizes | undefined> {
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
  const written = (outputFiles[0]?.text ?? '').replace(/^\/\/ .*\n/gm, '')
  const sizeOf = (code: string) => Buffer.byteLength(code)
  return {
    game,
    written: sizeOf(written),
    terser: sizeOf(await byTerser(written)),
    esbuild: sizeOf(await byEsbuild(written)),
  }
}
