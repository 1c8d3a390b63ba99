// @module-tag slow

import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../run/test-helpers.ts'
import { page } from './test-data/pages.ts'

const { folder, write } = testFolder()

/** Runs Vitest in a project of its own, where the package is installed. */
async function vitestIn(project: string, files: Readonly<Record<string, string>>, ...options: string[]) {
  const cwd = join(folder, project)
  mkdirSync(join(cwd, 'node_modules'), { recursive: true })
  symlinkSync(packageRoot, join(cwd, 'node_modules/ninehole'))
  symlinkSync(join(packageRoot, 'node_modules/vitest'), join(cwd, 'node_modules/vitest'))
  for (const [path, content] of Object.entries({ 'package.json': '{ "type": "module" }', ...files }))
    write(`${project}/${path}`, content)
  const words = [join(packageRoot, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=verbose', ...options]
  const { all, exitCode } = await execa(process.execPath, words, { cwd, reject: false, all: true })
  const output = stripVTControlCharacters(all)
  const results = [...output.matchAll(/^ *([✓×]) \S+ > (.*?)(?: \d+ms)?$/gm)].map(([, sign, name]) => `${sign} ${name}`)
  return { output, exitCode, results: results.sort() }
}

/** The example of the page: the code that begins with a text. */
const example = (start: string) =>
  page('fixtures/README.md')
    .split('```ts\n')
    .find((code) => code.startsWith(start))
    ?.split('```')[0] ?? ''

const quit = page('fixtures/ordo/quit.transcript')
const entry = page('solutions/tic-tac-toe/node-args/record.ts')
const wrong = entry.replace('tie.', 'tie,')
const broken = quit.replace('Exiting game', 'Leaving game')

test('each transcript and entry of a project is a test, and one that fails spoils no other', async () => {
  const { output, exitCode, results } = await vitestIn('all', {
    'all.test.ts': example('import { entries, transcripts }'),
    'named.test.ts': `import { entries } from 'ninehole/vitest'\nentries('others', { suites: ['repetition'] })\n`,
    'fixtures/a.transcript': quit,
    'fixtures/broken.transcript': broken,
    'fixtures/typo.transcript': '$ orhto\n',
    'solutions/tic-tac-toe/node-args/right.ts': entry,
    'solutions/tic-tac-toe/node-args/wrong.ts': wrong,
    'solutions/tic-tac-toe/rejected/WA/node-args/wrong.ts': wrong,
    // This suite has no tie.
    'others/tic-tac-toe/node-args/wrong.ts': wrong,
  })
  expect(exitCode).toBe(1)
  expect(results).toEqual([
    '× fixtures > fixtures/broken.transcript',
    '× fixtures > fixtures/typo.transcript',
    '× solutions > solutions/tic-tac-toe/node-args/wrong.ts',
    '✓ fixtures > fixtures/a.transcript',
    '✓ others > others/tic-tac-toe/node-args/wrong.ts',
    '✓ solutions > solutions/tic-tac-toe/node-args/right.ts',
    '✓ solutions > solutions/tic-tac-toe/rejected/WA/node-args/wrong.ts',
  ])
  expect(output).toContain('WA fixtures/broken.transcript')
  expect(output).toContain("fixtures/typo.transcript:1: 'orhto' is not a known game: did you mean 'ortho'?")
  expect(output).toContain('WA solutions/tic-tac-toe/node-args/wrong.ts')
})

test('vitest -u writes what programs say now, as it does with snapshots', async () => {
  const test = "import { transcripts } from 'ninehole/vitest'\ntranscripts('fixtures')\n"
  const files = { 'all.test.ts': test, 'fixtures/right.transcript': quit, 'fixtures/broken.transcript': broken }
  const { exitCode, output } = await vitestIn('update', files, '-u')
  expect(exitCode).toBe(0)
  expect(output.match(/\S+: written.*/g)).toEqual(['fixtures/broken.transcript: written, as its program has changed'])
  expect(readFileSync(join(folder, 'update/fixtures/broken.transcript'), 'latin1')).toBe(quit)
})
