import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { testFolder } from '../entries/test-helpers.ts'

const { folder, write } = testFolder()

test('two programs: a test for each seed, which fails with the shortest session', { tags: 'slow' }, async () => {
  const page = readFileSync(join(packageRoot, 'harness/judge/fuzz/README.md'), 'utf8')
  const example = /^```ts\n(import { programs } .*?)^```$/ms.exec(page)?.[1] ?? ''
  const project = join(folder, 'two')
  mkdirSync(join(project, 'node_modules'), { recursive: true })
  symlinkSync(packageRoot, join(project, 'node_modules/ninehole'))
  symlinkSync(join(packageRoot, 'node_modules/vitest'), join(project, 'node_modules/vitest'))
  for (const [, name = '', content = ''] of page.matchAll(/`([\w./-]+)`:\n\n```\w*\n(.*?)^```$/gms))
    write(`two/${name}`, content)
  write('two/package.json', '{ "type": "module" }')
  write('two/wrong.test.ts', example)
  write('two/right.test.ts', example.replace('node new.mjs', 'sh old.sh').replace('[1, 2, 3]', '[7], runs: 10'))
  const { all, exitCode } = await execa(
    process.execPath,
    [join(packageRoot, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=tap-flat'],
    { cwd: project, reject: false, all: true },
  )
  const output = stripVTControlCharacters(all)
  expect(exitCode).toBe(1)
  expect(output).toMatch(/^not ok .*wrong.test.ts > node new.mjs as sh old.sh > seed 1 /m)
  expect(output).toMatch(/^ok .*right.test.ts > sh old.sh as sh old.sh > seed 7 /m)
  expect(output).toContain('WA node new.mjs')
})

test('in a project of its own, each file is a test, and one that fails spoils no other', async () => {
  const ours = (path: string) => readFileSync(join(packageRoot, path), 'latin1')
  write('package.json', '{ "type": "module" }')
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(packageRoot, join(folder, 'node_modules/ninehole'))
  symlinkSync(join(packageRoot, 'node_modules/vitest'), join(folder, 'node_modules/vitest'))
  const readme = /^```ts\n(import [^\n]* from 'ninehole\/vitest'\n.*?)^```$/ms.exec(ours('fixtures/README.md'))?.[1]
  write('all.test.ts', readme ?? '')
  const named = "entries('others', { suites: ['repetition'] })"
  write('named.test.ts', `import { entries } from 'ninehole/vitest'\n${named}\n`)
  const quit = ours('fixtures/ordo/quit.transcript')
  write('fixtures/broken.transcript', quit.replace('Exiting game', 'Leaving game'))
  for (const name of ['a', 'b', 'c']) write(`fixtures/${name}.transcript`, quit)
  write('fixtures/typo.transcript', '$ orhto\n')
  const entry = ours('solutions/tic-tac-toe/node-args/record.ts')
  write('solutions/tic-tac-toe/node-args/right.ts', entry)
  write('solutions/tic-tac-toe/node-args/wrong.ts', entry.replace('tie.', 'tie,'))
  write('solutions/tic-tac-toe/rejected/WA/node-args/wrong.ts', entry.replace('tie.', 'tie,'))
  // This suite has no tie.
  write('others/tic-tac-toe/node-args/wrong.ts', entry.replace('tie.', 'tie,'))

  const { all, exitCode } = await execa(
    process.execPath,
    [join(packageRoot, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=tap-flat'],
    { cwd: folder, reject: false, all: true },
  )
  const output = stripVTControlCharacters(all)
  expect(exitCode).toBe(1)
  const results = [...output.matchAll(/^(ok|not ok) .*> (\S+\.(?:transcript|ts)) /gm)].map(
    ([, ok, path]) => `${path} ${ok}`,
  )
  expect(results.sort()).toEqual([
    'fixtures/a.transcript ok',
    'fixtures/b.transcript ok',
    'fixtures/broken.transcript not ok',
    'fixtures/c.transcript ok',
    'fixtures/typo.transcript not ok',
    'others/tic-tac-toe/node-args/wrong.ts ok',
    'solutions/tic-tac-toe/node-args/right.ts ok',
    'solutions/tic-tac-toe/node-args/wrong.ts not ok',
    'solutions/tic-tac-toe/rejected/WA/node-args/wrong.ts ok',
  ])
  expect(output).toContain('WA fixtures/broken.transcript')
  expect(output).toContain("fixtures/typo.transcript:1: 'orhto' is no known game: did you mean 'ortho'?")
  expect(output).toContain('WA solutions/tic-tac-toe/node-args/wrong.ts')
})
