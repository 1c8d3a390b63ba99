import { chmodSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { historyOf } from './history.ts'
import { gitIn, needs, testFolder } from './test-helpers.ts'

const { folder, write } = testFolder()

const git = gitIn(join(folder, 'repository'))

const odd = 'repository/s/a "b"\té:100644.pl'

test('a file has the sizes that it had when it was committed', needs('git'), async () => {
  write('repository/s/record.pl', '12345')
  await git(['init', '-q'])
  await git(['add', '.'])
  await git(['commit', '-qm', ':100644 not a file'], '2026-01-01T00:00:00Z')
  write('repository/s/record.pl', '1234')
  write(odd, '1')
  await git(['add', '.'])
  await git(['commit', '-qm', 'smaller'], '2026-01-02T00:00:00Z')
  rmSync(join(folder, 'repository/s/record.pl'))
  await git(['commit', '-qam', 'gone'], '2026-01-03T00:00:00Z')
  write('repository/s/record.pl', '123')
  await git(['add', '.'])
  await git(['commit', '-qm', 'back'], '2026-01-04T00:00:00Z')
  write('repository/s/record.pl', 'not committed')
  write('repository/s/new.pl', 'not committed')

  const paths = ['repository/s/record.pl', odd, 'repository/s/new.pl', 'elsewhere.pl'].map((path) => join(folder, path))
  const [record = [], other = [], ...others] = await Promise.all(paths.map((path) => historyOf(path)))
  expect(record.map(({ date, bytes }) => [date.slice(0, 10), bytes])).toEqual([
    ['2026-01-01', 5],
    ['2026-01-02', 4],
    ['2026-01-04', 3],
  ])
  expect(other.map(({ bytes }) => bytes)).toEqual([1])
  expect(others).toEqual([[], []])
})

test('the configuration of a repository runs no program', needs('git'), async () => {
  const git = gitIn(join(folder, 'hostile'))
  write('hostile/x.pl', '1')
  const evil = write('evil', `#!/bin/sh\ntouch '${folder}/ran'\n`)
  chmodSync(evil, 0o755)
  await git(['init', '-q'])
  await git(['add', '.'])
  await git(['commit', '-qm', 'one'])
  const { stdout: commit } = await git(['cat-file', 'commit', 'HEAD'])
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----'
  write('hostile/.git/signed', `${commit.replace(/^committer .*/m, `$&\n${signature}`)}\n`)
  const { stdout: signed } = await git(['hash-object', '-t', 'commit', '-w', '.git/signed'])
  await git(['reset', '-q', '--soft', signed])
  const { stdout: blob } = await git(['rev-parse', 'HEAD:x.pl'])
  rmSync(join(folder, 'hostile/.git/objects', blob.slice(0, 2), blob.slice(2)))
  const config = {
    'log.showSignature': 'true',
    'gpg.program': evil,
    'extensions.partialClone': 'origin',
    'remote.origin.url': `ext::${evil}`,
    'protocol.ext.allow': 'always',
  }
  for (const [key, value] of Object.entries(config)) await git(['config', key, value])
  expect(await historyOf(join(folder, 'hostile/x.pl'))).toEqual([])
  expect(existsSync(join(folder, 'ran'))).toBe(false)
})

test.each([
  ['there is no repository', 'x.pl'],
  ['the folder is missing', 'missing/x.pl'],
])('no history where %s', async (_, path) => {
  expect(await historyOf(join(folder, path))).toEqual([])
})

test('no history where there is no git', async () => {
  const { PATH } = process.env
  process.env.PATH = ''
  try {
    expect(await historyOf(join(folder, 'repository/s/record.pl'))).toEqual([])
  } finally {
    process.env.PATH = PATH
  }
})
