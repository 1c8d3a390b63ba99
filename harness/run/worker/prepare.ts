import { parse } from 'acorn'
import type { TransformOptions } from 'esbuild'
import { stripTypes } from '../../entries/runtimes.ts'

/** Matches what is unsupported: timers with `unref`, which may fire in a later session, and `import()`. */
const unsupported = /\bunref\b|\bimport\s*[(.]/

/** Matches what only a script has, for which Bun reads a file as a script, in sloppy mode. */
const scriptOnly = /\b(exports|require|module|__filename|__dirname|this)\b/

/** @returns the body of a function that does what the entry does, or why only a real process can run it */
export async function prepare(source: string, { isCommonJs }: { readonly isCommonJs?: true }) {
  const plain = await javaScript(source.replace(/^#!.*/, ''))
  if (plain === undefined) return { unsupported: 'it cannot be parsed' }
  const [word] = unsupported.exec(plain) ?? []
  if (word !== undefined) return { unsupported: word }
  if (isCommonJs || isScript(plain)) return { body: plain }
  const body = await javaScript(plain, { format: 'cjs', banner: '"use strict";' })
  return body === undefined ? { unsupported: 'top-level await' } : { body }
}

/** Undefined if it cannot be translated. */
const javaScript = (source: string, options: TransformOptions = {}) =>
  stripTypes(source, options).catch(() => undefined)

/** True if Bun takes a file for a script: it is no module, or uses what only a script has. */
function isScript(code: string): boolean {
  try {
    const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'module' })
    return scriptOnly.test(code) && !body.some(({ type }) => /^Import|^Export/.test(type))
  } catch {
    return true
  }
}
