import { type AnyNode, type Program, parse } from 'acorn'
import { fullAncestor } from 'acorn-walk'
import type { Prepared } from './protocol.ts'

/** What makes a program do something later than at once. */
const later =
  /\b(async|await|Promise|then|queueMicrotask|set(Timeout|Interval|Immediate)|nextTick|stdin|on|once|addListener|import|readline|stream|events|timers)\b/

/** Whether nothing in an entry's source is done later than at once. */
export const isSynchronous = (source: string) => !later.test(source)

/** What a CommonJS script finds beside the globals. Bun takes a file for a script if it uses one of them. */
const scriptNames = ['exports', 'require', 'module', '__filename', '__dirname']

/**
 * Reads an entry as its runtime would.
 * @param source JavaScript without types
 * @returns what the runner compiles, or why only a real process can run it
 */
export function prepare({
  source,
  runtime,
}: {
  readonly source: string
  readonly runtime: 'node' | 'bun'
}): Prepared | { readonly unsupported: string } {
  const code = source.replace(/^#!.*/, '')
  // Its turn may come in another session.
  if (/\bunref\b/.test(code)) return { unsupported: 'unref' }
  const found = read(code, 'script')
  const isScript = runtime === 'node' || found?.features.has('script') === true
  const parsed = isScript ? found : read(code, 'module')
  if (parsed === undefined) return { unsupported: 'a syntax error' }
  const { features, imports, importCalls } = parsed
  if (!isScript && features.has('export')) return { unsupported: 'export and import.meta' }
  if (!isScript && features.has('this')) return { unsupported: "a module's this" }
  if (isScript && runtime === 'bun' && features.has('arguments')) return { unsupported: 'the arguments of a script' }

  const load = freshName(code)
  const edited = replaced(code, [
    ...imports.map(({ start, end }) => ({ start, end, text: ';' })),
    ...importCalls.map(({ start }) => ({ start, end: start + 'import'.length, text: load })),
  ])
  if (isScript) {
    const parameters = importCalls.length === 0 ? scriptNames : [...scriptNames, load]
    return { body: edited, parameters, isScript, isSynchronous: isSynchronous(code) }
  }
  const body = `"use strict";${imports.map(requires).join('')}${edited}`
  return {
    body: `return(${features.has('await') ? 'async' : ''}()=>{${body}\n})()`,
    parameters: ['require', load],
    isScript,
    isSynchronous: isSynchronous(code),
  }
}

/** What decides how a program is run: `script` stands for all that only a script has. */
type Feature = 'script' | 'export' | 'await' | 'arguments' | 'this'

/** @returns undefined if the code has no such syntax */
function read(code: string, sourceType: 'script' | 'module') {
  const features = new Set<Feature>()
  const imports: AnyNode[] = []
  const importCalls: AnyNode[] = []
  let program: Program
  try {
    program = parse(code, { ecmaVersion: 'latest', sourceType, allowReturnOutsideFunction: sourceType === 'script' })
  } catch {
    return undefined
  }
  fullAncestor(program, (found, _, ancestors) => {
    const node = found as AnyNode
    const around = (ancestors as AnyNode[]).slice(0, -1)
    const inFunction = around.some(isFunction)
    const ownThis = around.some((node) => isFunction(node) && node.type !== 'ArrowFunctionExpression')
    if (node.type === 'ImportDeclaration') imports.push(node)
    else if (node.type === 'ImportExpression') importCalls.push(node)
    else if (/^Export/.test(node.type) || (node.type === 'MetaProperty' && node.meta.name === 'import'))
      features.add('export')
    else if (node.type === 'ThisExpression' && !ownThis) features.add('script').add('this')
    else if (node.type === 'WithStatement') features.add('script')
    else if (node.type === 'ReturnStatement' && !inFunction) features.add('script')
    else if (node.type === 'AwaitExpression' && !inFunction) features.add('await')
    else if (node.type === 'ForOfStatement' && node.await && !inFunction) features.add('await')
    else if (node.type === 'Identifier' && scriptNames.includes(node.name)) features.add('script')
    else if (node.type === 'Identifier' && node.name === 'arguments' && !ownThis) features.add('arguments')
  })
  return { features, imports, importCalls }
}

/** Whether a node has its own `arguments`, `await` and, unless it is an arrow function, `this`. */
const isFunction = ({ type }: AnyNode) => /Function|^PropertyDefinition$|^StaticBlock$/.test(type)

function replaced(code: string, edits: readonly { start: number; end: number; text: string }[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: other }) => text.slice(0, start) + other + text.slice(end), code)
}

/** The same as an import declaration, as calls of `require`. */
function requires(node: AnyNode): string {
  if (node.type !== 'ImportDeclaration') return ''
  const from = `require(${JSON.stringify(node.source.value)})`
  const names = node.specifiers.map((specifier) => {
    const { local } = specifier
    if (specifier.type !== 'ImportSpecifier') return `const ${local.name}=${from};`
    const { imported } = specifier
    const name = imported.type === 'Identifier' ? imported.name : imported.value
    return name === 'default'
      ? `const ${local.name}=${from};`
      : `const {${JSON.stringify(name)}:${local.name}}=${from};`
  })
  return names.length === 0 ? `${from};` : names.join('')
}

/** @returns a name that the code does not have */
function freshName(code: string): string {
  let name = '$import'
  while (code.includes(name)) name += '$'
  return name
}
