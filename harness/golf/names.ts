import type { AnyNode, Identifier } from 'acorn'
import type { Edit } from '../run/engine/edit.ts'
import type { Row } from './rows.ts'
import { type Place, type Source, textOf } from './source.ts'

/** Rewrites that follow a name through the program: other names, and none. */

/** Where each of the program's own names stands. */
function usesOf({ nodes }: Source): Map<string, Place[]> {
  const uses = new Map<string, Place[]>()
  for (const place of nodes) {
    const { node, parent, key } = place
    if (node.type !== 'Identifier') continue
    if (parent?.type === 'MemberExpression' && key === 'property' && !parent.computed) continue
    if (parent?.type === 'Property' && key === 'key' && !parent.computed) continue
    uses.set(node.name, [...(uses.get(node.name) ?? []), place])
  }
  return uses
}

/** Names that somebody gives a value to. */
const isOwn = (places: readonly Place[]) => places.some(isGiven)

const isGiven = ({ parent, key }: Place) =>
  parent !== undefined &&
  ((parent.type === 'AssignmentExpression' && key === 'left') ||
    (parent.type === 'VariableDeclarator' && key === 'id') ||
    key === 'params' ||
    parent.type === 'ArrayPattern' ||
    parent.type === 'UpdateExpression' ||
    (parent.type === 'FunctionDeclaration' && key === 'id') ||
    (parent.type === 'ForOfStatement' && key === 'left'))

const put = ({ start, end }: AnyNode, text: string): Edit => ({ start, end, text })

const rename: Row = {
  name: 'renamed',
  from: 'board=1;log(board)',
  to: 'b=1;log(b)',
  why: 'a letter will do, and one that is free again may be used again',
  find(source) {
    const uses = usesOf(source)
    const own = [...uses].filter(([, places]) => isOwn(places))
    const free = [...'abcdefghijklmnopqrstuvwxyz$_'].filter((name) => !uses.has(name)).slice(0, 2)
    const letters = [...(uses.has('b') ? [] : ['b']), ...free, ...own.map(([name]) => name)]
    return own.flatMap(([name, places]) =>
      letters
        .filter((letter) => letter !== name && letter.length <= name.length)
        .map((letter) => places.map(({ node }) => put(node, letter))),
    )
  },
}

/** A place where a name is given a value, and how that place is left out. */
interface Giving {
  readonly name: Identifier
  readonly value: AnyNode
  readonly without: Edit
}

function givings(source: Source): Giving[] {
  const { text, nodes } = source
  return nodes.flatMap(({ node, parent, key }) => {
    const list = parent === undefined ? undefined : (parent as unknown as Record<string, unknown>)[key]
    const inList = Array.isArray(list) && list.length > 1
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init) {
      return [
        { name: node.id, value: node.init, without: inList ? listed(text, node, list) : put(parent as AnyNode, '') },
      ]
    }
    if (node.type !== 'AssignmentExpression' || node.left.type !== 'Identifier' || node.operator !== '=') return []
    const { left: name, right: value } = node
    if (parent?.type === 'SequenceExpression') return [{ name, value, without: listed(text, node, list as AnyNode[]) }]
    if (parent?.type === 'ExpressionStatement') return [{ name, value, without: put(parent, '') }]
    if (parent?.type === 'ForStatement' && key === 'init') return [{ name, value, without: put(node, '') }]
    return []
  })
}

function listed(text: string, node: AnyNode, list: readonly AnyNode[]): Edit {
  if (list[0] === node) return { start: node.start, end: list[1]?.start ?? node.end, text: '' }
  const comma = text.slice(0, node.start).lastIndexOf(',')
  return { start: comma === -1 ? node.start : comma, end: node.end, text: '' }
}

/** The uses of a name outside of the place that gives it its value. */
const readsOf = (source: Source, { name, without }: Giving) =>
  (usesOf(source).get(name.name) ?? []).filter(({ node }) => node.start < without.start || node.end > without.end)

const inline: Row = {
  name: 'value for name',
  from: 'a=b+1;log(a)',
  to: 'log(b+1)',
  why: 'used once, a name is a waste',
  find: (source) =>
    givings(source).flatMap((giving) => {
      const reads = readsOf(source, giving)
      const value = textOf(source, giving.value)
      if (reads.length === 0) return [[giving.without]]
      return [value, `(${value})`].map((text) => [giving.without, ...reads.map(({ node }) => put(node, text))])
    }),
}

const atFirstUse: Row = {
  name: 'given where it is used',
  from: 'a=b;log(a,a)',
  to: 'log(a=b,a)',
  why: 'an assignment is a value',
  find: (source) =>
    givings(source).flatMap((giving) => {
      const value = textOf(source, giving.value)
      const name = giving.name.name
      return readsOf(source, giving)
        .slice(0, 4)
        .flatMap(({ node }) =>
          [`${name}=${value}`, `(${name}=${value})`].map((text) => [giving.without, put(node, text)]),
        )
    }),
}

const call: Row = {
  name: 'body for call',
  from: 'f=a=>a+1;log(f(2))',
  to: 'log(2+1)',
  why: 'called once, a function is a waste',
  find: (source) =>
    givings(source).flatMap((giving) => {
      const { value } = giving
      if (value.type !== 'ArrowFunctionExpression' || value.body.type === 'BlockStatement') return []
      const calls = source.nodes.filter(
        ({ node }) =>
          node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === giving.name.name,
      )
      if (calls.length === 0 || calls.length !== readsOf(source, giving).length) return []
      return [false, true].map((parenthesized) => [
        giving.without,
        ...calls.map(({ node }) => {
          const given = node.type === 'CallExpression' ? node.arguments : []
          const text = filled(source, value.body, value.params, given)
          return put(node, parenthesized ? `(${text})` : text)
        }),
      ])
    }),
}

/** A body with its parameters replaced by what a call gives them. */
function filled(source: Source, body: AnyNode, params: readonly AnyNode[], given: readonly AnyNode[]): string {
  let text = ''
  let at = body.start
  for (const { node } of [...usesOf(source).values()].flat().sort((a, b) => a.node.start - b.node.start)) {
    if (node.start < body.start || node.end > body.end || node.type !== 'Identifier') continue
    const index = params.findIndex((param) => param.type === 'Identifier' && param.name === node.name)
    if (index === -1) continue
    const argument = given[index]
    text += source.text.slice(at, node.start) + (argument === undefined ? '0' : textOf(source, argument))
    at = node.end
  }
  return text + source.text.slice(at, body.end)
}

export const repeated: Row = {
  name: 'name for a value',
  from: 'log(b.length),log(b.length)',
  to: 'log(a=b.length),log(a)',
  why: 'said twice, it is shorter by name',
  find(source) {
    const uses = usesOf(source)
    const letter = [...'acdefghijklmnopqrstuvwxyz$_'].find((name) => !uses.has(name)) ?? '$$'
    const places = new Map<string, AnyNode[]>()
    for (const { node } of source.nodes) {
      if (node.end - node.start < 3 || !/Expression$|Literal$/.test(node.type)) continue
      const text = textOf(source, node)
      places.set(text, [...(places.get(text) ?? []), node])
    }
    return [...places].flatMap(([text, [first, ...rest]]) =>
      first === undefined || rest.length === 0
        ? []
        : [
            [put(first, `${letter}=${text}`), ...rest.map((node) => put(node, letter))],
            [put(first, `(${letter}=${text})`), ...rest.map((node) => put(node, letter))],
          ],
    )
  },
}

export const names: readonly Row[] = [rename, inline, atFirstUse, call]
