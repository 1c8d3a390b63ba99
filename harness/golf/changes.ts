import type { AnyNode, CallExpression } from 'acorn'
import { groupsBy } from '../base/collections.ts'
import {
  type Change,
  changed,
  type Edit,
  isExpression,
  operand,
  put,
  type Source,
  type Span,
  textOf,
} from './source.ts'

/** Deletes a node, puts one of its parts in its place, or replaces a statement by `;` or by `$`, which throws. */
export const nodeDeletions = (source: Source): Change[] =>
  source.nodes.flatMap(({ node, parent, list, key }): Change[] => {
    const changes: Change[] = []
    if (list && key !== 'body') changes.push([withoutComma(node, list)])
    if (isStatement(node)) changes.push([put(node, '')], [put(node, ';')], [put(node, '$;')])
    if (parent?.type === 'ClassBody') changes.push([put(node, '')])
    if (node.type === 'MemberExpression' && node.optional)
      changes.push([put({ start: node.object.end, end: node.property.start }, node.computed ? '[' : '.')])
    if (parent === undefined) return changes
    const isValue = isExpression(node)
    if (isValue && isExpression(parent)) changes.push([put(parent, `(${textOf(source, node)})`)])
    else if ((isValue || isStatement(node)) && isStatement(parent))
      changes.push([put(parent, `${textOf(source, node)};`)])
    return changes
  })

