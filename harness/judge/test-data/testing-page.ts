import { relative } from 'node:path'
import { packageRoot } from '../../base/package-root.ts'
import { markdown } from '../../report/text.ts'
import { countRows, gameRows } from './testing-numbers.ts'

// Parts of the page that a script writes: between `<!-- NAME -->` and `<!-- /NAME -->`.

const pattern = (name: string) => RegExp(`(?<=<!-- ${name} -->\n)[^]*?(?=<!-- /${name} -->)`)

/** The part with that name; empty if there is none. */
export const blockIn = (page: string, name: string): string => pattern(name).exec(page)?.[0] ?? ''

export const withBlock = (page: string, name: string, text: string): string => page.replace(pattern(name), () => text)

/** The tables that a test compares with the page. */
export const testingTables = (): string =>
  [
    markdown(
      ['game', 'sentences of its rules', 'tested', 'need no test', 'cannot be tested', 'recorded sessions'],
      gameRows(),
    ),
    '',
    markdown(['compared', 'number'], countRows()),
    '',
  ].join('\n')

/** The branches of each file, as istanbul's summary has them. */
type Summary = Readonly<Record<string, { readonly branches: { readonly total: number; readonly covered: number } }>>

/** The branches of `reference/` and `harness/session/` that tests reach. */
export function coverageTable(summary: Summary): string {
  const rooms = ['reference', 'harness/session']
  const rows = rooms.map((room) => {
    const files = Object.entries(summary).filter(([path]) => relative(packageRoot, path).startsWith(`${room}/`))
    const sum = (kind: 'total' | 'covered') => files.reduce((sum, [, { branches }]) => sum + branches[kind], 0)
    return [`\`${room}/\``, sum('total'), sum('covered')]
  })
  return `${markdown(['room', 'branches', 'reached by tests'], rows)}\n`
}
