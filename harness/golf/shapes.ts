import type { AnyNode, AssignmentExpression, Identifier } from 'acorn'
import { type Change, isExpression, operand, type Place, put, type Source, textOf, withoutComma } from './source.ts'

/** A rewrite that golfers know. Whether it is right in some place is for the judge to say. */
export interface Row {
  readonly name: string
  /** A program, and what the row makes of it. */
  readonly before: string
  readonly after: string
  /** Programs that give values to `$a`, `$b` … with which both do the same. */
  readonly given: readonly string[]
  /**
   * What is the same: the value; whether it counts as true; or the effect, which is what is printed, newlines and spaces
   * at its ends aside, and what the names then stand for.
   */
  readonly as: 'value' | 'truth' | 'effect'
  /** Every place where it can be used. */
  find(source: Source): readonly Change[]
}

/** The rows that a pattern cannot describe. */

type Find = Row['find']

const shape = (name: string, before: string, after: string, find: Find): Row => ({
  name,
  before,
  after,
  given: [''],
  as: 'effect',
  find,
})

/** Finds single nodes and the texts that may take their place. */
const inPlace =
  (texts: (node: AnyNode, source: Source, place: Place) => readonly string[]): Find =>
  (source) =>
    source.nodes.flatMap((place) => texts(place.node, source, place).map((text) => [put(place.node, text)]))

const crashForBreak = shape(
  'crash for break',
  'for(;;){console.log(1);break}',
  'for(;;){console.log(1);$}',
  inPlace((node) => (node.type === 'BreakStatement' ? ['$;'] : [])),
)

const arrow = shape(
  'arrow for a function',
  'function f(a){return a+1}console.log(f(1))',
  'f=a=>a+1;console.log(f(1))',
  inPlace((node, source) => {
    if (node.type !== 'FunctionDeclaration' && node.type !== 'FunctionExpression') return []
    if (node.generator) return []
    const [first] = node.body.body
    const value =
      first?.type === 'ReturnStatement' && first.argument ? `(${textOf(source, first.argument)})` : undefined
    const parameters = node.params.map((parameter) => textOf(source, parameter))
    const text = `${node.async ? 'async' : ''}(${parameters})=>${value ?? textOf(source, node.body)}`
    return [node.type === 'FunctionDeclaration' && node.id ? `${node.id.name}=${text};` : `(${text})`]
  }),
)

const tag = shape(
  'tag for a call',
  "console.log([1,2].join('-'))",
  'console.log([1,2].join`-`)',
  inPlace((node, source) => {
    if (node.type !== 'CallExpression' || node.arguments.length !== 1) return []
    const [text] = textsOf(node.arguments) ?? []
    return text === undefined ? [] : [`${textOf(source, node.callee)}${quoted(text)}`]
  }),
)

const textForList = shape(
  'text for a list',
  "console.log(...['a','b'])",
  'console.log(...`ab`)',
  inPlace((node) => {
    if (node.type !== 'ArrayExpression' || node.elements.length < 2) return []
    const texts = node.elements.flatMap((item) =>
      item?.type === 'Literal' && !('regex' in item) ? [`${item.value}`] : [],
    )
    if (texts.length < node.elements.length) return []
    const joined = quoted(texts.join(''))
    const split = `${quoted(texts.join(' '))}.split\` \``
    return texts.every(({ length }) => length === 1) ? [joined, `[...${joined}]`] : [split]
  }),
)

const indexForQuestion = shape(
  'index for a question',
  "for(a of[0,1])console.log(a?'X':'O')",
  "for(a of[0,1])console.log('OX'[a])",
  inPlace((node, source) => {
    if (node.type !== 'ConditionalExpression') return []
    const [yes = '', no = ''] = textsOf([node.consequent, node.alternate]) ?? []
    if (yes.length !== 1 || no.length !== 1) return []
    const test = operand(source, node.test)
    return [`'${no}${yes}'[${test}]`, `'${no}${yes}'[+${test}]`, `'${no}${yes}'[${test}|0]`]
  }),
)

