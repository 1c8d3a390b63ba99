import type { AnyNode } from 'acorn'
import type { Edit } from '../run/engine/edit.ts'
import { boardAsText } from './boards.ts'
import { held, listsOf, type Row, shape } from './rows.ts'
import { isExpression, type Source, textOf } from './source.ts'

/** Ideas about how a whole program is built: longer to describe than shorthand, and worth more. */

const within = ({ nodes }: Source, outer: AnyNode) =>
  nodes.filter(({ node }) => node.start >= outer.start && node.end <= outer.end)

/** Calls in a statement, as they stand and with what they say cut off behind its first line. */
function sayings(source: Source, statement: AnyNode): string[] {
  const texts = within(source, statement).flatMap(({ node }) => {
    if (node.type !== 'CallExpression') return []
    const lines = within(source, node).flatMap(({ node: inner }) => {
      const said = inner.type === 'Literal' || inner.type === 'TemplateLiteral' ? textOf(source, inner) : ''
      const [, quote = '', first] = /^(['"`])((?:(?!\1|\\n|\n).)+)(?:\\n|\n)/s.exec(said) ?? []
      return first === undefined ? [] : [`${textOf(source, node.callee)}(${quote}${first}${quote})`]
    })
    return [...lines, textOf(source, node)]
  })
  return [...new Set(texts)]
}

const oneLoop: Row = {
  name: 'one loop for two',
  from: "for(;;){a();for(;b(r=c());)d('no.\\n> ');e()}",
  to: "for(;;){a();if(b(r=c()))d('no.');else{e()}}",
  why: 'the outer loop may ask again: a new board after invalid. is allowed',
  find: (source) =>
    listsOf(source).flatMap((list) =>
      list.flatMap((loop, index) => {
        if (loop.type !== 'ForStatement' && loop.type !== 'WhileStatement') return []
        const rest = list.slice(index + 1)
        const [first, last] = [rest[0], rest.at(-1)]
        if (!loop.test || first === undefined || last === undefined) return []
        const init = loop.type === 'ForStatement' && loop.init ? `${textOf(source, loop.init)};` : ''
        const test = textOf(source, loop.test)
        const after = source.text.slice(first.start, last.end)
        return sayings(source, loop).map((said) => [
          { start: loop.start, end: last.end, text: `${init}if(${test})${said};else{${after}}` },
        ])
      }),
    ),
}

const crashes: Row = shape(
  'crash on what it returns',
  { from: '(log(a),$)', to: '(log(a)())', why: 'nothing is no function' },
  (node, text) => {
    const all = node.type === 'SequenceExpression' ? node.expressions : []
    const [said, name] = all.slice(-2)
    if (said === undefined || name?.type !== 'Identifier') return undefined
    const before = all.slice(0, -2).map((one) => `${text(one)},`)
    return ['()', '.x', '``'].map((end) => `${before.join('')}${text(said)}${end}`)
  },
)

const throughCall: Row = shape(
  'crash in a statement',
  { from: '{log(a);$}', to: 'log(a)()', why: 'nothing is no function' },
  (node, text) => {
    if (node.type !== 'BlockStatement') return undefined
    const [last, said] = [node.body.at(-1), node.body.at(-2)]
    if (said?.type !== 'ExpressionStatement') return undefined
    const leaves =
      last?.type === 'BreakStatement' || (last?.type === 'ExpressionStatement' && last.expression.type === 'Identifier')
    if (!leaves) return undefined
    const before = node.body.slice(0, -2).map(text).join('\n')
    const crash = `${text(said.expression)}()`
    return before === '' ? [`${crash};`, crash] : [`{${before}\n${crash}}`]
  },
)

const lastOfTest: Row = shape(
  'comma before a question',
  { from: 'if(a,b)c()', to: 'a,b&&(c())', why: 'no keyword' },
  (node, text) => {
    if (node.type !== 'IfStatement' && node.type !== 'ConditionalExpression') return undefined
    if (node.test.type !== 'SequenceExpression') return undefined
    const parts = node.test.expressions.map(text)
    const before = parts.slice(0, -1).join()
    const test = held(parts.at(-1) ?? '')
    const [yes, no] = [node.consequent, node.alternate].map((part) =>
      part
        ? text(part)
            .replace(/^\{|;?\}$|;$/g, '')
            .replaceAll(';', ',')
        : undefined,
    )
    return no === undefined
      ? [`${before},${test}&&(${yes})`, `${before},${test}&&(${yes});`]
      : [`${before},${test}?(${yes}):(${no})`]
  },
)

const arguments_: readonly Row[] = [
  {
    name: 'arguments by number',
    from: 's=process.argv.slice(2);log(s.shift())',
    to: 'j=1;log(process.argv[++j])',
    why: 'nothing need be cut off',
    find(source) {
      const at = /\b([\w$]+)=process\.argv\.slice\(2\)/.exec(source.text)
      const name = at?.[1]
      if (at === null || name === undefined) return []
      const shifts = [...source.text.matchAll(/\b([\w$]+)\.shift\(\)/g)].filter((match) => match[1] === name)
      const letter = [...'jiklmnopqrstuvwxyz'].find((one) => !new RegExp(`\\b${one}\\b`).test(source.text)) ?? 'j'
      return [
        [
          { start: at.index, end: at.index + at[0].length, text: `${letter}=1` },
          ...shifts.map(
            (match): Edit => ({
              start: match.index,
              end: match.index + match[0].length,
              text: `process.argv[++${letter}]`,
            }),
          ),
        ],
      ]
    },
  },
  {
    name: 'rest of the arguments',
    from: 's=process.argv.slice(2)',
    to: '[,,...s]=process.argv',
    why: 'a pattern cuts, too',
    find: ({ text }) =>
      [...text.matchAll(/\b([\w$]+)=([\w$.]+)\.slice\((\d)\)/g)].map((match) => [
        {
          start: match.index,
          end: match.index + match[0].length,
          text: `[${','.repeat(Number(match[3]))}...${match[1]}]=${match[2]}`,
        },
      ]),
  },
]

/** Names of what has fields. */
const holders = (source: Source): string[] => [
  ...new Set(
    source.nodes.flatMap(({ node }) =>
      node.type === 'MemberExpression' && node.object.type === 'Identifier' ? [node.object.name] : [],
    ),
  ),
]

const rowsByPattern: Row = {
  name: 'rows by a pattern',
  from: 'log([f.slice(0,3),f.slice(3,6),f.slice(6)].map(r=>r.join``).join`\n`)',
  to: 'log(f.join``.replace(/.../g,`$&\n`))',
  why: 'after every three a newline',
  find: (source) =>
    source.nodes
      .filter(
        ({ node, key }) =>
          isExpression(node) &&
          node.end - node.start > 20 &&
          (key === 'arguments' || node.type === 'CallExpression' || node.type === 'TemplateLiteral'),
      )
      .flatMap(({ node: { start, end } }) =>
        holders(source)
          .filter((name) => name !== 'console' && name !== 'process')
          .flatMap((name) =>
            [`${name}.join\`\``, name].flatMap((text) =>
              ['/.../g,`$&\n`', '/...(?=.)/g,`$&\n`'].map((how) => [{ start, end, text: `${text}.replace(${how})` }]),
            ),
          ),
      ),
}

/** An assignment goes where its name is read, and the test that it stood in goes. */
const oneTest: Row = {
  name: 'one test for two',
  from: '/[0-8]/.test(m=a())&&f[m]==b',
  to: 'f[m=a()]==b',
  why: 'what is no field has no value, either',
  find: (source) =>
    source.nodes.flatMap(({ node }) => {
      if (node.type !== 'LogicalExpression' && node.type !== 'BinaryExpression') return []
      const given = within(source, node.left).flatMap(({ node: inner }) =>
        inner.type === 'AssignmentExpression' && inner.left.type === 'Identifier' ? [inner] : [],
      )
      return given.flatMap((assignment) => {
        const reads = within(source, node.right).filter(
          ({ node: read }) => read.type === 'Identifier' && read.name === textOf(source, assignment.left),
        )
        return reads.slice(0, 2).map(({ node: read }): Edit[] => [
          { start: node.start, end: node.right.start, text: '' },
          { start: read.start, end: read.end, text: textOf(source, assignment) },
        ])
      })
    }),
}

export const structure: readonly Row[] = [
  oneTest,
  boardAsText,
  oneLoop,
  crashes,
  throughCall,
  lastOfTest,
  ...arguments_,
  rowsByPattern,
]
