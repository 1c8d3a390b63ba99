// @module-tag slow

import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../run/test-helpers.ts'

const { folder, write } = testFolder()
const ours = (path: string) => readFileSync(join(packageRoot, path), 'latin1')

/** Runs Vitest in a project of its own, where the package is installed. */
async function vitestIn(project: string, files: Readonly<Record<string, string>>, ...options: string[]) {
  const cwd = join(folder, project)
  mkdirSync(join(cwd, 'node_modules'), { recursive: true })
  symlinkSync(packageRoot, join(cwd, 'node_modules/ninehole'))
  symlinkSync(join(packageRoot, 'node_modules/vitest'), join(cwd, 'node_modules/vitest'))
  write(`${project}/package.json`, '{ "type": "module" }')
  for (const [path, content] of Object.entries(files)) write(`${project}/${path}`, content)
  const vitest = join(packageRoot, 'node_modules/vitest/vitest.mjs')
  const execaOptions = { cwd, reject: false, all: true } as const
  const { all, exitCode } = await execa(
    process.execPath,
    [vitest, 'run', '--reporter=verbose', ...options],
    execaOptions,
  )
  const output = stripVTControlCharacters(all)
  const results = [...output.matchAll(/^ *([✓×]) \S+ > (.*?)(?: \d+ms)?$/gm)].map(([, sign, name]) => `${sign} ${name}`)
  return { output, exitCode, results: results.sort() }
}

/** The example of a page: code that begins with a text. */
const example = (page: string, start: string) =>
  ours(page)
    .split('```ts\n')
    .find((code) => code.startsWith(start))
    ?.split('```')[0] ?? ''

const quit = ours('fixtures/ordo/quit.transcript')
const entry = ours('solutions/tic-tac-toe/node-args/record.ts')
const wrong = entry.replace('tie.', 'tie,')

test('each transcript and entry of a project is a test, and one that fails spoils no other', async () => {
  const { output, exitCode, results } = await vitestIn('all', {
    'all.test.ts': example('fixtures/README.md', 'import { entries, transcripts }'),
    'named.test.ts': `import { entries } from 'ninehole/vitest'\nentries('others', { suites: ['repetition'] })\n`,
    'fixtures/a.transcript': quit,
    'fixtures/broken.transcript': quit.replace('Exiting game', 'Leaving game'),
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
  const files = {
    'all.test.ts': "import { transcripts } from 'ninehole/vitest'\ntranscripts('fixtures')\n",
    'fixtures/right.transcript': quit,
    'fixtures/broken.transcript': quit.replace('Exiting game', 'Leaving game'),
  }
  expect(await vitestIn('without', files)).toMatchObject({ exitCode: 1 })
  const { exitCode, output } = await vitestIn('update', files, '-u')
  expect(exitCode).toBe(0)
  expect(output.match(/\S+\.transcript: written.*/g)).toEqual([
    'fixtures/broken.transcript: written, as its program has changed',
  ])
  expect(readFileSync(join(folder, 'update/fixtures/broken.transcript'), 'latin1')).toBe(quit)
})
