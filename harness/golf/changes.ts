import type { AnyNode } from 'acorn'
import type { SyntaxPlace } from '../entries/syntax.ts'
import {
  type Change,
  type Edit,
  isExpression,
  isInside,
  isStatement,
  operand,
  put,
  type Source,
  textOf,
  withoutComma,
} from './source.ts'

/** Deletes a node, puts one of its parts in its place, or replaces a statement by `;` or by `$`, which throws. */
export const nodeDeletions = (source: Source): Change[] =>
  source.nodes.flatMap(({ node, parent, list, key }): Change[] => {
    const changes: Change[] = []
    if (list && key !== 'body') changes.push([withoutComma(node, list)])
    if (isStatement(node)) changes.push([put(node, '')], [put(node, ';')], [put(node, '$;')])
    if (parent === undefined) return changes
    const isValue = isExpression(node)
    if (isValue && isExpression(parent)) changes.push([put(parent, `(${textOf(source, node)})`)])
    else if ((isValue || isStatement(node)) && isStatement(parent))
      changes.push([put(parent, `${textOf(source, node)};`)])
    return changes
  })

/** Gives a name to a repeated value, at its first use or at the start of the program. */
export function namedOnce(source: Source): Change[] {
  const values = source.nodes
    .map(({ node }) => node)
    .filter((node) => isExpression(node) && node.type !== 'Identifier' && node.end - node.start > 2)
  const [name] = freeLetters(source)
  if (name === undefined) return []
  return [...new Set(values.map((node) => textOf(source, node)))].flatMap((text): Change[] => {
    const [first, ...rest] = values.filter((node) => textOf(source, node) === text)
    if (first === undefined || rest.length === 0) return []
    const others = rest.map((node) => put(node, name))
    return [
      [put(first, `(${name}=${text})`), ...others],
      [put({ start: 0, end: 0 }, `${name}=${text};`), put(first, name), ...others],
    ]
  })
}

/**
 * Turns declarations into assignments, and deletes those without a value; of a `for…of`, the name stays. A name that also
 * stands for another variable becomes a new letter.
 */
export const declarationsAway = (source: Source): Change[] => {
  const free = freeLetters(source)
  return source.nodes.flatMap(({ node, parent, key }): Change[] => {
    if (node.type !== 'VariableDeclaration' || !parent) return []
    const { declarations } = node
    const letters = new Map<string, string>()
    for (const { id } of declarations) {
      const isOther = id.type === 'Identifier' && usesOf(source, id.name).some((use) => !isInside(use.node, parent))
      const letter = isOther && parent.type !== 'Program' ? free.shift() : undefined
      if (isOther && letter) letters.set(id.name, letter)
    }
    const isPattern = declarations[0]?.id.type === 'ObjectPattern'
    const away = (letters: ReadonlyMap<string, string>) => {
      const texts = declarations
        .filter(({ init }) => init || key === 'left')
        .map(({ id, init }) => {
          const name = textOf(source, id)
          return (letters.get(name) ?? name) + (init ? `=${textOf(source, init)}` : '')
        })
      const text = isPattern && key !== 'left' ? `(${texts})` : String(texts)
      return put(node, text + (source.text[node.end - 1] === ';' ? ';' : ''))
    }
    const renamed = [...letters].flatMap(([name, letter]) =>
      usesOf(source, name).flatMap(({ node: use }) =>
        isInside(use, parent) && !isInside(use, node) ? [put(use, letter)] : [],
      ),
    )
    return letters.size > 0 ? [[away(letters), ...renamed], [away(new Map())]] : [[away(letters)]]
  })
}

/** Throws instead of leaving a loop or function: what `console.log` returns has no properties. */
export const breaksThrown = (source: Source): Change[] =>
  source.nodes.flatMap(({ node }): Change[] => {
    if (node.type !== 'IfStatement' || node.alternate || node.consequent.type !== 'BlockStatement') return []
    const { body } = node.consequent
    const last = body.at(-1)
    const isEnd = last?.type === 'BreakStatement' || (last?.type === 'ReturnStatement' && !last.argument)
    const done = body.slice(0, -1).map((statement) => statement.type === 'ExpressionStatement' && statement.expression)
    if (!isEnd || done.length === 0 || done.includes(false)) return []
    const texts = done.flatMap((expression) => (expression ? [textOf(source, expression)] : []))
    const isCall = done.length === 1 && done[0] && done[0].type === 'CallExpression'
    return [[put(node, `${operand(source, node.test)}&&${isCall ? texts[0] : `(${texts})`}.a;`)]]
  })

