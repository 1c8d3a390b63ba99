import { type Program, parse } from 'acorn'
import type { TransformOptions } from 'esbuild'
import { stripTypes } from '../../entries/runtimes.ts'

/** Matches what is unsupported: timers with `unref`, which may fire in a later session, and `import()`. */
const unsupported = /\bunref\b|\bimport\s*[(.]/

/** Matches what only a script has, for which Bun reads a file as a script, in sloppy mode. */
const scriptOnly = /\b(exports|require|module|__filename|__dirname|this)\b/

/**
 * Reads a JavaScript entry as its runtime would. Where it is mistaken, real processes show it.
 * @param source JavaScript or TypeScript
 * @returns the body of a function that does what the entry does, or why only a real process can run it
 */
export async function prepare(source: string, { isCommonJs }: { readonly isCommonJs?: true }) {
  const plain = await javaScript(source.replace(/^#!.*/, ''))
  if (plain === undefined) return { unsupported: 'it cannot be parsed' }
  const [word] = unsupported.exec(plain) ?? []
  if (word !== undefined) return { unsupported: word }
  if (isCommonJs) return { body: plain }
  const program = moduleOf(plain)
  const isScript = program === undefined || (scriptOnly.test(plain) && !program.body.some(isModuleOnly))
  if (isScript) return { body: plain }
  const options: TransformOptions = { format: 'cjs', banner: '"use strict";' }
  const body = (await javaScript(plain, options)) ?? (await javaScript(inAsyncFunction(plain, program), options))
  return body === undefined ? { unsupported: 'top-level await in a module with an export' } : { body }
}

/** Removes types, and translates imports where it is asked to; undefined if it cannot. */
const javaScript = (source: string, options: TransformOptions = {}) =>
  stripTypes(source, options).catch(() => undefined)

/** The syntax tree of a module; undefined if it is none, or nested too deeply. */
function moduleOf(code: string): Program | undefined {
  try {
    return parse(code, { ecmaVersion: 'latest', sourceType: 'module' })
  } catch {
    return undefined
  }
}

const isModuleOnly = ({ type }: Program['body'][number]) => /^Import|^Export/.test(type)

/** Puts everything but the imports of a module with top-level await into an async function: a script has no top-level await. */
function inAsyncFunction(code: string, { body }: Program): string {
  // In the output of esbuild, each statement ends with a semicolon or a brace.
  const textOf = (nodes: typeof body) => nodes.map(({ start, end }) => code.slice(start, end)).join('')
  const imports = body.filter(({ type }) => type === 'ImportDeclaration')
  const others = body.filter(({ type }) => type !== 'ImportDeclaration')
  return `${textOf(imports)}(async () => {${textOf(others)}})()`
}
