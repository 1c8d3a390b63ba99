import { basename } from 'node:path'
import type { Host } from '../base/host.ts'
import { type EntryHints, findEntries, type InvalidEntry } from '../entries/entry.ts'
import { type EntrySizes, entrySizes, type ReferenceSizes, referenceSizes } from '../entries/sizes.ts'
import { showErrors } from '../report/reporters.ts'
import { asJson, columns, markdown } from '../report/text.ts'

export async function sizesVerb(
  paths: readonly string[],
  options: EntryHints & { readonly reporter: string },
  host: Host,
): Promise<number> {
  const bad: InvalidEntry[] = []
  const all = findEntries(paths, options, (entry) => bad.push(entry), host.cwd)
  const right = all.filter(({ expected }) => expected === 'AC')
  const entries = await entrySizes(right)
  const games = [...new Set(right.map(({ game }) => game))]
  const references = (await Promise.all(games.map(referenceSizes))).filter((sizes) => sizes !== undefined)
  host.stdout.write(`${show(entries, references, options.reporter)}\n`)
  return showErrors(
    host,
    bad.map(({ error }) => ({ error: error.message })),
  )
}

function show(entries: readonly EntrySizes[], references: readonly ReferenceSizes[], reporter: string): string {
  if (reporter === 'json') return asJson({ entries, references }).trimEnd()
  const isMarkdown = reporter === 'markdown'
  const head = ['league', 'entry', 'bytes', 'chars', 'gap', 'terser', 'esbuild']
  const removed = (bytes: number | undefined) => (bytes ? `-${bytes}` : (bytes ?? ''))
  const rows = entries.map(({ league, path, bytes, chars, gap, terser, esbuild }) => {
    const name = isMarkdown ? `[${basename(path)}](${encodeURI(path)})` : basename(path)
    return [league, name, bytes, chars, gap === 0 ? '' : `+${gap}`, removed(terser), removed(esbuild)]
  })
  const more = references.flatMap(({ game, terser, esbuild, written }) =>
    Object.entries({ 'minified by terser': terser, 'minified by esbuild': esbuild ?? '', 'as written': written }).map(
      ([how, bytes]) => [`${game} reference`, how, bytes, '', '', '', ''],
    ),
  )
  return (isMarkdown ? markdown : columns)(head, [...rows, ...more])
}
