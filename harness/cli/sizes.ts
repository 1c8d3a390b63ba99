import { basename } from 'node:path'
import type { Host } from '../base/host.ts'
import { type EntryHints, findEntries, type InvalidEntry } from '../entries/entry.ts'
import { type EntrySizes, entrySizes, type ReferenceSizes, referenceSizes } from '../entries/sizes.ts'
import { asJson } from '../report/json.ts'
import { showErrors } from '../report/reporters.ts'
import { columns, markdown } from '../report/text.ts'
import { inputs } from '../session/script.ts'

interface SizesOptions extends EntryHints {
  readonly reporter: string
  readonly smallest?: boolean
}

export async function sizesVerb(paths: readonly string[], options: SizesOptions, host: Host): Promise<number> {
  const bad: InvalidEntry[] = []
  const found = findEntries(paths, options, (entry) => bad.push(entry), host.cwd).filter(
    ({ expected }) => expected === 'AC',
  )
  const all = await entrySizes(found)
  const isSmallest = ({ league }: EntrySizes, index: number) => league !== all[index - 1]?.league
  const entries = options.smallest ? all.filter(isSmallest) : all
  const games = options.smallest ? [] : [...new Set(found.map(({ game }) => game))]
  const references = (await Promise.all(games.map(referenceSizes))).filter((sizes) => sizes !== undefined)
  host.stdout.write(`${show(entries, references, options)}\n`)
  return showErrors(
    host,
    bad.map(({ error }) => ({ error: error.message })),
  )
}

function show(
  entries: readonly EntrySizes[],
  references: readonly ReferenceSizes[],
  { reporter, smallest }: SizesOptions,
): string {
  if (reporter === 'json') return asJson({ entries, references }).trimEnd()
  const tableOf = reporter === 'markdown' ? markdown : columns
  if (smallest) {
    const [head = [], ...rows] = byInput(entries)
    return tableOf(head, rows)
  }
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

/** A row for each game and input, a column for each runtime: the bytes of the smallest entry. */
function byInput(smallest: readonly EntrySizes[]): string[][] {
  const runtimes = [...new Set(smallest.map(({ runtime }) => runtime))]
  const rows = [...new Set(smallest.map(({ game }) => game))].flatMap((game) =>
    inputs.map((input) => {
      const cells = runtimes.map((runtime) =>
        smallest.find((one) => one.game === game && one.runtime === runtime && one.input === input),
      )
      return [`${game} ${input}`, ...cells.map((cell) => String(cell?.bytes ?? ''))]
    }),
  )
  return [['league', ...runtimes], ...rows]
}
