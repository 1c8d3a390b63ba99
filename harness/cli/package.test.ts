import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type AnyNode, parse } from 'acorn'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { findFiles } from '../base/files.ts'
import { packageRoot } from '../base/package-root.ts'
import { runtimes } from '../entries/runtimes.ts'
import { childrenOf } from '../entries/syntax.ts'

interface Manifest {
  readonly bin: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
}

const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as Manifest
const { bin, exports, dependencies, optionalDependencies, peerDependencies } = manifest
const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })

/** The packages that sources import, without those of Node. */
function packagesIn(files: readonly string[]): string[] {
  const imported = /^[^/*\n]*?(?:\bfrom ?|\bimport ?\(?)["']([^"']*)["']/gm
  return packagesOf(
    files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(imported)].map(([, path = '']) => path)),
  )
}

/** The packages of what is imported, without those of Node. */
function packagesOf(imported: readonly string[]): string[] {
  const names = imported.flatMap((path) => /^(?:@[\w-]+\/)?[\w-]+(?=\/|$)/.exec(path) ?? [])
  return [...new Set(names)].filter((name) => !isBuiltin(name)).sort()
}

const isRequire = /^(__)?require$|^createRequire\(/

/** What a bundle, of a few long lines, imports at its start, or later: by `import()` or `require`. */
function importsOf(file: string) {
  const code = readFileSync(file, 'utf8')
  const atStart: string[] = []
  const later: string[] = []
  const visit = (node: AnyNode) => {
    if ('source' in node && node.source?.type === 'Literal')
      (node.type === 'ImportExpression' ? later : atStart).push(String(node.source.value))
    if (node.type === 'CallExpression' && isRequire.test(code.slice(node.callee.start, node.callee.end))) {
      const [first] = node.arguments
      if (first?.type === 'Literal') later.push(String(first.value))
    }
    for (const child of childrenOf(node)) visit(child.node)
  }
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }))
  return { atStart, later }
}

test('the package has all that it names and the worker, but no tests and no wrong entries', {
  tags: 'slow',
}, async () => {
  // Scripts would delete dist/, which other tests use.
  const { stdout } = await execa('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: packageRoot })
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[]
  const paths = packed?.files.map(({ path }) => path) ?? []

  const exported = Object.values(exports).flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one)))
  const named = [...Object.values(bin), ...exported].map((path) => path.replace('./', ''))
  expect(named.length).toBeGreaterThan(6)
  const workers = runtimes.flatMap(({ worker }) => worker ?? []).map((file) => relative(packageRoot, file))
  expect(paths).toEqual(expect.arrayContaining([...named, ...workers, 'CHANGELOG.md', 'dist/LICENSES.txt']))
  expect(
    paths.filter((path) => /\.(test|bench)\.|rejected|^harness(?!\/(\w+\/)+\w+\.md$)|tsbuildinfo/.test(path)),
  ).toEqual([])
  expect(paths).toContain('fixtures/tic-tac-toe/challenge-tie.transcript')
  expect(paths).toContain('harness/judge/README.md')

  // A page that is in the package leads to no file that is not.
  const isShipped = (target: string) => paths.some((path) => path === target || path.startsWith(join(target, '/')))
  for (const path of paths.filter((path) => path.endsWith('.md'))) {
    const links = [...readFileSync(join(packageRoot, path), 'utf8').matchAll(/\]\((?!https?:)([^)\s#]+)/g)]
    const targets = links.map(([, link = '']) => join(dirname(path), link))
    expect({ path, dead: targets.filter((target) => !isShipped(target)) }).toEqual({ path, dead: [] })
  }

  for (const path of paths.filter((path) => path.endsWith('.d.ts'))) {
    const text = readFileSync(join(packageRoot, path), 'utf8')
    const imported = [...text.matchAll(/from '(\.[^']*)'/g)].map(([, file = '']) => join(dirname(path), file))
    expect(paths).toEqual(expect.arrayContaining(imported.map((file) => file.replace(/\.ts$/, '.d.ts'))))
  }
})

const built = findFiles(join(packageRoot, 'dist'), (path) => /\.m?js$/.test(path))
const isSource = (path: string) => /(?<!\.(test|bench))\.tsx?$/.test(path) && !path.includes('test-data')
const used = packagesIn(findFiles(join(packageRoot, 'harness'), isSource))

test('what is installed with it, or beside it, is what is not bundled', { tags: 'slow' }, () => {
  const imports = built.map(importsOf)
  expect(packagesOf(imports.flatMap(({ atStart, later }) => [...atStart, ...later]))).toEqual(installed.sort())
  // Only who writes tests for Vitest needs it; all else works without what may be missing.
  expect(packagesOf(imports.flatMap(({ atStart }) => atStart))).toEqual(['vitest'])
})

test('the licences of what is bundled are in the package', () => {
  const licences = readFileSync(join(packageRoot, 'dist/LICENSES.txt'), 'utf8')
  expect(used.length).toBeGreaterThan(10)
  const missing = used.filter((name) => !installed.includes(name) && !new RegExp(`^${name} \\d`, 'm').test(licences))
  expect(missing).toEqual([])
  expect(licences).toMatch(/^execa [\d.]+ \(MIT\)\n\nMIT License\n\nCopyright/m)
})
