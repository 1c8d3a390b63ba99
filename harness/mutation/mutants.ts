import type { AnyNode } from 'acorn'
import { parseSync } from 'vite'
import { childrenOf, type SyntaxPlace } from '../entries/syntax.ts'

/** A source file with one small change. */
export interface Mutant {
  readonly source: string
  readonly line: number
  /** The line before and after: `old → new`. */
  readonly change: string
}

const operators: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
  '++': ['--'],
  '--': ['++'],
}

/** Methods and their counterparts. */
const counterparts: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'includes',
  push: 'unshift',
}

/** Methods without which there is still a value of the same kind. */
const droppable = /^(filter|slice|sort|toSorted|reverse|toReversed|replace|replaceAll|trim|flat|concat|with|toSpliced)$/

/** The texts that may stand in place of a node, or of a part of it. A new kind of mutant is a new row. */
function replacements({ node, parent }: SyntaxPlace, textOf: (node: AnyNode) => string): [AnyNode, ...string[]][] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'AssignmentExpression': {
      const others = operators[node.operator] ?? []
      return [[node, ...others.map((other) => `${textOf(node.left)} ${other} ${textOf(node.right)}`)]]
    }
    case 'UpdateExpression':
      return [[node, ...(operators[node.operator] ?? []).map((other) => `${textOf(node.argument)}${other}`)]]
    case 'UnaryExpression':
      return node.operator === '!' ? [[node, textOf(node.argument)]] : []
    case 'LogicalExpression':
      return [[node, textOf(node.left), textOf(node.right)]]
    case 'ConditionalExpression':
      return [[node, textOf(node.consequent), textOf(node.alternate)]]
    case 'IfStatement':
      return [[node.test, 'true', 'false']]
    case 'WhileStatement':
      return [[node.test, 'false']]
    case 'ForStatement':
      return node.test ? [[node.test, 'false']] : []
    case 'ExpressionStatement':
    case 'ThrowStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      // Without its only statement, an `if` does as if its condition were false.
      return parent?.type === 'IfStatement' ? [] : [[node, ';']]
    case 'ReturnStatement':
      return node.argument && textOf(node.argument) !== 'undefined' ? [[node, 'return']] : []
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' ? [] : [[node.body, 'undefined']]
    case 'ArrayExpression':
      return node.elements.length > 0 ? [[node, '[]']] : []
    case 'CallExpression': {
      const { callee } = node
      if (callee.type !== 'MemberExpression') return []
      const method = textOf(callee.property)
      const other = counterparts[method]
      return [
        ...(other === undefined ? [] : ([[callee.property, other]] satisfies [AnyNode, string][])),
        ...(droppable.test(method) ? ([[node, textOf(callee.object)]] satisfies [AnyNode, string][]) : []),
      ]
    }
    case 'Literal': {
      const { value, raw = '' } = node
      if (typeof value === 'number') return [[node, `${value + 1}`]]
      if (typeof value === 'boolean') return [[node, `${!value}`]]
      // A word is a name, which the types know.
      if (typeof value === 'string') return /^[\w-]+$/.test(value) ? [] : [[node, value === '' ? "'?'" : "''"]]
      return [[node, raw.replace(/^\/\^/, '/'), raw.replace(/\$(?=\/\w*$)/, '')]]
    }
    default:
      return []
  }
}

/** Types, and texts that are no values. */
const isSkipped = (node: AnyNode) => /^TS(?!As|NonNull|Satisfies)|^Import|^Export(All|Specifier)/.test(node.type)

/** @returns the mutants of a TypeScript file, each another text, in the order of their places */
export function mutantsOf(source: string): Mutant[] {
  const mutants = new Map<string, Mutant>()
  const textOf = ({ start, end }: AnyNode) => source.slice(start, end)
  const visit = (place: SyntaxPlace) => {
    // An error without a name of its own says what cannot happen.
    if (isSkipped(place.node) || textOf(place.node).startsWith('throw new Error(')) return
    for (const [{ start, end }, ...texts] of replacements(place, textOf)) {
      for (const text of texts) {
        const mutated = source.slice(0, start) + text + source.slice(end)
        if (mutated !== source) mutants.set(mutated, { source: mutated, ...changeBetween(source, mutated) })
      }
    }
    for (const child of childrenOf(place.node)) visit(child)
  }
  // The parser's tree is that of acorn, with types in it.
  const program = parseSync('mutated.ts', source).program as unknown as AnyNode
  visit({ node: program, parent: undefined, list: undefined, key: '' })
  return [...mutants.values()].sort((a, b) => a.line - b.line)
}

/** The first line that differs. */
function changeBetween(source: string, mutated: string) {
  const [before, after] = [source.split('\n'), mutated.split('\n')]
  const index = before.findIndex((line, index) => line !== after[index])
  return { line: index + 1, change: `${before[index]?.trim()} → ${after[index]?.trim()}` }
}
