import { type AnyNode, parse } from 'acorn'
import type { TransformOptions } from 'esbuild'
import { stripTypes } from '../../entries/runtimes.ts'
import { childrenOf, type SyntaxPlace } from '../../entries/syntax.ts'

/** Matches what is unsupported: timers with `unref`, which may fire in a later session, and `import()`. */
const unsupported = /\bunref\b|\bimport\s*[(.]/

/**
 * Reads a JavaScript entry as its runtime would.
 * @param source JavaScript or TypeScript
 * @returns the body of a function that does what the entry does, or why only a real process can run it
 */
export async function prepare(source: string, { isCommonJs }: { readonly isCommonJs?: true }) {
  const plain = await javaScript(source.replace(/^#!.*/, ''))
  if (plain === undefined) return { unsupported: 'it cannot be parsed' }
  const [word] = unsupported.exec(plain) ?? []
  if (word !== undefined && mayUseUnsupported(plain)) return { unsupported: word }
  if (isCommonJs) return { body: plain }
  const asScript = namesAtTop(plain, 'script')
  const isModule = asScript === undefined || !asScript.has(scriptOnly)
  const names = isModule ? namesAtTop(plain, 'module') : asScript
  if (names === undefined) return { unsupported: 'it cannot be parsed' }
  if (names.has('arguments') || (isModule && names.has(scriptOnly))) return { unsupported: [...names].join(', ') }
  const options: TransformOptions = { format: 'cjs', ...(isModule && { banner: '"use strict";' }) }
  const body =
    (await javaScript(plain, options)) ?? (isModule ? await javaScript(inAsyncFunction(plain), options) : undefined)
  return body === undefined ? { unsupported: 'top-level await in a module with an export' } : { body }
}

/** True if what is unsupported is code, not part of a string or a comment, or if strings may be evaluated. */
function mayUseUnsupported(code: string): boolean {
  const visit = (node: AnyNode): boolean => isUnsupported(node) || childrenOf(node).some(({ node }) => visit(node))
  return parsed(code, 'script', visit) ?? parsed(code, 'module', visit) ?? true
}

/** Reads the syntax tree of a source; undefined if it is not of this type, or nested too deeply. */
function parsed<Result>(code: string, sourceType: 'script' | 'module', read: (node: AnyNode) => Result) {
  try {
    const allowReturnOutsideFunction = sourceType === 'script'
    return read(parse(code, { ecmaVersion: 'latest', sourceType, allowReturnOutsideFunction }))
  } catch {
    return undefined
  }
}

function isUnsupported(node: AnyNode): boolean {
  if (node.type === 'Identifier') return /^(unref|eval|Function|constructor)$/.test(node.name)
  if (node.type === 'Literal') return node.value === 'unref'
  if (node.type === 'TemplateElement') return node.value.cooked === 'unref'
  return node.type === 'ImportExpression' || (node.type === 'MetaProperty' && node.meta.name === 'import')
}

/** Translates a source. @returns undefined if it cannot be parsed, or translated into that format */
const javaScript = (source: string, options: TransformOptions = {}) =>
  stripTypes(source, options).catch(() => undefined)

/** Puts everything but the imports of a module with top-level await into an async function: a script has no top-level await. */
function inAsyncFunction(code: string): string {
  const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'module' })
  // In the output of esbuild, each statement ends with a semicolon or a brace.
  const textOf = (nodes: typeof body) => nodes.map(({ start, end }) => code.slice(start, end)).join('')
  const imports = body.filter(({ type }) => type === 'ImportDeclaration')
  const others = body.filter(({ type }) => type !== 'ImportDeclaration')
  return `${textOf(imports)}(async () => {${textOf(others)}})()`
}

/** Stands for any construct that only a script has. */
const scriptOnly = 'what only a script has'

/**
 * Finds out what a file uses outside functions. Bun runs a file as a script, in sloppy mode, if it uses what only scripts have.
 * @returns `scriptOnly` if the file uses that, and `arguments` if it uses these; undefined if it cannot be parsed
 */
function namesAtTop(code: string, sourceType: 'script' | 'module') {
  const names = new Set<string>()
  const visit = (place: SyntaxPlace, functions: readonly AnyNode[]) => {
    const { node } = place
    const hasOwnThis = functions.some(({ type }) => type !== 'ArrowFunctionExpression')
    if (node.type === 'WithStatement' || (node.type === 'ThisExpression' && !hasOwnThis)) names.add(scriptOnly)
    if (node.type === 'ReturnStatement' && functions.length === 0) names.add(scriptOnly)
    if (node.type === 'Identifier' && !isLabel(place)) {
      if (scriptNames.test(node.name)) names.add(scriptOnly)
      if (node.name === 'arguments' && !hasOwnThis) names.add(node.name)
    }
    const inside = isFunction.test(node.type) ? [...functions, node] : functions
    for (const child of childrenOf(node)) visit(child, inside)
  }
  return parsed(code, sourceType, (node) => {
    visit({ node, parent: undefined, list: undefined, key: '' }, [])
    return names
  })
}

/** Matches the types of nodes with a `this` and `arguments` of their own, and of arrow functions. */
const isFunction = /Function|^PropertyDefinition$|^StaticBlock$/

/** True if an identifier has no value of its own: it names a property, a label, or what is imported or exported. */
const isLabel = ({ parent, key }: SyntaxPlace) =>
  key === 'label' ||
  /Specifier$/.test(parent?.type ?? '') ||
  ((key === 'property' || key === 'key') && parent !== undefined && 'computed' in parent && !parent.computed)

const scriptNames = /^(exports|require|module|__filename|__dirname)$/
