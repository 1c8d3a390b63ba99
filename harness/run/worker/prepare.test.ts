import { createRequire } from 'node:module'
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
  ['mymodule + requires', 'module'],
  ['console.log({ require: 1, exports() {} })', 'module'],
  ['class A { module = 1; get exports() {} }', 'module'],
  ['module: for (;;) break module', 'module'],
  // What is imported and not used is left out, as a type is.
  ['import { require as a } from "node:fs"; a', 'module'],
  ['const a = 1; export { a as module }', 'module'],
  ['import { EOL } from "node:os"; module.exports = EOL', 'what only a script has'],
  ['import { EOL } from "node:os"; module.exports = () => arguments', 'what only a script has, arguments'],
  ['f(arguments)', 'arguments'],
  ['module[arguments]', 'what only a script has, arguments'],
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
    "return;'import('",
    "my_eval('they unref it').constructors(evaluate)",
    "function f() { new.target }'import('",
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
    // Decorators are too new for one of the parsers.
    ["@f class A { a = import('fs') }", 'import('],
  ])('what may use it is not: %s', async (source, word) => {
    expect(await prepare(source, runtime)).toEqual({ unsupported: word })
  })

  test('what could run a text is run, as long as no such word is in sight', async () => {
    expect(await prepare("eval('1')", runtime)).toHaveProperty('body')
  })

  test('what is no program is not run', async () => {
    expect(await prepare('let (', runtime)).toEqual({ unsupported: 'it cannot be parsed' })
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

  test('may await outside functions', async () => {
    const source = 'import { sep } from "node:path"; await null; print(sep)\nimport { EOL } from "node:os"; print(EOL)'
    expect(await printedBy(source, {})).toEqual(['/', '\n'])
  })

  test('may leave out all semicolons', async () => {
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

  test('whose text no parser of ours knows is not run', async () => {
    expect(await prepare('@f class A {}', {})).toEqual({ unsupported: 'it cannot be parsed' })
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
