import { describe, expect, test } from 'vitest'
import { prepare } from './prepare.ts'

const preparedForBun = async (source: string) => {
  const { body, unsupported } = { body: '', unsupported: '', ...(await prepare(source, {})) }
  return unsupported || (body.startsWith('"use strict"') ? 'module' : 'script')
}

test.each([
  ['module.id', 'script'],
  ['console.log({ module })', 'script'],
  ['a[require]', 'script'],
  ['class A { [exports]() {} }', 'script'],
  ['return 1', 'script'],
  ['() => this', 'script'],
  ['with (a) b', 'script'],
  ['() => { return 1 }', 'module'],
  ['function f() { return this }', 'module'],
  ['class A { b = this; static { this } }', 'module'],
  ['a.module', 'module'],
  ['console.log({ require: 1, exports() {} })', 'module'],
  ['class A { module = 1; get exports() {} }', 'module'],
  ['module: for (;;) break module', 'module'],
  ['import { require as a } from "node:fs"', 'module'],
  ['arguments', 'arguments'],
  ['() => arguments', 'arguments'],
  ['function f() { arguments }', 'module'],
  ['a.arguments', 'module'],
])('Bun takes %j for: %s', async (source, kind) => {
  expect(await preparedForBun(source)).toBe(kind)
})

describe.each([
  ['Node', { isCommonJs: true }],
  ['Bun', {}],
] as const)('in one process of %s', (_, runtime) => {
  test.each([
    "/*! unref */console.log('import (', `import.meta`, /import(x)/, 'they unref it')",
    "import fs from 'node:fs';// import('fs')\nconsole.log('import(')",
    "import_(1);'import ('",
  ])('what only mentions a word is run: %s', async (source) => {
    expect(await prepare(source, runtime)).toHaveProperty('body')
  })

  test.each([
    ["import('fs')", 'import('],
    ['() => import . meta', 'import.'],
    ['setTimeout(f, 1).unref()', 'unref'],
    ['setTimeout(f, 1)?.["unref"]()', 'unref'],
    ['t[`unref`]()', 'unref'],
    ['({ unref: f } = t)', 'unref'],
    ["eval('import(\\'fs\\')')", 'import('],
    ["Function('return import(\\'fs\\')')()", 'import('],
    ["f.constructor('return import(\\'fs\\')')()", 'import('],
  ])('what may use it is not: %s', async (source, word) => {
    expect(await prepare(source, runtime)).toEqual({ unsupported: word })
  })
})
