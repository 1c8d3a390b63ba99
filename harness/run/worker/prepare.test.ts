import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { prepare } from './prepare.ts'

test.each([
  ['module.id', 'script'],
  ['return 1', 'script'],
  ['() => this', 'script'],
  ['with (a) b', 'script'],
  ['f(a)', 'module'],
  ['mymodule + requires', 'module'],
  // What is imported and not used is left out, as a type is.
  ['import { require as a } from "node:fs"; a', 'module'],
  ['const a = 1; export { a as module }', 'module'],
])('Bun takes %j for a %s', async (source, kind) => {
  const { body = '' } = { body: '', ...(await prepare(source, {})) }
  expect(body.startsWith('"use strict"') ? 'module' : 'script').toBe(kind)
})

describe.each([
  ['Node', { isCommonJs: true }],
  ['Bun', {}],
] as const)('in one process of %s', (_, runtime) => {
  test.each([
    ["import('fs')", 'import('],
    ['() => import . meta', 'import.'],
    ['setTimeout(f, 1)?.["unref"]()', 'unref'],
    ['let (', 'it cannot be parsed'],
  ])('what may use it is not run: %s', async (source, why) => {
    expect(await prepare(source, runtime)).toEqual({ unsupported: why })
  })

  test('what could run a text is run, as long as no such word is in sight', async () => {
    expect(await prepare("import_; eval('1')", runtime)).toHaveProperty('body')
  })

  test('the first line may name the runtime', async () => {
    expect(await printedBy('#!/usr/bin/env node\nprint(1)', runtime)).toEqual([1])
    expect(await printedBy('print("#!" + 1)', runtime)).toEqual(['#!1'])
  })
})

describe('a module in one process of Bun', () => {
  test('does what it does as a file, in strict mode', async () => {
    const source = 'import { sep } from "node:path"; print(sep, (function () { return this })())'
    expect(await printedBy(source, {})).toEqual(['/', undefined])
  })

  test('may await outside functions, and leave out all semicolons', async () => {
    const source = `import { sep } from 'node:path'
import { EOL } from 'node:os'
function end() { return EOL }
class A {}
const a = await sep
const b = await end()
if (a) print(a, new A() instanceof A)
print(b)`
    expect(await printedBy(source, {})).toEqual(['/', true, '\n'])
  })

  test('may not await outside functions if it exports something', async () => {
    const unsupported = 'top-level await in a module with an export'
    expect(await prepare('await null; export const a = 1', {})).toEqual({ unsupported })
  })
})

/** What a prepared entry gives to a function `print`. */
async function printedBy(source: string, runtime: Parameters<typeof prepare>[1]) {
  const { body = '' } = { body: '', ...(await prepare(source, runtime)) }
  const printed: unknown[] = []
  const print = (...values: unknown[]) => printed.push(...values)
  await new Function('print', 'require', 'module', body)(print, createRequire(import.meta.url), {})
  // It may go on when what it awaits is there.
  await new Promise((resolve) => setImmediate(resolve))
  return printed
}