/** Deletes one or two characters of a string or a pattern, or replaces a class of characters by `.`. */
export const characterDeletions = (source: Source): Change[] =>
  source.nodes.flatMap(({ node, parent }): Change[] => {
    const isText = node.type === 'Literal' ? /^["'/]/.test(node.raw ?? '') : node.type === 'TemplateElement'
    if (!isText || parent?.type === 'ImportDeclaration') return []
    const text = textOf(source, node)
    const shorter = [...Array(text.length).keys()].flatMap((at) =>
      [1, 2].map((count) => text.slice(0, at) + text.slice(at + count)),
    )
    const classes = [...text.matchAll(/\[.+?\]/g)].map(
      ({ 0: found, index }) => `${text.slice(0, index)}.${text.slice(index + found.length)}`,
    )
    return [...classes, ...shorter].map((text) => [put(node, text)])
  })

/** Names a repeated value, at its first use or at the start of the program. */
export function valuesNamed(source: Source): Change[] {
  const values = source.nodes
    .map(({ node }) => node)
    .filter((node) => isExpression(node) && node.end - node.start > 2 && !/^\d+$/.test(textOf(source, node)))
  const name = freeLetter(source, false)
  if (name === undefined) return []
  return groupsBy(values, (node) => textOf(source, node)).flatMap(([first, ...rest]): Change[] => {
    if (rest.length === 0) return []
    const text = textOf(source, first)
    const others = rest.map((node) => put(node, name))
    return [
      [put(first, `(${name}=${text})`), ...others],
      [put({ start: 0, end: 0 }, `${name}=${text};`), put(first, name), ...others],
    ]
  })
}

/** Gives a letter to a property or a variable, wherever it has that name. */
export const namesShortened = (source: Source): Change[] =>
  [true, false].flatMap((ofProperties) => {
    const names = namesIn(source, ofProperties)
    const letter = freeLetter(source, ofProperties)
    if (letter === undefined) return []
    return groupsBy(names, (node) => textOf(source, node)).map((places) => places.map((node) => put(node, letter)))
  })

/** Makes one text of a list of words, or of lists of digits, all of the same length. */
export const listsAsTexts = (source: Source): Change[] =>
  source.nodes.flatMap(({ node: list }): Change[] => {
    if (list.type !== 'ArrayExpression' || list.elements.length < 3) return []
    const words = list.elements.map((item) => {
      const text = item ? textOf(source, item) : ''
      return /^(?:"\w+"|'\w+'|`\w+`|\d|\[\d(?:,\s*\d)+\])$/.test(text) ? text.replace(/\W/g, '') : ''
    })
    const [{ length } = ''] = words
    if (length === 0 || words.some((word) => word.length !== length)) return []
    // Items that were lists are read as texts.
    const readers = source.nodes.flatMap(({ node, parent, key }) => {
      if (node.type !== 'Identifier' || parent?.type !== 'MemberExpression' || key !== 'object') return []
      return /^(?:every|some|map|filter|reduce)$/.test(textOf(source, parent.property)) && !isInside(node, list)
        ? [put(node, `[...${node.name}]`)]
        : []
    })
    const all = words.join('')
    const texts = length === 1 ? [`[...\`${all}\`]`, `\`${all}\``] : [`\`${all}\`.match(/${'.'.repeat(length)}/g)`]
    return texts.flatMap((text) => [[put(list, text)], [put(list, text), ...readers]])
  })

/** Turns declarations into assignments, and deletes those without a value; of a `for…of`, the name stays. */
export const declarationsAway = (source: Source): Change[] =>
  source.nodes.flatMap(({ node, key }): Change[] => {
    if (node.type !== 'VariableDeclaration') return []
    const { declarations } = node
    const text = declarations
      .filter(({ init }) => init || key === 'left')
      .map((declarator) => textOf(source, declarator))
      .join()
    const isPattern = declarations[0]?.id.type === 'ObjectPattern' && key !== 'left'
    return [[put(node, (isPattern ? `(${text})` : text) + (source.text[node.end - 1] === ';' ? ';' : ''))]]
  })

/** Places to which assignments move, in all: only a program that is far too large has more. */
const maxMoves = 100_000

/**
 * Moves an assignment, or a step as `a++`, into a use of its variable or of its value, into a constant or an index, where
 * it may not matter, or into a call without arguments; or puts its value in place of one use or of all.
 */
export const assignmentsMoved = (source: Source): Change[] => {
  const assignments = assignmentsOf(source)
  return assignments.flatMap(({ path, target, value, deletion }): Change[] => {
    const { node } = path
    const text = `(${textOf(source, node)})`
    const at = source.nodes.indexOf(path)
    const reach = maxMoves / assignments.length
    const near = source.nodes.slice(Math.max(0, at - reach), at + reach)
    const outside = near.filter(({ node: other }) => !isInside(other, deletion) && !isInside(deletion, other))
    const isUse = (use: AnyNode) => isExpression(use) && textOf(source, use) === textOf(source, target)
    const uses = outside.map(({ node }) => node).filter(isUse)
    const values = node === value ? [] : uses.map((use) => put(use, operand(source, value)))
    const targets = outside.filter(({ node: other, parent, key }) => {
      if (other.type === 'Literal') return parent?.type !== 'ImportDeclaration'
      if (key === 'property') return parent?.type === 'MemberExpression' && parent.computed
      return isExpression(other) && key !== 'left' && textOf(source, other) === textOf(source, value)
    })
    const calls = outside.flatMap(({ node: call }) =>
      call.type === 'CallExpression' && call.arguments.length === 0 ? [{ start: call.end - 1, end: call.end - 1 }] : [],
    )
    const places = [...uses, ...targets.map(({ node }) => node), ...calls]
    return [...allOrEach(values), ...places.map((place) => [put(place, text)])].map((edits) => [deletion, ...edits])
  })
}

const allOrEach = (edits: readonly Edit[]): Change[] => [
  ...(edits.length > 1 ? [edits] : []),
  ...edits.map((edit) => [edit]),
]

/** Replaces other uses of a value that is longer than its variable by the variable: one of them, or all. */
export const valuesReused = (source: Source): Change[] =>
  assignmentsOf(source).flatMap(({ path: { node }, target, value }): Change[] => {
    const text = textOf(source, value)
    if (node === value || text.length <= textOf(source, target).length) return []
    const isUse = (use: AnyNode) => use.end - use.start === text.length && textOf(source, use) === text
    const uses = source.nodes.filter(({ node: use }) => isUse(use) && !isInside(use, node))
    const edits = uses.flatMap(({ node: use }) => (isExpression(use) ? [put(use, textOf(source, target))] : []))
    return allOrEach(edits)
  })

/** Calls of a function that is put in their places. */
const maxCalls = 3

/** Puts the value of a function, or its statements and the value that it returns at their end, where it is called. */
export const functionsInlined = (source: Source): Change[] =>
  functionsOf(source).flatMap(({ name, made: { params, body }, deletion }): Change[] => {
    const calls = source.nodes.flatMap(({ node }) =>
      node.type === 'CallExpression' && textOf(source, node.callee) === name && !isInside(node, body) ? [node] : [],
    )
    const names = params.map((parameter) => (parameter.type === 'Identifier' ? parameter.name : ''))
    if (calls.length === 0 || calls.length > maxCalls || names.includes('')) return []
    const isBlock = body.type === 'BlockStatement'
    const last = isBlock ? body.body.at(-1) : undefined
    const value = isBlock ? (last?.type === 'ReturnStatement' ? last.argument : undefined) : body
    const statements = isBlock ? { start: body.start + 1, end: value && last ? last.start : body.end - 1 } : undefined
    const inner = source.nodes.filter(({ node }) => isInside(node, body))
    const returns = inner.flatMap(({ node }) =>
      node.type === 'ReturnStatement' && statements && isInside(node, statements) ? [node] : [],
    )
    const parameters = inner.flatMap(({ node }) => {
      const at = node.type === 'Identifier' ? names.indexOf(node.name) : -1
      return at < 0 ? [] : [{ node, at }]
    })
    /** Puts the arguments of a call in place of the parameters, or assigns them; `return` may become `break`. */
    const inPlaceOf = (call: CallExpression, isSet: boolean, isBreak: boolean): Edit[] => {
      const args = call.arguments.map((argument) => operand(source, argument))
      const inside = isSet ? [] : parameters.map(({ node, at }) => put(node, args[at] ?? '$'))
      const left = isBreak ? returns.map((node) => put(node, 'break;')) : []
      const done = value ? `(${changedInside(source.text, value, inside)})` : '0'
      const set = isSet ? names.map((name, i) => `${name}=${args[i] ?? '$'};`).join('') : ''
      const start = set + (statements ? changedInside(source.text, statements, [...inside, ...left]) : '')
      const around = source.nodes.findLast(({ node }) => isStatement(node) && isInside(call, node))?.node
      if (start === '' || around === undefined) return [put(call, done)]
      const block = { start: { ...around, end: around.start }, end: { ...around, start: around.end } }
      return [put(block.start, `{${start.replace(/;?$/, ';')}`), put(call, done), put(block.end, '}')]
    }
    const ways = [false, true].flatMap((isSet) => [false, true].map((isBreak) => [isSet, isBreak] as const))
    return ways.map((way) => [deletion, ...calls.flatMap((call) => inPlaceOf(call, ...way))])
  })

/** Finds functions that have a name, each with the edit that deletes it. */
function functionsOf(source: Source) {
  const declared = source.nodes.flatMap(({ node }) =>
    node.type === 'FunctionDeclaration' ? [{ name: node.id?.name ?? '', made: node, deletion: put(node, '') }] : [],
  )
  const assigned = assignmentsOf(source).flatMap(({ target, value, deletion }) =>
    value.type === 'ArrowFunctionExpression' ? [{ name: textOf(source, target), made: value, deletion }] : [],
  )
  return [...declared, ...assigned]
}

/** Target and value of an assignment; the value of a step is the step itself. */
function assigned(node: AnyNode): readonly [target?: AnyNode, value?: AnyNode | null | undefined] {
  if (node.type === 'VariableDeclarator') return [node.id, node.init]
  if (node.type === 'UpdateExpression') return [node.argument, node]
  return node.type === 'AssignmentExpression' ? [node.left, node.right] : []
}

/** Assignments and steps whose own value is not used, each with the edit that deletes it, and the separator beside it. */
const assignmentsOf = (source: Source) =>
  source.nodes.flatMap((path) => {
    const { node, parent, list } = path
    const [target, value] = assigned(node)
    const isAlone = /^(?:VariableDeclaration|ExpressionStatement|SequenceExpression)$/.test(parent?.type ?? '')
    if (!target || !value || !parent || !isAlone) return []
    const isParenthesized = source.text[node.end] === ')' && parent.type === 'SequenceExpression'
    const statement = source.nodes.find(({ node }) => node === parent)
    const whole = put(parent, statement?.list ? '' : ';')
    const deletion = isParenthesized ? put(node, '0') : list && list.length > 1 ? withoutComma(node, list) : whole
    return [{ path, target, value, deletion }]
  })

const letters = [...'abcdefghijklmnopqrstuvwxyz_']

const namesIn = ({ nodes }: Source, ofProperties: boolean) =>
  nodes.flatMap(({ node, parent, key }) => {
    const isProperty = (key === 'property' || key === 'key') && !(parent as { computed?: boolean }).computed
    return node.type === 'Identifier' && isProperty === ofProperties ? [node] : []
  })

const freeLetter = (source: Source, ofProperties: boolean) => {
  const names = new Set(namesIn(source, ofProperties).map((node) => textOf(source, node)))
  return letters.find((letter) => !names.has(letter))
}

const isStatement = ({ type }: AnyNode) => /Statement$|^VariableDeclaration$|^FunctionDeclaration$/.test(type)

const isInside = (inner: Span, outer: Span) => outer.start <= inner.start && inner.end <= outer.end

function withoutComma(node: AnyNode, list: readonly (AnyNode | null)[]): Edit {
  const at = list.indexOf(node)
  const [before, after] = [list[at - 1], list[at + 1]]
  if (before) return put({ start: before.end, end: node.end }, '')
  return put({ start: node.start, end: after?.start ?? node.end }, '')
}

function changedInside(text: string, span: Span, edits: readonly Edit[]): string {
  const inner = edits.filter((edit) => isInside(edit, span))
  const moved = inner.map((edit) => put({ start: edit.start - span.start, end: edit.end - span.start }, edit.text))
  return changed(text.slice(span.start, span.end), moved)
}
