import { cpSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { describe, test } from 'vitest'
import { ticTacToe } from '../../reference/tic-tac-toe.ts'
import { findFiles } from '../base/files.ts'
import { packageRoot } from '../base/package-root.ts'
import { findEntries } from '../entries/entry.ts'
import { programOf, runtimes } from '../entries/runtimes.ts'
import { needs, testFolder } from '../run/test-helpers.ts'
import { sessionAgain } from './test-helpers.ts'

// What a user sees is a text beside what they have: all that a terminal shows, to be read as prose. `-u` writes it anew: read it
// then, for it proves nothing by itself. What plays many sessions is `session.slow.txt`.

const { folder } = testFolder()
const cases = join(packageRoot, 'harness/cli/test-data/cases')
/** Programs of several cases, which each case has in its folder. */
const programs = join(packageRoot, 'harness/cli/test-data/programs')

/** The first folder of a case says how its commands end, before any runs: the highest exit status. */
const statuses: Readonly<Record<string, number>> = { passes: 0, fails: 1, 'cannot-be-used': 2 }

/** The programs that a session needs beside those of every system. */
const programsIn = (session: string) =>
  runtimes.filter(({ name }) => new RegExp(`--runtime ${name}\\b|\\b${name} VERSION`).test(session)).map(programOf)

describe('a user sees', { concurrent: true }, () => {
  for (const path of findFiles(cases, (path) => /\/session(\.slow)?\.txt$/.test(path))) {
    const name = relative(cases, dirname(path))
    const session = readFileSync(path, 'utf8')
    const tags = path.endsWith('.slow.txt') ? ['slow'] : []
    test(name, { ...needs(...programsIn(session)), tags }, async ({ expect }) => {
      const own = join(folder, name)
      cpSync(programs, own, { recursive: true })
      cpSync(dirname(path), own, { recursive: true, filter: (file) => file !== path })
      const { text, status } = await sessionAgain(session, own)
      await expect(text).toMatchFileSnapshot(path)
      expect(status).toBe(statuses[name.split('/')[0] ?? ''])
    })
  }
})

/** The report on each of our wrong entries, where it must be right. Its folder says the verdict, and the rule that it breaks. */
describe('who golfs sees', { concurrent: true }, () => {
  for (const { path, runtime, input, expected, breaks } of findEntries(['solutions/tic-tac-toe/rejected'])) {
    const name = basename(path, extname(path))
    test(name, { ...needs(programOf(runtime)), tags: 'slow' }, async ({ expect }) => {
      const entry = join('tic-tac-toe', `${runtime.name}-${input}`, basename(path))
      cpSync(path, join(folder, entry))
      const { text, status } = await sessionAgain(`$ ninehole judge ${entry} --sandbox off`, folder)
      await expect(text).toMatchFileSnapshot(join(packageRoot, dirname(path), `${name}.txt`))
      expect(text).toContain(`\n${expected} ${entry}\n`)
      const sentence = ticTacToe.rules?.find(({ id }) => id === breaks)?.sentence
      expect(text).toContain(`\nbreaks: "${sentence}"`)
      expect(status).toBe(1)
    })
  }
})