/** Takes a loop out of a function that is only that and is called at once: `return` becomes `break`. */
export const loopsFreed = (source: Source): Change[] =>
  source.nodes.flatMap(({ node }): Change[] => {
    if (node.type !== 'ExpressionStatement' || node.expression.type !== 'CallExpression') return []
    const { callee } = node.expression
    if (callee.type !== 'ArrowFunctionExpression' || callee.body.type !== 'BlockStatement') return []
    const [loop, ...others] = callee.body.body
    if (loop?.type !== 'ForStatement' || others.length > 0) return []
    const ends = source.nodes.filter(
      ({ node: end }) =>
        end.type === 'ReturnStatement' && !end.argument && loop.start < end.start && end.end < loop.end,
    )
    const head = put({ start: node.start, end: loop.start }, '')
    return [[head, ...ends.map(({ node }) => put(node, 'break;')), put({ start: loop.end, end: node.end }, '')]]
  })

/**
 * Makes a chain of `if` and `else` of a `switch`. If its value is a chain of conditions with constants, these conditions
 * are the tests.
 */
export const switchesAway = (source: Source): Change[] =>
  source.nodes.flatMap(({ node }): Change[] => {
    if (node.type !== 'SwitchStatement') return []
    const value = textOf(source, node.discriminant)
    const name = node.discriminant.type === 'Identifier' ? value : freeLetters(source)[0]
    const isTrue = /^(?:true|!0)$/.test(value)
    /** The constants of each branch, and its statements; that of `default` is the last. */
    const branches: { constants: AnyNode[]; text: string }[] = []
    let constants: AnyNode[] = []
    for (const { test, consequent } of node.cases) {
      if (test) constants.push(test)
      const [only] = consequent
      const body = consequent.length === 1 && only?.type === 'BlockStatement' ? only.body : consequent
      if (test && body.length === 0) continue
      const last = body.at(-1)
      const rest = last?.type === 'BreakStatement' && !last.label ? body.slice(0, -1) : body
      branches.push({
        constants,
        text: `{${rest.map((statement) => textOf(source, statement).replace(/;?$/, ';')).join('')}}`,
      })
      constants = []
    }
    branches.sort((a, b) => Number(a.constants.length === 0) - Number(b.constants.length === 0))
    const chain = (tests: readonly (readonly [test: string, text: string | undefined])[]) =>
      tests.map(([test, text = ';']) => (test === '' ? text : `if(${test})${text}`)).join('else ')
    const testOf = (constant: AnyNode) => `${isTrue ? '' : `${name}==`}${operand(source, constant)}`
    const text = chain(branches.map(({ constants, text }) => [constants.map(testOf).join('||'), text]))
    const conditions = conditionsOf(source, node.discriminant).map(({ test, value }) => {
      const isConstant = (constant: AnyNode) => textOf(source, constant) === value
      const branch = branches.find(({ constants }) => constants.length === 0 || constants.some(isConstant))
      return [test, branch?.text] as const
    })
    return [
      [put(node, isTrue || name === value ? text : `{${name}=${value};${text}}`)],
      ...(conditions.length > 1 ? [[put(node, chain(conditions))]] : []),
    ]
  })

/** The tests of a conditional expression and the values that they choose; the last test is empty. */
function conditionsOf(source: Source, value: AnyNode): { test: string; value: string }[] {
  const isOr = value.type === 'LogicalExpression' && value.operator === '||'
  const [test, chosen, other] = isOr
    ? [value.left, value.left, value.right]
    : value.type === 'ConditionalExpression'
      ? [value.test, value.consequent, value.alternate]
      : []
  if (!test || !chosen || !other) return [{ test: '', value: textOf(source, value) }]
  return [{ test: textOf(source, test), value: textOf(source, chosen) }, ...conditionsOf(source, other)]
}

