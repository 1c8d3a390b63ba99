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

const node = { isCommonJs: true } as const

test.each<[string, Parameters<typeof prepare>[1], string]>([
  ["import('fs')", node, 'import('],
  ['() => import . meta', node, 'import.'],
  ['setTimeout(f, 1)?.["unref"]()', {}, 'unref'],
  ['let (', {}, 'it cannot be parsed'],
  ['await 0', {}, 'top-level await'],
])('%j is not run in one process', async (source, runtime, why) => {
  expect(await prepare(source, runtime)).toEqual({ unsupported: why })
})

describe('in one process, an entry does what it does as a file', () => {
  test.each<[string, Parameters<typeof prepare>[1], unknown[]]>([
    ['#!/usr/bin/env node\nprint(1)', node, [1]],
    ['print("#!" + 1)', {}, ['#!1']],
    // It could run a text.
    ['import_ = eval("1"); print(import_)', node, [1]],
    // A module of Bun is in strict mode.
    ['import { sep } from "node:path"; print(sep, (function () { return this })())', {}, ['/', undefined]],
  ])('%j', async (source, runtime, expected) => {
    const { body = '' } = { body: '', ...(await prepare(source, runtime)) }
    const printed: unknown[] = []
    const print = (...values: unknown[]) => printed.push(...values)
    new Function('print', 'require', 'module', body)(print, createRequire(import.meta.url), {})
    expect(printed).toEqual(expected)
  })
})
