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
  test('it does what it does as a file, in strict mode', async () => {
    const source = 'import { sep } from "node:path"; print(sep, (function () { return this })())'
    expect(await printedBy(source, {})).toEqual(['/', undefined])
  })

  test('it is not run if it has top-level await', async () => {
    expect(await prepare('await 0', {})).toEqual({ unsupported: 'top-level await' })
  })
})

/** What a prepared entry gives to a function `print`. */
async function printedBy(source: string, runtime: Parameters<typeof prepare>[1]) {
  const { body = '' } = { body: '', ...(await prepare(source, runtime)) }
  const printed: unknown[] = []
  const print = (...values: unknown[]) => printed.push(...values)
  new Function('print', 'require', 'module', body)(print, createRequire(import.meta.url), {})
  return printed
}
