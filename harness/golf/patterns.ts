import type { AnyNode } from 'acorn'
import { type Edit, isExpression, isNode, operand, put, readSource, type Source, textOf } from './source.ts'

/**
 * Finds where a pattern of JavaScript fits a program, and what to put there. `$a` to `$z` in it stand for any
 * expression, the same one wherever the same name occurs.
 * @param before an expression or a statement
 * @param after the same, with no names but those of `before`
 */
export function rewrite(before: string, after: string): (source: Source) => Edit[] {
  const pattern = whole(before).node
  const template = whole(after)
  return (source) =>
    source.nodes.flatMap(({ node, parent }) => {
      const bound = new Map<string, AnyNode>()
      if (!fits(pattern, node, bound, source)) return []
      const text = filled(template, bound, source)
      if (!isExpression(node)) return [put(node, `${text};`.replace(/;;$/, ';'))]
      return [put(node, isExpression(template.node) && parent?.type !== 'ExpressionStatement' ? `(${text})` : text)]
    })
}

/** What a pattern consists of: one statement, or the expression that it is. */
function whole(text: string): { readonly source: Source; readonly node: AnyNode } {
  const source = readSource(text)
  const statement = source?.nodes[1]?.node
  if (source === undefined || statement === undefined) throw new Error(`not a pattern: ${text}`)
  return {
    source,
    node: statement.type === 'ExpressionStatement' && !text.endsWith(';') ? statement.expression : statement,
  }
}

const hole = /^\$[a-z]$/
/** Properties of nodes that say nothing of what they mean. */
const ignored = new Set(['start', 'end', 'raw'])

function fits(pattern: unknown, value: unknown, bound: Map<string, AnyNode>, source: Source): boolean {
  if (Array.isArray(pattern)) {
    return (
      Array.isArray(value) &&
      value.length === pattern.length &&
      pattern.every((item, index) => fits(item, value[index], bound, source))
    )
  }
  if (!isNode(pattern)) return pattern === value || JSON.stringify(pattern) === JSON.stringify(value)
  if (!isNode(value)) return false
  if (pattern.type === 'Identifier' && hole.test(pattern.name)) {
    const known = bound.get(pattern.name)
    if (known === undefined) bound.set(pattern.name, value)
    return isExpression(value) && (known === undefined || textOf(source, known) === textOf(source, value))
  }
  if (pattern.type !== value.type) return false
  const fields: Record<string, unknown> = { ...value }
  return Object.entries(pattern).every(([key, part]) => ignored.has(key) || fits(part, fields[key], bound, source))
}

function filled(template: { source: Source; node: AnyNode }, bound: Map<string, AnyNode>, source: Source): string {
  const { node, source: own } = template
  let text = ''
  let at = node.start
  for (const { node: name } of own.nodes) {
    const value = name.type === 'Identifier' ? bound.get(name.name) : undefined
    if (value === undefined) continue
    text += own.text.slice(at, name.start) + operand(source, value)
    at = name.end
  }
  return text + own.text.slice(at, node.end)
}
