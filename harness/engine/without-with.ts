import { Buffer } from 'node:buffer'
import { type AnyNode, type Program, parse, type WithStatement } from 'acorn'
import { type Edit, edited } from './edit.ts'

/**
 * Writes `with(process)`, and `with(o=Buffer(…))` where a script begins with it, out: what it finds in the object is
 * named as its property. V8 never optimizes code in a `with`, and what may be a global there cannot be told from what may
 * be a property. A script in which that could change anything stays as it is.
 */
export function withoutWith(source: string, runtime: 'node' | 'bun' = 'node'): string {
  if (!/\bwith\s*\(/.test(source)) return source
  let program: Program
  try {
    program = parse(source, { ecmaVersion: 'latest', sourceType: 'script', allowReturnOutsideFunction: true })
  } catch {
    return source
  }
  const edits: Edit[] = []
  let isPlain = true
  /** Names that could tell, wherever they are used: of the object, and of what makes code of text. */
  const telling = new Set(['eval', 'Function'])
  const seen = new Set<string>()
  const first = program.body.find((node) => node.type === 'WithStatement')
  /** The name of a Buffer that is only looked at. */
  const looked = first && scopeOf(first, runtime)?.looked

  const visit = (node: AnyNode, scope: Scope | undefined, parent: AnyNode | undefined, role: string): void => {
    if (node.type === 'Identifier') {
      if (isName(parent, role)) return
      seen.add(node.name)
      if (node.name === looked && !isLook(parent)) isPlain = false
      else if (scope !== undefined && node.name in scope.object) {
        if (isBinding(parent, role) || (parent?.type === 'Property' && parent.shorthand)) isPlain = false
        else edits.push({ start: node.start, end: node.end, text: `${scope.name}.${node.name}` })
      }
      return
    }
    if (node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === looked) {
      if (!node.computed || !isRead(parent, role)) isPlain = false
      visit(node.property, scope, node, 'property')
      return
    }
    if (node.type === 'WithStatement') {
      const inner = scopeOf(node, runtime)
      if (inner === undefined || inner.looked !== looked || (looked !== undefined && node !== first)) {
        isPlain = false
        return
      }
      telling.add(inner.telling)
      edits.push(
        { start: node.start, end: node.object.start, text: '' },
        { start: node.object.end, end: node.body.start, text: looked === undefined ? '' : ';' },
      )
      if (looked === undefined) edits.push({ start: node.object.start, end: node.object.end, text: '' })
      else if (node.object.type === 'AssignmentExpression' && node.object.right.type === 'CallExpression') {
        for (const argument of node.object.right.arguments) visit(argument, undefined, node.object.right, 'arguments')
      }
      visit(node.body, inner, node, 'body')
      return
    }
    for (const [role, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof child?.type === 'string') visit(child, scope, node, role)
      }
    }
  }
  visit(program, undefined, undefined, '')
  return isPlain && ![...telling].some((name) => seen.has(name)) ? edited(source, edits) : source
}

/** What a `with` finds names in. */
interface Scope {
  readonly object: object
  readonly name: string
  readonly telling: string
  readonly looked: string | undefined
}

function scopeOf({ object }: WithStatement, runtime: 'node' | 'bun'): Scope | undefined {
  if (object.type === 'Identifier' && object.name === 'process' && runtime === 'node') {
    return { object: process, name: 'process', telling: 'process', looked: undefined }
  }
  if (object.type !== 'AssignmentExpression' || object.operator !== '=') return undefined
  const { left, right } = object
  if (left.type !== 'Identifier' || right.type !== 'CallExpression') return undefined
  if (right.callee.type !== 'Identifier' || right.callee.name !== 'Buffer') return undefined
  return { object: Buffer.prototype, name: left.name, telling: 'Buffer', looked: left.name }
}

/** Whether a name stands where its object is only made text of, or asked for a property. */
const isLook = (parent: AnyNode | undefined): boolean =>
  parent?.type === 'BinaryExpression' ||
  (parent?.type === 'CallExpression' &&
    parent.callee.type === 'MemberExpression' &&
    parent.callee.object.type === 'Literal' &&
    'regex' in parent.callee.object)

/** Whether a property is read, and not written, deleted or called. */
const isRead = (parent: AnyNode | undefined, role: string): boolean =>
  parent?.type === 'BinaryExpression' || (parent?.type === 'ConditionalExpression' && role === 'test')

/** Whether an identifier is the name of a property or a label, and no reference. */
const isName = (parent: AnyNode | undefined, role: string): boolean =>
  (role === 'property' && parent?.type === 'MemberExpression' && !parent.computed) ||
  (role === 'key' &&
    parent !== undefined &&
    'computed' in parent &&
    !parent.computed &&
    !('shorthand' in parent && parent.shorthand)) ||
  role === 'label'

const isBinding = (parent: AnyNode | undefined, role: string): boolean =>
  role === 'params' ||
  role === 'param' ||
  (role === 'id' && parent !== undefined) ||
  /Pattern$/.test(parent?.type ?? '')
