import { type AnyNode, parse } from 'acorn'
import type { TransformOptions } from 'esbuild'
import { type Runtime, stripTypes } from '../../entries/runtimes.ts'
import { childrenOf, type SyntaxPlace } from '../../entries/syntax.ts'

/** A timer with `unref` may fire in a later session; what `import()` loads is not replaced. */
const unsupported = /\bunref\b|\bimport\s*[(.]/

/**
 * Reads a JavaScript entry as its runtime would.
 * @param source JavaScript or TypeScript
 * @returns the body of a function that does what the entry does, or why only a real process can run it
 */
export async function prepare(source: string, { isCommonJs }: Pick<Runtime, 'isCommonJs'>) {
  const plain = await javaScript(source.replace(/^#!.*/, ''))
  if (plain === undefined) return { unsupported: 'it cannot be parsed' }
  const [word] = unsupported.exec(plain) ?? []
  if (word !== undefined && isMeant(plain)) return { unsupported: word }
  if (isCommonJs) return { body: plain }
  const asScript = namesAtTop(plain, 'script')
  const isModule = asScript === undefined || !asScript.has(script)
  const names = isModule ? namesAtTop(plain, 'module') : asScript
  if (names === undefined) return { unsupported: 'it cannot be parsed' }
  if (names.has('arguments') || (isModule && names.has(script))) return { unsupported: [...names].join(', ') }
  const options: TransformOptions = { format: 'cjs', ...(isModule && { banner: '"use strict";' }) }
  const body =
    (await javaScript(plain, options)) ?? (isModule ? await javaScript(inAsyncFunction(plain), options) : undefined)
  return body === undefined ? { unsupported: 'await outside functions, beside an export' } : { body }
}

/** Tells whether a word like that stands in the code itself: not in a text or a comment, unless texts may be run. */
function isMeant(code: string): boolean {
  const visit = (node: AnyNode): boolean => isUnsupported(node) || childrenOf(node).some(({ node }) => visit(node))
  for (const sourceType of ['script', 'module'] as const)
    try {
      return visit(parse(code, { ecmaVersion: 'latest', sourceType, allowReturnOutsideFunction: true }))
    } catch {
      // It is none of this type, or nested too deeply.
    }
  return true
}

function isUnsupported(node: AnyNode): boolean {
  if (node.type === 'Identifier') return /^(unref|eval|Function|constructor)$/.test(node.name)
  if (node.type === 'Literal') return node.value === 'unref'
  if (node.type === 'TemplateElement') return node.value.cooked === 'unref'
  return node.type === 'ImportExpression' || (node.type === 'MetaProperty' && node.meta.name === 'import')
}

/** @returns undefined if it cannot be parsed, or translated into that format */
const javaScript = (source: string, options: TransformOptions = {}) =>
  stripTypes(source, options).catch(() => undefined)

/** A module that awaits outside functions, with all but its imports in one: no script can wait as a module does. */
function inAsyncFunction(code: string): string {
  const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'module' })
  // As esbuild has printed it, each statement ends with a semicolon or a brace.
  const textOf = (nodes: typeof body) => nodes.map(({ start, end }) => code.slice(start, end)).join('')
  const imports = body.filter(({ type }) => type === 'ImportDeclaration')
  const others = body.filter(({ type }) => type !== 'ImportDeclaration')
  return `${textOf(imports)}(async () => {${textOf(others)}})()`
}

const script = 'what only a script has'

/**
 * Bun takes a file for a script, in sloppy mode, if it uses what only a script has.
 * @returns `script` if it does, and `arguments` if these are used outside functions; undefined if it cannot be parsed
 */
function namesAtTop(code: string, sourceType: 'script' | 'module') {
  const names = new Set<string>()
  const visit = (place: SyntaxPlace, functions: readonly AnyNode[]) => {
    const { node } = place
    const hasOwnThis = functions.some(({ type }) => type !== 'ArrowFunctionExpression')
    if (node.type === 'WithStatement' || (node.type === 'ThisExpression' && !hasOwnThis)) names.add(script)
    if (node.type === 'ReturnStatement' && functions.length === 0) names.add(script)
    if (node.type === 'Identifier' && !isLabel(place)) {
      if (scriptNames.test(node.name)) names.add(script)
      if (node.name === 'arguments' && !hasOwnThis) names.add(node.name)
    }
    const inside = isFunction.test(node.type) ? [...functions, node] : functions
    for (const child of childrenOf(node)) visit(child, inside)
  }
  try {
    const allowReturnOutsideFunction = sourceType === 'script'
    const node = parse(code, { ecmaVersion: 'latest', sourceType, allowReturnOutsideFunction })
    visit({ node, parent: undefined, list: undefined, key: '' }, [])
    return names
  } catch {
    // It is no such program, or nested too deeply.
    return undefined
  }
}

/** Finds nodes with a `this` and `arguments` of their own, unless they are arrow functions. */
const isFunction = /Function|^PropertyDefinition$|^StaticBlock$/

/** Tells whether an identifier stands for no value: it names a property, a label, or what is imported or exported. */
const isLabel = ({ parent, key }: SyntaxPlace) =>
  key === 'label' ||
  /Specifier$/.test(parent?.type ?? '') ||
  ((key === 'property' || key === 'key') && parent !== undefined && 'computed' in parent && !parent.computed)

const scriptNames = /^(exports|require|module|__filename|__dirname)$/
