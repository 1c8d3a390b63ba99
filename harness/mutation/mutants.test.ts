import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { mutantsOf } from './mutants.ts'

test.each([
  ['if (a < 2) b()', ['if (true) b()', 'if (false) b()', 'if (a <= 2) b()', 'if (a >= 2) b()', 'if (a < 3) b()']],
  [
    'const f = (a?: 1 | 2): a is 1 => !a as true',
    ['const f = (a?: 1 | 2): a is 1 => undefined', 'const f = (a?: 1 | 2): a is 1 => a as true'],
  ],
  ['a ??= b && !c', ['a ??= b', 'a ??= !c', 'a ??= b && c', ';']],
  ["say('a b', 'word', '')", ["say('', 'word', '')", "say('a b', 'word', '?')", ';']],
  ['function f() { return /^a$/.test(b) }', ['function f() { return }', 'function f() { return /a$/.test(b) }']],
])('%s', (source, expected) => {
  const changes = mutantsOf(source).map(({ change }) => change)
  for (const one of expected) expect(changes).toContainEqual(expect.stringContaining(` → ${one}`))
})

test.each([
  "import { a } from './a b.ts'",
  'type A = 1 | 2',
  "throw new Error('a b')",
  'function f() { return undefined }',
])('%s has none', (source) => {
  expect(mutantsOf(source)).toEqual([])
})

test('a mutant differs in one line, which it names', () => {
  const source = 'a()\nif (b) {\n  c(0)\n}\n'
  const mutants = mutantsOf(source)
  expect(mutants.map(({ line, change }) => `${line}: ${change}`)).toEqual([
    '1: a() → ;',
    '2: if (b) { → if (true) {',
    '2: if (b) { → if (false) {',
    '3: c(0) → ;',
    '3: c(0) → c(1)',
  ])
  expect(new Set([source, ...mutants.map(({ source }) => source)]).size).toBe(6)
})

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8')

test('what is explained can still be changed in this way', () => {
  const explained = [...read('harness/mutation/survivors.md').matchAll(/^ {4}(\S+): (.*)$/gm)]
  expect(explained.length).toBeGreaterThan(0)
  for (const [, file = '', change] of explained)
    expect(mutantsOf(read(file)).map((mutant) => mutant.change)).toContain(change)
})
