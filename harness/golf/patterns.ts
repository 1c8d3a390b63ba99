import { isDeepStrictEqual } from 'node:util'
import type { AnyNode } from 'acorn'
import { isNode, parseJavaScript } from '../entries/syntax.ts'
import { type Edit, isExpression, operand, put, readSource, type Source } from './source.ts'

/** Texts of holes by their names. */
type Holes = Map<string, string>

/**
 * Finds where a pattern matches a program, and what to put there.
 * @param before expressions with commas between them, or statements: several match neighbours. Holes: `$a` matches an
 *   expression, `$$a` neighbours in a list, as few as possible, and `$a` inside a string, which has no other, any text. A
 *   hole that occurs twice matches the same text.
 * @param after what replaces it; holes in strings must stand in a template literal
 */
export function rewrite(before: string, after: string): (source: Source) => Edit[] {
  const pattern = nodesOf(before)
  const [first, ...others] = pattern
  const isAny = others.length > 0 || first?.type === 'Identifier' || first?.type === 'Literal'
  return (source) =>
    source.nodes.flatMap(({ node, parent, list = [node] }) => {
      if (!isAny && node.type !== first?.type) return []
      const nodes = list.slice(list.indexOf(node)).slice(0, pattern.length)
      const last = nodes.at(-1)
      const holes: Holes = new Map()
      if (!last || !matches(pattern, nodes.length === 1 ? nodes : nodes.map(inner), holes, source)) return []
      const text = after.replace(/(\$\$?[a-z])\b;?/g, (found: string, hole: string, at: number) => {
        const value = holes.get(hole)
        if (value === undefined) return found
        if (value.endsWith(';')) return value
        const isItem = /[([,]$/.test(after.slice(0, at)) && /^[)\],]/.test(after.slice(at + found.length))
        return found.replace(hole, () => (isItem ? itemOf(value) : value))
      })
      const range = { start: node.start, end: last.end }
      if (!isExpression(node)) return [put(range, `${text};`.replace(/;;$/, ';'))]
      // A printer would keep the parentheses of a function; where one stood, it needs none.
      const isFree = parent?.type === 'ExpressionStatement' || node.type === 'ArrowFunctionExpression'
      return [put(range, isFree ? text : `(${text})`)]
    })
}

/** An operand as an item of a list, where it needs no parentheses; a printer of JavaScript keeps those of functions. */
function itemOf(operand: string): string {
  const text = operand.startsWith('(') ? operand.slice(1, -1) : operand
  // Alone, it may be nothing, or no program, as a private field.
  const sequence = readSource(`0,${text}`)?.nodes.find(({ node }) => node.type === 'SequenceExpression')?.node
  return sequence?.type === 'SequenceExpression' && sequence.expressions.length === 2 ? text : operand
}

function nodesOf(text: string): readonly AnyNode[] {
  const [statement, ...others] = parseJavaScript(text)?.body ?? []
  if (statement === undefined) throw new Error(`not a pattern: ${text}`)
  if (others.length > 0) return [statement, ...others].map(inner)
  if (statement.type !== 'ExpressionStatement' || text.endsWith(';')) return [statement]
  const { expression } = statement
  return expression.type === 'SequenceExpression' ? expression.expressions : [expression]
}

const inner = <Node extends AnyNode | null>(node: Node) =>
  node?.type === 'ExpressionStatement' ? node.expression : node

/** Properties of nodes that say nothing about the program. */
const ignored = new Set(['start', 'end', 'raw'])

/** Binds a hole to a text. @returns whether it is not bound to another one */
function bind(holes: Holes, hole: string, text: string): boolean {
  const known = holes.get(hole) ?? text
  holes.set(hole, known)
  return known === text
}

/** Matches a list: `$$a` matches as few neighbours as possible. */
function matchesAll(pattern: readonly unknown[], values: readonly unknown[], holes: Holes, source: Source): boolean {
  const [item, ...others] = pattern
  if (pattern.length === 0) return values.length === 0
  // It may be a statement.
  const only = isNode(item) ? inner(item) : undefined
  const name = only?.type === 'Identifier' ? only.name : ''
  if (!/^\$\$[a-z]$/.test(name)) {
    const isMatch = values.length > 0 && matches(item, values[0], holes, source)
    return isMatch && matchesAll(others, values.slice(1), holes, source)
  }
  for (let count = 0; count <= values.length; count++) {
    const [first, last] = [values[0], values[count - 1]] as { start: number; end: number }[]
    const tried = new Map(holes)
    const text = last === undefined ? '' : source.text.slice(first?.start, last.end)
    if (!bind(tried, name, text) || !matchesAll(others, values.slice(count), tried, source)) continue
    for (const [hole, text] of tried) holes.set(hole, text)
    return true
  }
  return false
}

function matches(pattern: unknown, value: unknown, holes: Holes, source: Source): boolean {
  if (Array.isArray(pattern)) return Array.isArray(value) && matchesAll(pattern, value, holes, source)
  if (!isNode(pattern)) return isDeepStrictEqual(pattern, value)
  if (!isNode(value)) return false
  if (pattern.type === 'Identifier' && /^\$[a-z]$/.test(pattern.name))
    return isExpression(value) && bind(holes, pattern.name, operand(source, value))
  if (pattern.type === 'Literal' && typeof pattern.value === 'string') {
    const [hole = ''] = /\$[a-z]/.exec(pattern.value) ?? []
    const [start = '', end = ''] = pattern.value.split(hole)
    const text = stringOf(value)
    if (hole === '') return text === pattern.value
    if (!text?.startsWith(start) || !text.endsWith(end)) return false
    return bind(holes, hole, escaped(text.slice(start.length, text.length - end.length)))
  }
  if (pattern.type !== value.type) return false
  const fields: Record<string, unknown> = { ...value }
  return Object.entries(pattern).every(([key, part]) => ignored.has(key) || matches(part, fields[key], holes, source))
}

function stringOf(node: AnyNode): string | undefined {
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? undefined
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

/** Escapes a text for a template literal. */
const escaped = (text: string) => text.replace(/[\\`]|\$(?=\{)/g, '\\$&')