/** Moves a call from before a loop, and from the end of the loop or of a branch there, to the start of the loop. */
export const callsToStart = (source: Source): Change[] =>
  source.nodes.flatMap(({ node: loop }): Change[] => {
    if (loop.type !== 'ForStatement' && loop.type !== 'ForOfStatement' && loop.type !== 'WhileStatement') return []
    const { body } = loop
    const calls = source.nodes.flatMap(({ node, ...place }) =>
      node.type === 'CallExpression' ? [{ node, ...place }] : [],
    )
    const last = lastOf(body)
    return calls.flatMap((call): Change[] => {
      const callee = textOf(source, call.node.callee)
      const before = calls.findLast(
        ({ node }) => node.start < body.start && textOf(source, node.callee) === callee && !isInside(loop, node),
      )
      if (!last.includes(call.node) || before === undefined) return []
      const text = textOf(source, call.node)
      const args = before.node.arguments.map((argument) => textOf(source, argument))
      const isSame = textOf(source, before.node) === text
      const first = isSame || args.length === 0 ? withoutCall(before) : put(before.node, `(${args})`)
      const from = { start: body.start, end: body.start }
      const start =
        body.type === 'BlockStatement'
          ? [put({ start: body.start + 1, end: body.start + 1 }, `${text};`)]
          : body.type === 'ExpressionStatement'
            ? [put(from, `${text},`)]
            : [put(from, `{${text};`), put({ start: body.end, end: body.end }, '}')]
      return [[first, ...start, withoutCall(call)]]
    })
  })

/** Puts the statements of an arrow function where a statement begins with its only call. */
export const arrowsToStatements = (source: Source): Change[] =>
  source.nodes.flatMap(({ node, parent, list }): Change[] => {
    if (node.type !== 'AssignmentExpression' || node.right.type !== 'ArrowFunctionExpression') return []
    const { body, params } = node.right
    const [use, ...others] = usesOf(source, textOf(source, node.left)).filter((use) => use.node !== node.left)
    const call = source.nodes.find(({ node }) => node.type === 'CallExpression' && node.callee === use?.node)
    if (body.type !== 'BlockStatement' || params.length > 0 || others.length > 0 || !call) return []
    const place = source.nodes.find(({ node }) => node.type === 'ExpressionStatement' && node.start === call.node.start)
    if (place?.node.type !== 'ExpressionStatement' || isInside(node, place.node)) return []
    const { expression } = place.node
    const next = expression.type === 'SequenceExpression' && expression.expressions[1]
    const isFirst =
      expression === call.node || (expression.type === 'SequenceExpression' && expression.expressions[0] === call.node)
    if (!isFirst) return []
    const statements = source.text.slice(body.start + 1, body.end - 1)
    const rest = next ? source.text.slice(next.start, place.node.end) : ''
    const deletion = parent?.type === 'SequenceExpression' ? withoutComma(node, list ?? []) : put(node, '0')
    return [[deletion, put(place.node, `{${statements};${rest}}`)]]
  })

/** What a statement may do last. */
function lastOf(node: AnyNode | null | undefined): readonly AnyNode[] {
  switch (node?.type) {
    case 'BlockStatement':
      return lastOf(node.body.at(-1))
    case 'ExpressionStatement':
      return lastOf(node.expression)
    case 'SequenceExpression':
      return lastOf(node.expressions.at(-1))
    case 'IfStatement':
    case 'ConditionalExpression':
      return [...lastOf(node.consequent), ...lastOf(node.alternate)]
    case 'LogicalExpression':
      return lastOf(node.right)
    default:
      return node ? [node] : []
  }
}

/** Deletes a call; a value that is needed becomes 0. */
function withoutCall({ node, parent, list }: SyntaxPlace): Edit {
  if (parent?.type === 'SequenceExpression') return withoutComma(node, list ?? [])
  return parent?.type === 'ExpressionStatement' ? put(parent, ';') : put(node, '0')
}

