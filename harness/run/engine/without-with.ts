import { type AnyNode, parse } from 'acorn'
import { type Edit, edited } from './edit.ts'

/**
 * Writes `with(process)` out: what it finds in `process` is named as its property. V8 never optimizes code in a `with`,
 * and what may be a global there cannot be told from what may be a property. A script in which that could change
 * anything stays as it is.
 */
export function withoutWith(source: string): string {
  if (!/\bwith\s*\(\s*process\s*\)/.test(source)) return source
  let program: AnyNode
  try {
    program = parse(source, { ecmaVersion: 'latest', sourceType: 'script', allowReturnOutsideFunction: true })
  } catch {
    return source
  }
  const edits: Edit[] = []
  let isPlain = true

  const visit = (node: AnyNode, inside: boolean, parent: AnyNode | undefined, role: string): void => {
    if (node.type === 'Identifier') {
      if (isName(parent, role)) return
      // Other uses of `process`, code made of text, and names that stand for something nearer could all tell.
      if (['process', 'eval', 'Function'].includes(node.name)) isPlain = false
      else if (inside && node.name in process) {
        if (isBinding(parent, role) || (parent?.type === 'Property' && parent.shorthand)) isPlain = false
        else edits.push({ start: node.start, end: node.end, text: `process.${node.name}` })
      }
      return
    }
    if (node.type === 'WithStatement') {
      if (node.object.type !== 'Identifier' || node.object.name !== 'process') isPlain = false
      edits.push({ start: node.start, end: node.body.start, text: '' })
      visit(node.body, true, node, 'body')
      return
    }
    for (const [role, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof child?.type === 'string') visit(child, inside, node, role)
      }
    }
  }
  visit(program, false, undefined, '')
  return isPlain ? edited(source, edits) : source
}

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
