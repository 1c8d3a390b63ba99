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
async function vitestIn(project: string, files: Readonly<Record<string, string>>, reporter = 'tap-flat') {
  const cwd = join(folder, project)
  mkdirSync(join(cwd, 'node_modules'), { recursive: true })
  symlinkSync(packageRoot, join(cwd, 'node_modules/ninehole'))
  symlinkSync(join(packageRoot, 'node_modules/vitest'), join(cwd, 'node_modules/vitest'))
  write(`${project}/package.json`, '{ "type": "module" }')
  for (const [path, content] of Object.entries(files)) write(`${project}/${path}`, content)
  const vitest = join(packageRoot, 'node_modules/vitest/vitest.mjs')
  const options = { cwd, reject: false, all: true } as const
  const { all, exitCode } = await execa(process.execPath, [vitest, 'run', `--reporter=${reporter}`], options)
  const output = stripVTControlCharacters(all)
  const results = [...output.matchAll(/^(ok|not ok) .*> (\S+\.(?:transcript|ts)) /gm)].map(
    ([, ok, path]) => `${path} ${ok}`,
  )
  return { output, exitCode, results: results.sort() }
}

test('two programs: a test for each seed, which fails with the shortest session', { tags: 'slow' }, async () => {
  const page = 'harness/judge/fuzz/README.md'
  const example = /^```ts\n(import { programs } .*?)^```$/ms.exec(ours(page))?.[1] ?? ''
  const { output, exitCode } = await vitestIn('two', {
    ...Object.fromEntries(filesIn(page).map(({ name, content }) => [name, content])),
    'wrong.test.ts': example,
    'right.test.ts': example.replace('node new.mjs', 'sh old.sh').replace('[1, 2, 3]', '[7], runs: 10'),
  })
  expect(exitCode).toBe(1)
  expect(output).toMatch(/^not ok .*wrong.test.ts > node new.mjs as sh old.sh > seed 1 /m)
  expect(output).toMatch(/^ok .*right.test.ts > sh old.sh as sh old.sh > seed 7 /m)
  expect(output).toContain('WA node new.mjs')
})

test('two programs: where the reference itself goes wrong, a warning says so, and no test fails', {
  tags: 'slow',
}, async () => {
  const crash = 'perl crash.pl'
  const options = { reference: crash, program: crash, words: '1 7', prompt: '^\\? ', seeds: [1], runs: 20 }
  const files = {
    'crash.pl': '$| = 1; print "? "; while (<>) { kill 11, $$ if /7/; print "$_? " }',
    'all.test.ts': `import { programs } from 'ninehole/vitest'\nprograms(${JSON.stringify(options)})\n`,
  }
  // The reporter of TAP leaves warnings out.
  const { output, exitCode } = await vitestIn('trouble', files, 'verbose')
  expect(output).toMatch(/ all.test.ts > perl crash.pl as perl crash.pl > seed 1 /)
  expect(output).toMatch(/the reference itself crashes \(SIGSEGV\) after '7'$/m)
  expect(exitCode).toBe(0)
})

const quit = ours('fixtures/ordo/quit.transcript')
const broken = quit.replace('Exiting game', 'Leaving game')
const entry = ours('solutions/tic-tac-toe/node-args/record.ts')
const wrong = entry.replace('tie.', 'tie,')

test('in a project of its own, each transcript is a test, and one that fails spoils no other', async () => {
  const { output, exitCode, results } = await vitestIn('transcripts', {
    'all.test.ts': `import { transcripts } from 'ninehole/vitest'\ntranscripts('fixtures')\n`,
    'fixtures/a.transcript': quit,
    'fixtures/broken.transcript': broken,
    'fixtures/typo.transcript': '$ orhto\n',
  })
  expect(exitCode).toBe(1)
  expect(results).toEqual([
    'fixtures/a.transcript ok',
    'fixtures/broken.transcript not ok',
    'fixtures/typo.transcript not ok',
  ])
  expect(output).toContain('WA fixtures/broken.transcript')
  expect(output).toContain("fixtures/typo.transcript:1: 'orhto' is not a known game: did you mean 'ortho'?")
})

test('each entry is a test, too', { tags: 'slow' }, async () => {
  const { output, exitCode, results } = await vitestIn('all', {
    'all.test.ts':
      /^```ts\n(import [^\n]* from 'ninehole\/vitest'\n.*?)^```$/ms.exec(ours('fixtures/README.md'))?.[1] ?? '',
    'named.test.ts': `import { entries } from 'ninehole/vitest'\nentries('others', { suites: ['repetition'] })\n`,
    'fixtures/a.transcript': quit,
    'fixtures/broken.transcript': broken,
    'solutions/tic-tac-toe/node-args/right.ts': entry,
    'solutions/tic-tac-toe/node-args/wrong.ts': wrong,
    'solutions/tic-tac-toe/rejected/WA/node-args/wrong.ts': wrong,
    // This suite has no tie.
    'others/tic-tac-toe/node-args/wrong.ts': wrong,
  })
  expect(exitCode).toBe(1)
  expect(results).toEqual([
    'fixtures/a.transcript ok',
    'fixtures/broken.transcript not ok',
    'others/tic-tac-toe/node-args/wrong.ts ok',
    'solutions/tic-tac-toe/node-args/right.ts ok',
    'solutions/tic-tac-toe/node-args/wrong.ts not ok',
    'solutions/tic-tac-toe/rejected/WA/node-args/wrong.ts ok',
  ])
  expect(output).toContain('WA fixtures/broken.transcript')
  expect(output).toContain('WA solutions/tic-tac-toe/node-args/wrong.ts')
})
