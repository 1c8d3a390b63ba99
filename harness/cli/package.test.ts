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
import { page } from './test-data/pages.ts'

type Words = Readonly<Record<string, string>>
interface Manifest {
  readonly bin: Words
  readonly exports: Readonly<Record<string, string | Words>>
  readonly [dependencies: `${string}ependencies`]: Words
}

const { bin, exports, ...manifest } = JSON.parse(page('package.json')) as Manifest
const { dependencies, optionalDependencies, peerDependencies } = manifest
const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })

/** The packages of what is imported, without those of Node. */
function packagesOf(imported: readonly string[]): string[] {
  const names = imported.flatMap((path) => /^(?:@[\w-]+\/)?[\w-]+(?=\/|$)/.exec(path) ?? [])
  return [...new Set(names)].filter((name) => !isBuiltin(name)).sort()
}

/** What a bundle, of a few long lines, imports at its start, or later: by `import()` or `require`. */
function importsOf(file: string) {
  const code = readFileSync(file, 'utf8')
  const atStart: string[] = []
  const later: string[] = []
  const visit = (node: AnyNode) => {
    if ('source' in node && node.source?.type === 'Literal')
      (node.type === 'ImportExpression' ? later : atStart).push(String(node.source.value))
    if (node.type === 'CallExpression') {
      const [first] = node.arguments
      const isRequire = /^(__)?require$|^createRequire\(/.test(code.slice(node.callee.start, node.callee.end))
      if (isRequire && first?.type === 'Literal') later.push(String(first.value))
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
  const others = ['CHANGELOG.md', 'dist/LICENSES.txt', 'fixtures/tic-tac-toe/challenge-tie.transcript']
  expect(paths).toEqual(expect.arrayContaining([...named, ...workers, ...others]))
  const isOurs = /\.(test|bench)\.|rejected|^harness(?!\/(\w+\/)+\w+\.md$)|tsbuildinfo/
  expect(paths.filter((path) => isOurs.test(path))).toEqual([])

  // A page or a type that is in the package leads to no file that is not.
  const linksIn = (path: string) =>
    path.endsWith('.md')
      ? [...page(path).matchAll(/\]\((?!https?:)([^)\s#]+)/g)].map(([, link = '']) => link)
      : [...page(path).matchAll(/from '(\.[^']*)'/g)].map(([, link = '']) => link.replace(/\.ts$/, '.d.ts'))
  const isShipped = (target: string) => paths.some((path) => path === target || path.startsWith(join(target, '/')))
  for (const path of paths.filter((path) => /\.(md|d\.ts)$/.test(path))) {
    const targets = linksIn(path).map((link) => join(dirname(path), link))
    expect({ path, dead: targets.filter((target) => !isShipped(target)) }).toEqual({ path, dead: [] })
  }
})

test('what is installed with it, or beside it, is what is not bundled', { tags: 'slow' }, () => {
  const imports = findFiles(join(packageRoot, 'dist'), (path) => /\.m?js$/.test(path)).map(importsOf)
  expect(packagesOf(imports.flatMap(({ atStart, later }) => [...atStart, ...later]))).toEqual(installed.sort())
  // Only who writes tests for Vitest needs it; all else works without what may be missing.
  expect(packagesOf(imports.flatMap(({ atStart }) => atStart))).toEqual(['vitest'])
})

test('the licences of what is bundled are in the package', () => {
  const isSource = (path: string) => /(?<!\.(test|bench))\.ts$/.test(path) && !path.includes('test-data')
  const imported = /^[^/*\n]*?(?:\bfrom ?|\bimport ?\(?)["']([^"']*)["']/gm
  const sources = findFiles(join(packageRoot, 'harness'), isSource).map((file) => readFileSync(file, 'utf8'))
  const used = packagesOf(sources.flatMap((text) => [...text.matchAll(imported)].map(([, path = '']) => path)))
  expect(used.length).toBeGreaterThan(10)
  const licences = page('dist/LICENSES.txt')
  const missing = used.filter((name) => !installed.includes(name) && !new RegExp(`^${name} \\d`, 'm').test(licences))
  expect(missing).toEqual([])
  expect(licences).toMatch(/^execa [\d.]+ \(MIT\)\n\nMIT License\n\nCopyright/m)
})
