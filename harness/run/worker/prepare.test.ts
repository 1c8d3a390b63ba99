import { expect, test } from 'vitest'
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
