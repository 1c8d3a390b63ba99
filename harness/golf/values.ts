import type { AnyNode, Literal } from 'acorn'
import { held, type Row, shape } from './rows.ts'

const isText = (node: AnyNode): node is Literal & { value: string } =>
  node.type === 'Literal' && typeof node.value === 'string'

const textsOf = (nodes: readonly (AnyNode | null)[]): string[] | undefined => {
  const texts = nodes.flatMap((node) => (node && isText(node) ? [node.value] : []))
  return texts.length === nodes.length && texts.length > 0 ? texts : undefined
}

const quoted = (text: string) => `\`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\``

const swapped: Record<string, string> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' }
const turned: Record<string, string> = {
  '==': '!=',
  '!=': '==',
  '===': '!=',
  '!==': '==',
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
}
const commutes = new Set(['==', '!=', '===', '!==', '+', '*', '&', '|', '^'])

/** Whether this is what something is asked for as a yes or no. */
const asks = (node: AnyNode, parent: AnyNode | undefined, key: string) =>
  key === 'test' ||
  (parent?.type === 'LogicalExpression' && key === 'left') ||
  (parent?.type === 'UnaryExpression' && node !== parent)

/** Rewrites of expressions. */
export const values: readonly Row[] = [
  shape('other way round', { from: 'a==b', to: 'b==a', why: 'a space may go, or parentheses' }, (node, text) => {
    if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return undefined
    const { operator } = node
    const other = swapped[operator] ?? (commutes.has(operator) ? operator : undefined)
    if (node.type === 'LogicalExpression') return [`${text(node.right)}${operator}${text(node.left)}`]
    return other === undefined ? undefined : [`${text(node.right)}${other}${text(node.left)}`]
  }),
  shape(
    'inside out',
    { from: 'a==b?c:d', to: 'a!=b?d:c', why: 'the shorter branch may need no parentheses' },
    (node, text) => {
      if (node.type !== 'ConditionalExpression') return undefined
      const { test, consequent, alternate } = node
      const branches = `?${text(alternate)}:${text(consequent)}`
      if (test.type === 'UnaryExpression' && test.operator === '!') return [`${text(test.argument)}${branches}`]
      const all = [`!${held(text(test))}${branches}`]
      if (test.type !== 'BinaryExpression') return all
      const operator = turned[test.operator]
      const sides = (operator: string) => `${text(test.left)}${operator}${text(test.right)}${branches}`
      return [...all, ...(operator ? [sides(operator)] : []), ...(/^[!=]==?$/.test(test.operator) ? [sides('-')] : [])]
    },
  ),
  shape('regrouped', { from: 'a?b:(c?d:e)', to: '!a?c?d:e:b', why: 'the order of questions is free' }, (node, text) => {
    if (node.type === 'ConditionalExpression' && node.alternate.type === 'ConditionalExpression') {
      const { test, consequent, alternate: inner } = node
      return [
        `!${held(text(test))}?${text(inner)}:${text(consequent)}`,
        `${text(inner.test)}?${text(inner.consequent)}:${text(test)}?${text(consequent)}:${text(inner.alternate)}`,
      ]
    }
    return undefined
  }),
  shape('and for a question', { from: 'a?b:0', to: 'a&&b', why: 'false is as good as nothing' }, (node, text) => {
    if (node.type !== 'ConditionalExpression') return undefined
    const [test, yes, no] = [node.test, node.consequent, node.alternate].map(text) as [string, string, string]
    return [`${held(test)}&&${held(yes)}`, `${held(test)}||${held(no)}`, `${test}?${yes}:''`]
  }),
  shape('no not', { from: '!(a==b)', to: 'a!=b', why: 'the operator can say no itself' }, (node, text) => {
    if (node.type !== 'UnaryExpression' || node.operator !== '!') return undefined
    const { argument } = node
    if (argument.type === 'LogicalExpression') {
      const not = (side: AnyNode) => (side.type === 'UnaryExpression' ? text(side.argument) : `!${held(text(side))}`)
      const operator = argument.operator === '&&' ? '||' : '&&'
      return [`(${not(argument.left)}${operator}${not(argument.right)})`]
    }
    if (argument.type !== 'BinaryExpression') return undefined
    return [
      `${text(argument.left)}${turned[argument.operator]}${text(argument.right)}`,
      `${text(argument.left)}-${text(argument.right)}`,
    ]
  }),
  shape('common end', { from: "a?'X won.':'O won.'", to: "(a?'X':'O')+' won.'", why: 'said once' }, (node, text) => {
    if (node.type !== 'ConditionalExpression') return undefined
    const texts = textsOf([node.consequent, node.alternate])
    const [yes, no] = texts ?? []
    if (yes === undefined || no === undefined) return undefined
    let length = 0
    while (length < Math.min(yes.length, no.length) && yes.at(-1 - length) === no.at(-1 - length)) length++
    if (length === 0) return undefined
    const cut = (whole: string) => `'${whole.slice(0, whole.length - length)}'`
    return [
      `(${text(node.test)}?${cut(yes)}:${cut(no)})+${yes.slice(-length) === '\n' ? '`\n`' : `'${yes.slice(-length)}'`}`,
    ]
  }),
  shape(
    'one of two letters',
    { from: "a=='X'?'O':'X'", to: "a<'X'?'X':'O'", why: 'there are only two' },
    (node, text) => {
      if (node.type !== 'ConditionalExpression') return undefined
      const [yes, no] = textsOf([node.consequent, node.alternate]) ?? []
      if (yes === undefined || no === undefined || yes.length !== 1 || no.length !== 1) return undefined
      const picked = [`'${no}${yes}'[+(${text(node.test)})]`, `'${no}${yes}'[${held(text(node.test))}|0]`]
      const { test } = node
      if (test.type !== 'BinaryExpression')
        return [...picked, `'${no}${yes}'[${text(test)}]`, `'${yes}${no}'[${text(test)}]`]
      const { left } = test
      const other = test.right
      const names = [left, other].filter((side) => !isText(side)).map(text)
      return [...picked, ...names.flatMap((name) => [`${name}<'X'?'X':'O'`, `${name}>'O'?'O':'X'`])]
    },
  ),
  shape('template', { from: "'a'+b+'c'", to: `\`a\${b}c\``, why: 'no quotes, no plus' }, (node, text) => {
    const parts = summands(node)
    if (parts === undefined || !parts.some((part) => isText(part) || part.type === 'TemplateLiteral')) return undefined
    const inside = parts.map((part) =>
      isText(part)
        ? quoted(part.value).slice(1, -1)
        : part.type === 'TemplateLiteral'
          ? text(part).slice(1, -1)
          : `\${${text(part)}}`,
    )
    return [`\`${inside.join('')}\``]
  }),
  shape('sum for template', { from: `\`\${a}b\``, to: 'a+`b`', why: 'no braces' }, (node, text) => {
    if (node.type !== 'TemplateLiteral' || node.expressions.length === 0) return undefined
    const parts = node.quasis.flatMap(({ value }, index) => {
      const expression = node.expressions[index]
      return [...(value.raw === '' ? [] : [`\`${value.raw}\``]), ...(expression ? [held(text(expression))] : [])]
    })
    return [parts.join('+'), `(${parts.join('+')})`]
  }),
  shape('array of characters', { from: "['a','b']", to: '[...`ab`]', why: 'quotes once' }, (node) => {
    const texts = node.type === 'ArrayExpression' ? textsOf(node.elements) : undefined
    if (texts === undefined) return undefined
    const apart = [' ', '0', '1', ','].find((character) => !texts.some((one) => one.includes(character)))
    const split = apart === undefined ? [] : [`${quoted(texts.join(apart))}.split\`${apart}\``]
    return texts.every(({ length }) => length === 1)
      ? [`[...${quoted(texts.join(''))}]`, quoted(texts.join('')), ...split]
      : split
  }),
  shape(
    'digits of a text',
    { from: '[[0,1,2],[3,4,5]]', to: "['012','345']", why: 'a text has indices, too' },
    (node) => {
      if (node.type !== 'ArrayExpression') return undefined
      const digits = node.elements.map((element) =>
        element?.type === 'Literal' && typeof element.value === 'number' && element.value < 10
          ? String(element.value)
          : undefined,
      )
      if (digits.length > 0 && !digits.includes(undefined)) return [`[...'${digits.join('')}']`, `'${digits.join('')}'`]
      const rows = node.elements.map((element) =>
        element?.type === 'ArrayExpression'
          ? element.elements
              .map((one) => (one?.type === 'Literal' && typeof one.value === 'number' ? one.value : 'x'))
              .join('')
          : 'x',
      )
      if (rows.length === 0 || rows.some((row) => row.includes('x'))) return undefined
      return [
        `[${rows.map((row) => `'${row}'`)}]`,
        `'${rows.join(' ')}'.split\` \``,
        `[${rows.map((row) => `[...'${row}']`)}]`,
      ]
    },
  ),
  shape(
    'rows at once',
    { from: "Array(9).fill('.')", to: "[...'.........']", why: 'shorter for few' },
    (node, _, __, { text }) => {
      const [, count, what] =
        /^(?:new )?Array\((\d)\)\.fill\(?['"`](.)['"`]\)?$/.exec(text.slice(node.start, node.end)) ?? []
      return count === undefined || what === undefined ? undefined : [`[...'${what.repeat(Number(count))}']`]
    },
  ),
  shape(
    'several things said at once',
    { from: "console.log(a+' '+b)", to: 'console.log(a,b)', why: 'log puts spaces' },
    (node, text) => {
      if (node.type !== 'CallExpression') return undefined
      return node.arguments.flatMap((argument, index) => {
        const inside = text(argument)
        return [...inside.matchAll(/(['"`])(.?) ?(['"`])\+|\+(['"`]) (['"`])\+| (?=['"`]$)/g)].flatMap((match) => {
          const [found, , before] = match
          const left = inside.slice(0, match.index)
          const right = inside.slice(match.index + found.length)
          const put = (one: string) =>
            `${text(node.callee)}(${[...node.arguments.slice(0, index).map(text), one, ...node.arguments.slice(index + 1).map(text)]})`
          if (found === ' ') return [put(`${left}${right},''`), put(`${left}${right}`)]
          return before === undefined ? [put(`${left},${right}`)] : [put(`${left}'${before}',${right}`)]
        })
      })
    },
  ),
  shape('and for both', { from: 'if(a)if(b)c()', to: 'if(a&&b)c()', why: 'one question for two' }, (node, text) =>
    node.type === 'IfStatement' && node.consequent.type === 'IfStatement'
      ? [`if(${held(text(node.test))}&&${held(text(node.consequent.test))})${text(node.consequent.consequent)}`]
      : undefined,
  ),
  shape('copy', { from: 'a.slice()', to: '[...a]', why: 'dots copy, and perhaps nobody needs a copy' }, (node, text) =>
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    /^(?:slice|split)$/.test(text(node.callee.property))
      ? [`[...${text(node.callee.object)}]`, text(node.callee.object)]
      : undefined,
  ),
  shape(
    'truth as it is',
    { from: 'a.length>0?b:c', to: 'a.length?b:c', why: 'not zero is true' },
    (node, text, { parent, key }) =>
      node.type === 'BinaryExpression' && asks(node, parent, key) ? [text(node.left), text(node.right)] : undefined,
  ),
]

function summands(node: AnyNode): AnyNode[] | undefined {
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined
  return [...(summands(node.left) ?? [node.left]), node.right]
}
