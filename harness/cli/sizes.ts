import { basename, join } from 'node:path'
import { findEsbuild } from '../base/esbuild.ts'
import type { Host } from '../base/host.ts'
import { packageRoot } from '../base/package-root.ts'
import { type Entry, type EntryHints, findEntries, type InvalidEntry, leaderboardOrder } from '../entries/entry.ts'
import { byEsbuild, byTerser } from '../entries/minify.ts'
import { parseJavaScript } from '../entries/syntax.ts'
import { showErrors } from '../report/reporters.ts'
import { asJson, tableOf } from '../report/text.ts'
import { toBytes } from '../session/bytes.ts'

/** The size of an entry, and how much smaller it could be, in bytes; `chars` in characters. */
interface EntrySizes extends Pick<Entry, 'path' | 'game' | 'input' | 'league' | 'bytes' | 'chars'> {
  readonly runtime: string
  /** More than the smallest of the league, among these entries and those of ninehole. */
  readonly gap: number
  /** The bytes that each minifier removes; absent if the entry is not JavaScript, or the minifier is not installed. */
  readonly terser?: number
  readonly esbuild?: number
}

export async function sizesVerb(
  paths: readonly string[],
  options: EntryHints & { readonly reporter: string },
  host: Host,
): Promise<number> {
  const bad: InvalidEntry[] = []
  const right = (places: readonly string[], hints: EntryHints, onBad: (one: InvalidEntry) => void, cwd?: string) =>
    findEntries(places, hints, onBad, cwd).filter(({ expected }) => expected === 'AC')
  const entries = right(paths, options, (one) => bad.push(one), host.cwd)
  const all = [...entries, ...right([join(packageRoot, 'solutions')], {}, () => {})]
  const sizes = await Promise.all(entries.sort(leaderboardOrder).map((entry) => sizesOf(entry, all)))
  host.stdout.write(`${show(sizes, options.reporter)}\n`)
  const errors = bad.map(({ error }) => error.message)
  return showErrors(host, errors)
}

async function sizesOf({ runtime, ...entry }: Entry, all: readonly Entry[]): Promise<EntrySizes> {
  const { path, game, input, league, bytes, chars, source } = entry
  const gap = bytes - Math.min(...all.flatMap((other) => (other.league === league ? [other.bytes] : [])))
  const removed = runtime.isJavaScript ? await removedBytes(source) : {}
  return { path, game, runtime: runtime.name, input, league, bytes, chars, gap, ...removed }
}

/**
 * What each minifier removes from a script; nothing if the minifier cannot parse it, or makes it larger. Types are removed
 * for terser.
 */
async function removedBytes(source: string): Promise<Pick<EntrySizes, 'terser' | 'esbuild'>> {
  const isInstalled = (await findEsbuild()) !== undefined
  const isTyped = isInstalled && parseJavaScript(source) === undefined
  const plain = (isTyped ? await byEsbuild(source, {}) : undefined) ?? source
  const removedBy = (code = source) => Math.max(0, toBytes(source).length - toBytes(code).length)
  const terser = removedBy(await byTerser(plain))
  return isInstalled ? { terser, esbuild: removedBy(await byEsbuild(source)) } : { terser }
}

function show(entries: readonly EntrySizes[], reporter: string): string {
  if (reporter === 'json') return asJson({ entries }).trimEnd()
  const isMarkdown = reporter === 'markdown'
  const head = ['league', 'entry', 'bytes', 'chars', 'gap', 'terser', 'esbuild']
  const removed = (bytes: number | undefined) => (bytes ? `-${bytes}` : (bytes ?? ''))
  const rows = entries.map(({ league, path, bytes, chars, gap, terser, esbuild }) => {
    const name = isMarkdown ? `[${basename(path)}](${encodeURI(path)})` : basename(path)
    return [league, name, bytes, chars, gap === 0 ? '' : `+${gap}`, removed(terser), removed(esbuild)]
  })
  return tableOf(head, rows, isMarkdown)
}
