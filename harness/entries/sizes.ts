import { join } from 'node:path'
import { sources } from '../../reference/games.ts'
import { findEsbuild, withEsbuild } from '../base/esbuild.ts'
import { packageRoot } from '../base/package-root.ts'
import { toBytes } from '../session/bytes.ts'
import { type Entry, findEntries, leaderboardOrder } from './entry.ts'
import { byEsbuild, byTerser } from './minify.ts'
import { parseJavaScript } from './syntax.ts'

/** The size of an entry, and how much smaller it could be, in bytes; `chars` in characters. */
export interface EntrySizes extends Pick<Entry, 'path' | 'game' | 'input' | 'league' | 'bytes' | 'chars'> {
  readonly runtime: string
  /** More than the smallest of the league, among these entries and those of ninehole. */
  readonly gap: number
  /** The bytes that each minifier removes; absent if the entry is not JavaScript, or the minifier is not installed. */
  readonly terser?: number
  readonly esbuild?: number
}

/** Measures entries. The result is sorted by league, the smallest first. */
export async function entrySizes(entries: readonly Entry[]): Promise<EntrySizes[]> {
  const ours = findEntries([join(packageRoot, 'solutions')], {}, () => {}).filter(({ expected }) => expected === 'AC')
  const sizes = entries.toSorted(leaderboardOrder).map(async (entry) => {
    const { path, game, input, league, bytes, chars, source } = entry
    const { name: runtime, isJavaScript } = entry.runtime
    const code = isJavaScript ? await minified(source) : undefined
    const others = [...entries, ...ours].filter((other) => other.league === league)
    const gap = bytes - Math.min(...others.map((other) => other.bytes))
    const size = { path, game, runtime, input, league, bytes, chars, gap }
    return {
      ...size,
      ...(code && { terser: bytes - code.terser }),
      ...(code?.esbuild !== undefined && { esbuild: bytes - code.esbuild }),
    }
  })
  return Promise.all(sizes)
}

/**
 * The size of a script, and its size after each minifier; the same if the minifier cannot parse the script, or makes it
 * larger. Types are removed first.
 */
async function minified(source: string): Promise<Omit<ReferenceSizes, 'game'>> {
  const written = toBytes(source).length
  const isInstalled = (await findEsbuild()) !== undefined
  const isTyped = isInstalled && parseJavaScript(source) === undefined
  const plain = isTyped ? await byEsbuild(source, { loader: 'ts' }) : source
  const [terser, esbuild] = await Promise.all([byTerser(plain ?? source), isInstalled ? byEsbuild(source) : undefined])
  const sizeOf = (code = source) => Math.min(written, toBytes(code).length)
  return { written, terser: sizeOf(terser), ...(isInstalled && { esbuild: sizeOf(esbuild) }) }
}

/** The size of a reference, bundled without types and the sentences of its rules, and minified, in bytes. */
export interface ReferenceSizes {
  readonly game: string
  readonly written: number
  readonly terser: number
  /** Absent if esbuild is not installed. */
  readonly esbuild?: number
}

/** Measures the reference of a game; undefined if the game is not ours, or esbuild is not installed. */
export async function referenceSizes(game: string): Promise<ReferenceSizes | undefined> {
  const contents = sources[game]
  if (contents === undefined || (await findEsbuild()) === undefined) return undefined
  const { outputFiles } = await withEsbuild(game, ({ build }) =>
    build({
      stdin: { contents, resolveDir: join(packageRoot, 'reference') },
      bundle: true,
      write: false,
      format: 'esm',
      logLevel: 'silent',
      platform: 'node',
      external: ['./sentences/*', '../sentences/*'],
    }),
  )
  // esbuild writes the name of each file into a comment.
  return { game, ...(await minified((outputFiles[0]?.text ?? '').replace(/^\/\/ .*\n/gm, ''))) }
}
