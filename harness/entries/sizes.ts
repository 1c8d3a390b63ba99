import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { sources } from '../../reference/games.ts'
import { packageRoot } from '../games/package-root.ts'
import type { Entry } from './entry.ts'
import { byEsbuild, byTerser } from './minify.ts'

/** How large an entry is, and how much smaller it could be. All numbers are bytes, except `chars`. */
export interface EntrySizes {
  readonly path: string
  /** Entries compete with those of the same game, runtime and input. */
  readonly league: string
  readonly bytes: number
  /** Unicode characters (code points). */
  readonly chars: number
  /** More than the smallest of its league. */
  readonly gap: number
  /** What a minifier takes off it; absent unless it is JavaScript. */
  readonly terser?: number
  readonly esbuild?: number
  /** Compressed, for curiosity. */
  readonly brotli: number
}

/** The sizes of the reference as a program of its own, in bytes. */
export interface ReferenceSizes {
  readonly game: string
  /** The game and what plays it on standard input and output: bundled, without types, not minified. */
  readonly written: number
  readonly terser: number
  readonly esbuild: number
}

/** @returns by league, the smallest first */
export async function entrySizes(entries: readonly Entry[]): Promise<EntrySizes[]> {
  const leagueOf = ({ game, runtime, input }: Entry) => `${game} ${runtime.name}-${input}`
  const records = new Map<string, number>()
  for (const entry of entries) {
    records.set(leagueOf(entry), Math.min(entry.bytes, records.get(leagueOf(entry)) ?? Number.POSITIVE_INFINITY))
  }
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const { path, bytes, chars, source } = entry
      const league = leagueOf(entry)
      const gap = bytes - (records.get(league) ?? bytes)
      const minifiers = entry.runtime.extension === '.ts' ? await takenOff(source) : {}
      return { path, league, bytes, chars, gap, ...minifiers, brotli: brotliCompressSync(source).length }
    }),
  )
  return sizes.sort((a, b) => compare(a.league, b.league) || a.bytes - b.bytes || compare(a.path, b.path))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

async function takenOff(source: string) {
  const bytes = lengthOf(source)
  const saved = (minified: string) => Math.max(0, bytes - lengthOf(minified))
  return { terser: saved(await byTerser(source)), esbuild: saved(await byEsbuild(source)) }
}

const lengthOf = (text: string) => Buffer.byteLength(text)

/** @returns the sizes of a game's reference; undefined if the game is not one of ours */
export async function referenceSizes(game: string): Promise<ReferenceSizes | undefined> {
  const [file, exported] = sources[game] ?? []
  if (file === undefined) return undefined
  const program = `import { ${exported} as command } from './reference/${file}'
    import { runCommand } from './harness/games/play.ts'
    runCommand(command, process.argv.slice(2))`
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: packageRoot, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  })
  // esbuild names the file of each part in a comment of its own.
  const written = (outputFiles[0]?.text ?? '').replace(/^\/\/ .*\n/gm, '')
  const [terser, esbuild] = await Promise.all([byTerser(written), byEsbuild(written)])
  return { game, written: lengthOf(written), terser: lengthOf(terser), esbuild: lengthOf(esbuild) }
}