const sumForTemplate = shape(
  'sum for a template',
  `a=1;console.log(\`\${a}> \`)`,
  'a=1;console.log(a+`> `)',
  inPlace((node, source) => {
    if (node.type !== 'TemplateLiteral' || node.expressions.length === 0) return []
    const parts = node.quasis.flatMap(({ value }, index) => {
      const expression = node.expressions[index]
      const text = value.raw === '' && index > 0 ? [] : [`\`${value.raw}\``]
      return expression === undefined ? text : [...text, operand(source, expression)]
    })
    const all = [parts, ...(parts[0] === '``' ? [parts.slice(1)] : [])]
    return all.map((some) => `(${some.join('+')})`)
  }),
)

const templateForSum = shape(
  'template for a sum',
  "a=1;console.log('<'+a+'>')",
  `a=1;console.log(\`<\${a}>\`)`,
  inPlace((node, source) => {
    if (node.type !== 'BinaryExpression' || node.operator !== '+') return []
    const inside = summands(node).map((part) => {
      if (part.type === 'TemplateLiteral') return textOf(source, part).slice(1, -1)
      const [text] = textsOf([part]) ?? []
      return text === undefined ? `\${${textOf(source, part)}}` : quoted(text).slice(1, -1)
    })
    return [`\`${inside.join('')}\``]
  }),
)

const oneCall = shape('one call for two', "console.log('a'),console.log('b')", "console.log('a'+`\\n`+'b')", (source) =>
  neighbours(source).flatMap(([first, second]) => {
    const [a, b] = [callOf(first), callOf(second)]
    if (a === undefined || b === undefined) return []
    const callee = textOf(source, a.callee)
    if (callee !== textOf(source, b.callee)) return []
    const [x, y] = [a.arguments[0], b.arguments[0]].map((argument) => argument && operand(source, argument))
    const between = callee === 'console.log' ? ['+`\n`+', '+', ','] : ['+']
    return between.map((how) => [put({ start: first.start, end: second.end }, `${callee}(${x}${how}${y})`)])
  }),
)

