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
  const found = findEntries(paths, options, (entry) => bad.push(entry), host.cwd).filter(
    ({ expected }) => expected === 'AC',
  )
  const entries = await entrySizes(found)
  const games = [...new Set(found.map(({ game }) => game))]
  const references = (await Promise.all(games.map(referenceSizes))).filter((sizes) => sizes !== undefined)
  host.stdout.write(`${show(entries, references, options.reporter)}\n`)
  return showErrors(
    host,
    bad.map(({ error }) => ({ error: error.message })),
  )
}

function show(entries: readonly EntrySizes[], references: readonly ReferenceSizes[], reporter: string): string {
  if (reporter === 'json') return asJson({ entries, references }).trimEnd()
  const tableOf = reporter === 'markdown' ? markdown : columns
  const head = ['league', 'entry', 'bytes', 'chars', 'gap', 'terser', 'esbuild']
  const removed = (bytes: number | undefined) => (bytes ? `-${bytes}` : (bytes ?? ''))
  const rows = entries.map(({ league, path, bytes, chars, gap, terser, esbuild }) => {
    const name = reporter === 'markdown' ? linkTo(basename(path), path) : basename(path)
    return [league, name, bytes, chars, gap === 0 ? '' : `+${gap}`, removed(terser), removed(esbuild)]
  })
  const more = references.flatMap(({ game, terser, esbuild, written }) => [
    [`${game} reference`, 'minified by terser', terser, '', '', '', ''],
    [`${game} reference`, 'minified by esbuild', esbuild ?? '', '', '', '', ''],
    [`${game} reference`, 'as written', written, '', '', '', ''],
  ])
  return tableOf(head, [...rows, ...more])
}

/** A link in a table of Markdown, whatever characters a name has. */
function linkTo(text: string, path: string): string {
  const parts = path
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29')))
  return `[${text.replace(/[\\|[\]<`*_]/g, '\\$&')}](${parts.join('/')})`
}
