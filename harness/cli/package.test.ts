import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { runtimes } from '../entries/runtimes.ts'
import { packageRoot } from '../games/package-root.ts'

interface Manifest {
  readonly bin: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

test('the package has all that it names and the runner, but no tests and no wrong entries', async () => {
  // Scripts would delete dist/, which other tests use.
  const { stdout } = await execa('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: packageRoot })
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[]
  const paths = packed?.files.map(({ path }) => path) ?? []

  const { bin, exports } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as Manifest
  const exported = Object.values(exports).flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one)))
  const named = [...Object.values(bin), ...exported].map((path) => path.replace('./', ''))
  expect(named.length).toBeGreaterThan(7)
  const workers = runtimes.flatMap(({ worker }) => worker ?? []).map((file) => relative(packageRoot, file))
  expect(paths).toEqual(expect.arrayContaining([...named, ...workers, 'CHANGELOG.md']))
  expect(paths.filter((path) => /\.(test|bench)\.|rejected|^harness|tsbuildinfo/.test(path))).toEqual([])
  expect(paths).toContain('fixtures/tic-tac-toe/challenge-tie.transcript')

  for (const path of paths.filter((path) => path.endsWith('.d.ts'))) {
    const text = readFileSync(join(packageRoot, path), 'utf8')
    const imported = [...text.matchAll(/from '(\.[^']*)'/g)].map(([, file = '']) => join(dirname(path), file))
    expect(paths).toEqual(expect.arrayContaining(imported.map((file) => file.replace(/\.ts$/, '.d.ts'))))
  }
})