const lineForNewline = shape(
  'print a line for a text that ends one',
  "process.stdout.write('a\\n')",
  "console.log('a')",
  inPlace((node, source) => {
    if (node.type !== 'CallExpression' || textOf(source, node.callee) !== 'process.stdout.write') return []
    const text = textOf(source, node)
    const line = text.replace(/(?:\\n|\n)(['"`]\))$/, '$1')
    return line === text ? [] : [line.replace('process.stdout.write', 'console.log')]
  }),
)

const bareModule = shape(
  'module without a scheme',
  "require('node:fs')",
  "require('fs')",
  inPlace((node) => {
    const [text = ''] = textsOf([node]) ?? []
    return text.startsWith('node:') ? [`'${text.slice(5)}'`] : []
  }),
)

const looserClass = shape(
  'shorter character class',
  "console.log(/[0-9]/.test('1'))",
  "console.log(/\\d/.test('1'))",
  inPlace((node, source) => {
    if (node.type !== 'Literal' || !('regex' in node)) return []
    const text = textOf(source, node)
    return [...text.matchAll(/\[(?:\\.|[^\]\\])+\]|\\[dDwWsS]/g)].flatMap(({ 0: found, index }) =>
      ['.', '\\d', '\\w', '\\S']
        .filter((shorter) => shorter.length < found.length)
        .map((shorter) => text.slice(0, index) + shorter + text.slice(index + found.length)),
    )
  }),
)

const nameForRepeated = shape(
  'name for a repeated value',
  "console.log('long','long')",
  "console.log(a='long',a)",
  (source) => {
    const name = [...'abcdefghijklmnopqrstuvwxyz_'].find((letter) => !usesOf(source).has(letter))
    if (name === undefined) return []
    const places = grouped(
      source.nodes.filter(({ node }) => node.end - node.start > 2 && isExpression(node) && node.type !== 'Identifier'),
      ({ node }) => textOf(source, node),
    )
    return [...places].flatMap(([text, [first, ...rest]]): Change[] => {
      if (first === undefined || rest.length === 0) return []
      const others = rest.map(({ node }) => put(node, name))
      return [
        [put(first.node, `(${name}=${text})`), ...others],
        [put({ start: 0, end: 0 }, `${name}=${text};`), put(first.node, name), ...others],
      ]
    })
  },
)

const valueForName = shape('value for a name', 'a=1+1;console.log(a)', 'console.log(1+1)', (source) =>
  assignments(source).map(({ value, without, reads }) => [
    without,
    ...reads.map(({ node }) => put(node, operand(source, value))),
  ]),
)

const atFirstUse = shape('assigned where it is used', 'a=1;console.log(a,a)', 'console.log(a=1,a)', (source) =>
  assignments(source).flatMap(({ name, value, without, reads }) =>
    reads.slice(0, 4).map(({ node }) => [without, put(node, `(${name.name}=${textOf(source, value)})`)]),
  ),
)

export const shapes: readonly Row[] = [
  crashForBreak,
  arrow,
  tag,
  textForList,
  indexForQuestion,
  sumForTemplate,
  templateForSum,
  oneCall,
  lineForNewline,
  bareModule,
  looserClass,
  valueForName,
  atFirstUse,
  nameForRepeated,
]

/** The values of nodes that are all texts. */
function textsOf(nodes: readonly (AnyNode | null)[]): string[] | undefined {
  const texts = nodes.flatMap((node) =>
    node?.type === 'Literal' && typeof node.value === 'string' ? [node.value] : [],
  )
  return texts.length === nodes.length ? texts : undefined
}

const quoted = (text: string) => `\`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\``

const summands = (node: AnyNode): AnyNode[] =>
  node.type === 'BinaryExpression' && node.operator === '+' ? [...summands(node.left), node.right] : [node]

const callOf = (node: AnyNode) => {
  const call = node.type === 'ExpressionStatement' ? node.expression : node
  return call.type === 'CallExpression' && call.arguments.length === 1 ? call : undefined
}

/** Pairs of neighbours in lists of statements or of expressions with commas between them. */
const neighbours = ({ nodes }: Source): [AnyNode, AnyNode][] =>
  nodes.flatMap(({ node, list, key }) => {
    const next = key === 'arguments' || key === 'elements' ? undefined : list?.[list.indexOf(node) + 1]
    return next ? [[node, next]] : []
  })

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/** Where each name stands for a variable. */
const usesOf = ({ nodes }: Source): Map<string, Place[]> =>
  grouped(
    nodes.filter(({ node, parent, key }) => {
      const isLabel =
        parent?.type === 'MemberExpression' ? key === 'property' : parent?.type === 'Property' && key === 'key'
      return node.type === 'Identifier' && !(isLabel && !(parent as { computed?: boolean }).computed)
    }),
    ({ node }) => (node as Identifier).name,
  )

/** Assignments that can stand elsewhere, the edit that leaves one out, and where the name occurs outside it. */
function assignments(source: Source) {
  const uses = usesOf(source)
  return source.nodes.flatMap(({ node, parent, list, key }) => {
    const isAssigned = (node: AnyNode): node is AssignmentExpression =>
      node.type === 'AssignmentExpression' && node.operator === '='
    const [name, value] = isAssigned(node)
      ? [node.left, node.right]
      : node.type === 'VariableDeclarator'
        ? [node.id, node.init]
        : []
    if (name?.type !== 'Identifier' || !value || parent === undefined) return []
    const without =
      list && list.length > 1
        ? withoutComma(node, list)
        : key === 'declarations' || key === 'expression'
          ? put(parent, '')
          : key === 'init'
            ? put(node, '')
            : undefined
    if (without === undefined) return []
    const reads = (uses.get(name.name) ?? []).filter(({ node }) => node.start < without.start || node.end > without.end)
    return reads.length === 0 ? [] : [{ name, value, without, reads }]
  })
}
