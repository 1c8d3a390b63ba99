import { Script } from 'node:vm'
import { type AnyNode, parse } from 'acorn'
import type { InProcessProgram } from './report.ts'

/** An entry as the child compiles it: the body of a function. */
export interface Prepared {
  readonly body: string
  /** The names of the function's parameters: a script's own, and the child's `import()`. */
  readonly parameters: readonly string[]
  /** Whether it is a CommonJS script; otherwise it is a module. */
  readonly script: boolean
  /** Whether it has nothing in it that is done later than at once; the child notices if it has after all. */
  readonly isSynchronous: boolean
}

/** What makes a program do something later than at once. */
const later =
  /\b(async|await|Promise|then|queueMicrotask|set(Timeout|Interval|Immediate)|nextTick|stdin|on|once|addListener|import|readline|stream|events|timers)\b/

/** Whether nothing in an entry's source is done later than at once. */
export const isSynchronous = (source: string) => !later.test(source)

/** What a CommonJS script finds beside the globals. Bun takes a file for a script if it uses one of them. */
const scriptNames = ['exports', 'require', 'module', '__filename', '__dirname']

/**
 * Reads an entry as its runtime would.
 * @returns what the child compiles, or `refused` where the runtime finds a syntax error, or why it is left alone
 */
export function prepare({
  source,
  runtime,
}: InProcessProgram): Prepared | { readonly refused: true } | { readonly unsupported: string } {
  const code = source.replace(/^#!.*/, '')
  // Its turn may come in another session.
  if (/\bunref\b/.test(code)) return { unsupported: 'unref' }
  const asScript = read(code, 'script')
  if (runtime === 'node' && asScript === undefined) {
    return compiles(code) ? { unsupported: 'syntax that acorn cannot parse' } : { refused: true }
  }
  const load = freshName(code)
  if (asScript !== undefined && (runtime === 'node' || asScript.notes.has('script'))) {
    if (runtime === 'bun' && asScript.notes.has('arguments')) return { unsupported: "the arguments of Bun's wrapper" }
    const parameters = asScript.importCalls.length === 0 ? scriptNames : [...scriptNames, load]
    return { body: withImports(code, asScript, load), parameters, script: true, isSynchronous: isSynchronous(code) }
  }
  const asModule = read(code, 'module')
  if (asModule === undefined) return { unsupported: 'syntax that acorn cannot parse' }
  const { notes, imports } = asModule
  if (notes.has('this') || notes.has('place')) return { unsupported: "a module's this and __filename" }
  if (notes.has('module')) return { unsupported: 'export and import.meta' }
  const body = `"use strict";${imports.map(requires).join('')}${withImports(code, asModule, load)}`
  return {
    body: `return(${notes.has('await') ? 'async' : ''}()=>{${body}\n})()`,
    parameters: ['require', load],
    script: false,
    isSynchronous: isSynchronous(code),
  }
}

interface Found {
  /** What the code has that decides how it is run: `script`, `module`, `await`, `arguments`, `this`, `place`. */
  readonly notes: Set<string>
  readonly imports: AnyNode[]
  readonly importCalls: AnyNode[]
}

/** @returns undefined if the code has no such syntax */
function read(code: string, sourceType: 'script' | 'module'): Found | undefined {
  const found: Found = { notes: new Set(), imports: [], importCalls: [] }
  try {
    const options = { ecmaVersion: 'latest', sourceType, allowReturnOutsideFunction: sourceType === 'script' } as const
    visit(parse(code, options), { ownThis: false, inFunction: false }, found)
    return found
  } catch {
    return undefined
  }
}

interface Place {
  readonly inFunction: boolean
  /** Whether a function that is no arrow function is around it. */
  readonly ownThis: boolean
}

function visit(node: AnyNode, place: Place, found: Found, parent?: AnyNode, role?: string): void {
  const { notes, imports, importCalls } = found
  let inside = place
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      inside = { inFunction: true, ownThis: true }
      break
    case 'ArrowFunctionExpression':
      inside = { ...place, inFunction: true }
      break
    case 'PropertyDefinition':
    case 'StaticBlock':
      inside = { inFunction: true, ownThis: true }
      break
    case 'Identifier':
      if (isPropertyName(parent, role)) break
      if (scriptNames.includes(node.name)) notes.add('script')
      if (node.name === '__filename' || node.name === '__dirname') notes.add('place')
      if (node.name === 'arguments' && !place.ownThis) notes.add('arguments')
      break
    case 'ThisExpression':
      if (!place.ownThis) notes.add('script').add('this')
      break
    case 'WithStatement':
      notes.add('script')
      break
    case 'ReturnStatement':
      if (!place.inFunction) notes.add('script')
      break
    case 'AwaitExpression':
      if (!place.inFunction) notes.add('await')
      break
    case 'ForOfStatement':
      if (node.await && !place.inFunction) notes.add('await')
      break
    case 'ImportDeclaration':
      imports.push(node)
      return
    case 'ImportExpression':
      importCalls.push(node)
      break
    case 'MetaProperty':
      if (node.meta.name === 'import') notes.add('module')
      return
    case 'ExportAllDeclaration':
    case 'ExportDefaultDeclaration':
    case 'ExportNamedDeclaration':
      notes.add('module')
  }
  for (const [role, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') visit(child, inside, found, node, role)
    }
  }
}

const isPropertyName = (parent: AnyNode | undefined, role: string | undefined): boolean =>
  (parent?.type === 'MemberExpression' && role === 'property' && !parent.computed) ||
  (parent?.type === 'Property' && role === 'key' && !parent.computed && !parent.shorthand) ||
  (parent?.type === 'MethodDefinition' && role === 'key' && !parent.computed)

/** Blanks import declarations, which are calls of `require` now, and gives `import()` another name. */
function withImports(code: string, { imports, importCalls }: Found, load: string): string {
  const edits = [
    ...imports.map(({ start, end }) => ({ start, end, text: ';' })),
    ...importCalls.map(({ start }) => ({ start, end: start + 'import'.length, text: load })),
  ].sort((a, b) => b.start - a.start)
  return edits.reduce((text, { start, end, text: other }) => text.slice(0, start) + other + text.slice(end), code)
}

function requires(node: AnyNode): string {
  if (node.type !== 'ImportDeclaration') return ''
  const from = `require(${JSON.stringify(node.source.value)})`
  const names = node.specifiers.map((specifier) => {
    if (specifier.type !== 'ImportSpecifier') return `const ${specifier.local.name}=${from};`
    const { imported, local } = specifier
    const name = imported.type === 'Identifier' ? imported.name : imported.value
    return name === 'default'
      ? `const ${local.name}=${from};`
      : `const {${JSON.stringify(name)}:${local.name}}=${from};`
  })
  return names.length === 0 ? `${from};` : names.join('')
}

function compiles(code: string): boolean {
  try {
    new Script(`(function(${scriptNames}){${code}\n})`)
    return true
  } catch {
    return false
  }
}

function freshName(code: string): string {
  let name = '$import'
  while (code.includes(name)) name += '$'
  return name
}
