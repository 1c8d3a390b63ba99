// @module-tag slow

import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../run/test-helpers.ts'
import { filesIn } from './test-data/pages.ts'

const { folder, write } = testFolder()
const ours = (path: string) => readFileSync(join(packageRoot, path), 'latin1')

/** Runs Vitest in a project of its own, where the package is installed. */
async function vitestIn(project: string, files: Readonly<Record<string, string>>) {
  const cwd = join(folder, project)
  mkdirSync(join(cwd, 'node_modules'), { recursive: true })
  symlinkSync(packageRoot, join(cwd, 'node_modules/ninehole'))
  symlinkSync(join(packageRoot, 'node_modules/vitest'), join(cwd, 'node_modules/vitest'))
  write(`${project}/package.json`, '{ "type": "module" }')
  for (const [path, content] of Object.entries(files)) write(`${project}/${path}`, content)
  const vitest = join(packageRoot, 'node_modules/vitest/vitest.mjs')
  const options = { cwd, reject: false, all: true } as const
  const { all, exitCode } = await execa(process.execPath, [vitest, 'run', '--reporter=verbose'], options)
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

test('in a project of its own, each transcript, entry and seed is a test, and one that fails spoils no other', async () => {
  const fuzz = 'harness/judge/fuzz/README.md'
  const programs = example(fuzz, 'import { programs }')
  const crash = 'perl crash.pl'
  const crashing = { reference: crash, program: crash, words: '1 7', prompt: '^\\? ', seeds: [1], runs: 20 }
  const { output, exitCode, results } = await vitestIn('all', {
    ...Object.fromEntries(filesIn(fuzz).map(({ name, content }) => [name, content])),
    'wrong.test.ts': programs.replace('[1, 2, 3]', '[1]'),
    'right.test.ts': programs.replace('node new.mjs', 'sh old.sh').replace('[1, 2, 3]', '[7], runs: 10'),
    'crash.test.ts': `import { programs } from 'ninehole/vitest'\nprograms(${JSON.stringify(crashing)})\n`,
    'crash.pl': '$| = 1; print "? "; while (<>) { kill 11, $$ if /7/; print "$_? " }',
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
    '× node new.mjs as sh old.sh > seed 1',
    '× solutions > solutions/tic-tac-toe/node-args/wrong.ts',
    '✓ fixtures > fixtures/a.transcript',
    '✓ others > others/tic-tac-toe/node-args/wrong.ts',
    '✓ perl crash.pl as perl crash.pl > seed 1',
    '✓ sh old.sh as sh old.sh > seed 7',
    '✓ solutions > solutions/tic-tac-toe/node-args/right.ts',
    '✓ solutions > solutions/tic-tac-toe/rejected/WA/node-args/wrong.ts',
  ])
  expect(output).toContain('WA fixtures/broken.transcript')
  expect(output).toContain("fixtures/typo.transcript:1: 'orhto' is not a known game: did you mean 'ortho'?")
  expect(output).toContain('WA solutions/tic-tac-toe/node-args/wrong.ts')
  expect(output).toContain('WA node new.mjs')
  // A warning, as no test can tell which of both is right.
  expect(output).toMatch(/the reference itself crashes \(SIGSEGV\) after '7'$/m)
})
