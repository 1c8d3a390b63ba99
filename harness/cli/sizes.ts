import { basename, dirname, relative } from 'node:path'
import { read, writeWhole } from '../base/files.ts'
import { max } from '../base/groups.ts'
import type { Host, Output } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import { type BadEntry, type EntryHints, findEntries } from '../entries/entry.ts'
import { type EntrySizes, entrySizes, type ReferenceSizes, referenceSizes } from '../entries/sizes.ts'
import { asSvg } from '../report/html/leaderboard.tsx'
import { asJson } from '../report/json.ts'
import { showErrors } from '../report/reporters.ts'
import { columns, markdown } from '../report/text.ts'
import { toBytes } from '../session/bytes.ts'
import { inputs } from '../session/script.ts'

interface SizesOptions extends EntryHints {
  readonly reporter: string
  readonly smallest?: boolean
  readonly into?: string
}

export async function sizesVerb(paths: readonly string[], options: SizesOptions, host: Host): Promise<number> {
  const bad: BadEntry[] = []
  const found = findEntries(paths, options, (entry) => bad.push(entry), host.cwd).filter(
    ({ expected }) => expected === 'AC',
  )
  const all = await entrySizes(found)
  const entries = options.smallest ? all.filter(({ gap }) => gap === 0) : all
  const games = options.smallest ? [] : [...new Set(found.map(({ game }) => game))]
  const references = (await Promise.all(games.map(referenceSizes))).filter((sizes) => sizes !== undefined)
  const shown = show(entries, references, options, host.stdout)
  if (options.into === undefined) host.stdout.write(`${shown}\n`)
  else putInto(options.into, shown, host.cwd)
  return showErrors(
    host,
    bad.map(({ error }) => ({ error: error.message })),
  )
}

function putInto(path: string, table: string, cwd: string) {
  const document = read(path, 'a document', cwd).toString('latin1')
  const place = /(<!-- sizes -->\n)(?:.*?\n)?(<!-- \/sizes -->)/s
  if (!place.test(document)) throw new UsageError(path, "has no lines '<!-- sizes -->' and '<!-- /sizes -->'")
  const written = document.replace(place, (_, before: string, after: string) => `${before}${toBytes(table)}\n${after}`)
  writeWhole(path, written, { expected: document, cwd })
}

function show(
  entries: readonly EntrySizes[],
  references: readonly ReferenceSizes[],
  { reporter, smallest, into = '' }: SizesOptions,
  stdout: Output,
) {
  if (reporter === 'json') return asJson({ entries, references }).trimEnd()
  if (reporter === 'svg')
    return asSvg(
      entries.map(({ runtime, input, path, bytes }) => ({
        league: `${runtime}-${input}`,
        name: basename(path),
        bytes,
      })),
    )
  const shownAs = (text: string, path: string) =>
    reporter === 'markdown' ? linkTo(text, relative(dirname(into), path)) : text
  if (smallest) {
    const [head = [], ...rows] = byInput(entries, shownAs)
    return (reporter === 'markdown' ? markdown : columns)(head, rows)
  }
  const head = ['league', 'entry', 'bytes', 'chars', 'gap', 'terser', 'esbuild']
  const removed = (bytes: number | undefined) => (bytes ? `-${bytes}` : (bytes ?? ''))
  const rows = entries.map(({ league, path, bytes, chars, gap, terser, esbuild }) => {
    const name = shownAs(basename(path), path)
    return [league, name, bytes, chars, gap === 0 ? '' : `+${gap}`, removed(terser), removed(esbuild)]
  })
  const more = references.flatMap(({ game, terser, esbuild, written }) => [
    [`${game} reference`, 'minified by terser', terser, '', '', '', ''],
    [`${game} reference`, 'minified by esbuild', esbuild ?? '', '', '', '', ''],
    [`${game} reference`, 'as written', written, '', '', '', ''],
  ])
  const table = [...rows, ...more]
  if (reporter === 'markdown') return markdown(head, table)
  const text = columns(head, table)
  const width = max(text.split('\n').map(({ length }) => length))
  const free = (stdout.columns ?? 80) - width - 2
  if (!stdout.isTTY || free < shortestBars) return text
  const longest = max(
    entries.map(({ bytes }) => bytes),
    1,
  )
  const bars = entries.map(({ bytes }) => '█'.repeat(Math.round((bytes / longest) * Math.min(free, longestBars))))
  return columns(
    [...head, ''],
    table.map((row, index) => [...row, bars[index] ?? '']),
  )
}

/** A link in a table of Markdown, whatever characters a name has. */
function linkTo(text: string, path: string): string {
  const parts = path
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29')))
  return `[${text.replace(/[\\|[\]<`*_]/g, '\\$&')}](${parts.join('/')})`
}

/** A row for each game and input, a column for each runtime: the bytes of the smallest entry. */
function byInput(smallest: readonly EntrySizes[], shownAs: (text: string, path: string) => string): string[][] {
  const runtimes = [...new Set(smallest.map(({ runtime }) => runtime))]
  const rows = [...new Set(smallest.map(({ game }) => game))].flatMap((game) =>
    inputs.map((input) => {
      const cells = runtimes.map((runtime) =>
        smallest.find((one) => one.game === game && one.runtime === runtime && one.input === input),
      )
      return [`${game} ${input}`, ...cells.map((cell) => (cell ? shownAs(String(cell.bytes), cell.path) : ''))]
    }),
  )
  return [['league', ...runtimes], ...rows]
}

/** The least and greatest width of bars, in columns. */
const shortestBars = 8
const longestBars = 40