/** Replaces `{a}=b` by `b.a` wherever `a` is used. */
export const propertiesRead = (source: Source): Change[] =>
  source.nodes.flatMap(({ node, parent, list }): Change[] => {
    const isDeclaration = node.type === 'VariableDeclarator'
    const pattern = isDeclaration ? node.id : node.type === 'AssignmentExpression' ? node.left : undefined
    const value = isDeclaration ? node.init : node.type === 'AssignmentExpression' && node.right
    if (pattern?.type !== 'ObjectPattern' || !value || !parent) return []
    const [property, ...others] = pattern.properties
    if (property?.type !== 'Property' || others.length > 0 || property.value.type !== 'Identifier') return []
    const uses = usesOf(source, property.value.name).filter(({ node: use }) => use.start > node.end)
    const deletion = list?.length === 1 ? put(parent, '') : withoutComma(node, list ?? [])
    const text = `${operand(source, value)}.${textOf(source, property.key)}`
    return [[isDeclaration ? deletion : put(node, '0'), ...uses.map(({ node }) => put(node, text))]]
  })

/** Makes one value of a list that is taken apart: its item, which also stands for the other items. */
export const listsAsValues = (source: Source): Change[] =>
  source.nodes.flatMap(({ node }): Change[] => {
    const isDeclaration = node.type === 'VariableDeclarator'
    const pattern = isDeclaration ? node.id : node.type === 'AssignmentExpression' ? node.left : undefined
    const value = isDeclaration ? node.init : node.type === 'AssignmentExpression' && node.right
    if (pattern?.type !== 'ArrayPattern' || !value) return []
    const lists = resultsOf(source, value).flatMap((result) => (result.type === 'ArrayExpression' ? [result] : []))
    const names = pattern.elements.map((item) => (item?.type === 'Identifier' ? item.name : ''))
    return names.flatMap((name, at): Change[] => {
      if (name === '' || lists.length < resultsOf(source, value).length) return []
      const items = lists.map((list) => {
        const item = list.elements[at]
        return put(list, item ? textOf(source, item) : '0')
      })
      const uses = names.flatMap((other) => (other === '' || other === name ? [] : usesOf(source, other)))
      const others = uses.map(({ node }) => node).filter((use) => !isInside(use, pattern))
      return [[put(pattern, name), ...items, ...others.map((use) => put(use, name))]]
    })
  })

/** The expressions whose value an expression may have; of a call of a function that is known, what it returns. */
function resultsOf(source: Source, value: AnyNode): readonly AnyNode[] {
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier') return tailsOf(value)
  const { name } = value.callee
  const body = source.nodes.flatMap(({ node }) => {
    if (node.type === 'FunctionDeclaration') return node.id?.name === name ? [node.body] : []
    const isNamed = node.type === 'AssignmentExpression' && textOf(source, node.left) === name
    return isNamed && node.right.type === 'ArrowFunctionExpression' ? [node.right.body] : []
  })[0]
  if (body === undefined) return [value]
  if (body.type !== 'BlockStatement') return tailsOf(body)
  const returns = source.nodes.filter(({ node }) => node.type === 'ReturnStatement' && isInside(node, body))
  return returns.flatMap(({ node }) => (node.type === 'ReturnStatement' && node.argument ? tailsOf(node.argument) : []))
}

function tailsOf(value: AnyNode): readonly AnyNode[] {
  if (value.type === 'ConditionalExpression') return [...tailsOf(value.consequent), ...tailsOf(value.alternate)]
  const last = value.type === 'SequenceExpression' && value.expressions.at(-1)
  return last ? tailsOf(last) : [value]
}

/** The letters that are no variables. */
const freeLetters = (source: Source) =>
  [...'abcdefghijklmnopqrstuvwxyz_'].filter((letter) => usesOf(source, letter).length === 0)

/** The places where a name stands for a variable. */
const usesOf = ({ nodes }: Source, name: string) =>
  nodes.filter(({ node, parent, key }) => {
    const isProperty = (key === 'property' || key === 'key') && !(parent as { computed?: boolean }).computed
    return node.type === 'Identifier' && node.name === name && !isProperty
  })
