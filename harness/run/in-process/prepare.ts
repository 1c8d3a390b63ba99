import { type AnyNode, type ImportDeclaration, parse } from 'acorn'
import { fullAncestor } from 'acorn-walk'

/** What makes a program do something later than at once. */
const later =
  /\b(async|await|Promise|then|queueMicrotask|set(Timeout|Interval|Immediate)|nextTick|stdin|on|once|addListener|import|readline|stream|events|timers)\b/

/** Whether nothing in an entry's source is done later than at once. */
export const isSynchronous = (source: string) => !later.test(source)

/** What a CommonJS script finds beside the globals. Bun takes a file for a script if it uses one of them. */
export const scriptNames = ['exports', 'require', 'module', '__filename', '__dirname']

/** What decides how a program is run; also the reason why only a real process can run one. */
type Feature =
  | 'what only a script has'
  | 'export or import.meta'
  | 'import()'
  | 'await outside functions'
  | 'arguments outside functions'

/**
 * Reads an entry as its runtime would.
 * @param source JavaScript without types
 * @returns the body of a function with the parameters `scriptNames`, or why only a real process can run it
 */
export function prepare({
  source,
  runtime,
}: {
  readonly source: string
  readonly runtime: 'node' | 'bun'
}): { readonly body: string } | { readonly unsupported: string } {
  const code = source.replace(/^#!.*/, '')
  // A timer with `unref` may fire in a later session.
  if (/\bunref\b/.test(code)) return { unsupported: 'unref' }
  const script = read(code, 'script')
  const isScript = runtime === 'node' || script?.features.has('what only a script has') === true
  const found = isScript ? script : read(code, 'module')
  if (found === undefined) return { unsupported: 'it cannot be parsed' }

  const { features, imports } = found
  const refused: Feature[] = ['import()']
  if (runtime === 'bun') refused.push('arguments outside functions')
  if (!isScript) refused.push('what only a script has', 'export or import.meta', 'await outside functions')
  const unsupported = refused.find((feature) => features.has(feature))
  if (unsupported !== undefined) return { unsupported }
  if (isScript) return { body: code }
  let rest = code
  for (const { start, end } of imports.toReversed()) rest = `${rest.slice(0, start)};${rest.slice(end)}`
  return { body: `"use strict";${imports.map((node) => requires(node, code)).join('')}${rest}` }
}

/** @returns undefined if the code cannot be read as such a program */
function read(code: string, sourceType: 'script' | 'module') {
  const features = new Set<Feature>()
  const imports: ImportDeclaration[] = []
  const visit = (found: unknown, _: unknown, ancestors: unknown) => {
    const node = found as AnyNode
    const around = (ancestors as AnyNode[]).slice(0, -1)
    const inFunction = around.some(isFunction)
    const ownThis = around.some((node) => isFunction(node) && node.type !== 'ArrowFunctionExpression')
    if (node.type === 'ImportDeclaration') imports.push(node)
    else if (node.type === 'ImportExpression') features.add('import()')
    else if (/^Export/.test(node.type) || (node.type === 'MetaProperty' && node.meta.name === 'import'))
      features.add('export or import.meta')
    else if (node.type === 'ThisExpression' && !ownThis) features.add('what only a script has')
    else if (node.type === 'WithStatement') features.add('what only a script has')
    else if (node.type === 'ReturnStatement' && !inFunction) features.add('what only a script has')
    else if (node.type === 'AwaitExpression' && !inFunction) features.add('await outside functions')
    else if (node.type === 'ForOfStatement' && node.await && !inFunction) features.add('await outside functions')
    else if (node.type === 'Identifier' && scriptNames.includes(node.name)) features.add('what only a script has')
    else if (node.type === 'Identifier' && node.name === 'arguments' && !ownThis)
      features.add('arguments outside functions')
  }
  try {
    const options = { ecmaVersion: 'latest', sourceType, allowReturnOutsideFunction: sourceType === 'script' } as const
    fullAncestor(parse(code, options), visit)
  } catch {
    // It is no such program, or nested too deeply.
    return undefined
  }
  return { features, imports }
}

/** Whether a node has its own `arguments`, `await` and, unless it is an arrow function, `this`. */
const isFunction = ({ type }: AnyNode) => /Function|^PropertyDefinition$|^StaticBlock$/.test(type)

/** The same as an import declaration, as calls of `require`. */
function requires({ source, specifiers }: ImportDeclaration, code: string): string {
  const from = `require(${JSON.stringify(source.value)})`
  const names = specifiers.map((specifier) => {
    const { local } = specifier
    const imported =
      specifier.type === 'ImportSpecifier' && code.slice(specifier.imported.start, specifier.imported.end)
    return !imported || imported === 'default'
      ? `const ${local.name}=${from};`
      : `const {${imported}:${local.name}}=${from};`
  })
  return names.join('') || `${from};`
}
