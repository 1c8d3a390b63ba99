import { type EntryHints, findEntries } from '../find/entry.ts'
import { columns } from '../report/columns.ts'
import { referenceSizes } from '../sizes.ts'

interface Options extends EntryHints {
  readonly reporter: 'table' | 'json'
}

/** `ninehole sizes [ENTRY…]` */
export async function sizesVerb(paths: readonly string[], options: Options) {
  const entries = findEntries(paths.length > 0 ? paths : ['solutions'], options).filter(
    ({ expected }) => expected === 'AC',
  )
  const games = [...new Set(entries.map(({ game }) => game))]
  const references = await Promise.all(games.map(async (game) => ({ game, ...(await referenceSizes(game)) })))
  const sizes = entries.map(({ path, bytes, chars }) => ({ path, bytes, chars })).sort((a, b) => a.bytes - b.bytes)
  if (options.reporter === 'json') {
    process.stdout.write(`${JSON.stringify({ entries: sizes, references }, null, 2)}\n`)
    return
  }
  const rows = references.flatMap(({ game, bundled, terser, esbuild }) => [
    [`${game}, the reference minified by terser`, terser, terser],
    [`${game}, the reference minified by esbuild`, esbuild, esbuild],
    [`${game}, the reference as one file`, bundled, bundled],
  ])
  const shown = sizes.map(({ path, bytes, chars }) => [path, bytes, chars])
  process.stdout.write(`${columns(['entry', 'bytes', 'chars'], [...shown, ...rows])}\n`)
}
