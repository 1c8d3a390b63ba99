import type { AnyNode } from 'acorn'
import { asExpression, bare, held, neighbours, type Row, shape } from './rows.ts'
import type { Source } from './source.ts'

/** What a body does, in the fewest braces: as one expression if possible. */
const body = (statements: readonly AnyNode[], source: Source): string => {
  const parts = statements.map((statement) => asExpression(statement, source))
  if (statements.length > 0 && !parts.includes(undefined)) return parts.join(',')
  const text = statements.map(({ start, end }) => source.text.slice(start, end)).join('\n')
  return statements.length === 1 ? text : `{${text}}`
}

const statementsOf = (node: AnyNode): readonly AnyNode[] => (node.type === 'BlockStatement' ? node.body : [node])

const jumps = (node: AnyNode | undefined) => node?.type === 'ContinueStatement' || node?.type === 'ReturnStatement'

const isLoop = (node: AnyNode) => node.type === 'ForStatement'

/** Rewrites of statements: fewer of them, and expressions in their place. */
export const statements: readonly Row[] = [
  shape(
    'statement as expression',
    { from: 'if(a)b()', to: 'a&&b()', why: 'no keyword, no parentheses' },
    (node, _, __, source) => (node.type === 'IfStatement' ? mapped(asExpression(node, source)) : undefined),
  ),
  shape(
    'if with its test inside out',
    { from: 'if(!a)b();else c()', to: 'a?c():b()', why: 'no not, no keywords' },
    (node, text, _, source) => {
      if (node.type !== 'IfStatement') return undefined
      const yes = asExpression(node.consequent, source)
      const no = node.alternate ? asExpression(node.alternate, source) : undefined
      const test = node.test.type === 'UnaryExpression' ? text(node.test.argument) : text(node.test)
      if (yes === undefined) return undefined
      return no === undefined ? [`${held(test)}||${held(yes)}`] : [`${held(test)}?${no}:${yes}`]
    },
  ),
  shape(
    'comma for braces',
    { from: '{a();b()}', to: 'a(),b()', why: 'one expression needs no block' },
    (node, _, place, source) =>
      node.type === 'BlockStatement' && !/Function/.test(place.parent?.type ?? '')
        ? mapped(asExpression(node, source))
        : undefined,
  ),
  shape(
    'no braces',
    { from: 'if(a){for(;b;);}', to: 'if(a)for(;b;);', why: 'one statement needs no block' },
    (node, text) =>
      node.type === 'BlockStatement' && node.body.length === 1 && node.body[0] ? [text(node.body[0])] : undefined,
  ),
  neighbours(
    'comma',
    { from: 'a();b()', to: 'a(),b()', why: 'makes one statement of two' },
    (first, second, _, __, source) => {
      const [a, b] = [asExpression(first, source), asExpression(second, source)]
      return a === undefined || b === undefined ? undefined : [`${a},${b}`, `${a},${b};`]
    },
  ),
  neighbours(
    'swapped statements',
    { from: 'a();b()', to: 'b();a();', why: 'something may come to stand beside it' },
    (first, second, text) => [`${bare(text(second))};${bare(text(first))};`],
  ),
  neighbours(
    'else for a jump',
    {
      from: 'for(;;){if(a){b();continue}c()}',
      to: 'for(;;){if(a)b();else c()}',
      why: 'what is jumped over can be the other branch',
    },
    (first, _, text, rest, source) => {
      if (first.type !== 'IfStatement' || first.alternate) return undefined
      const yes = statementsOf(first.consequent)
      if (!jumps(yes.at(-1))) return undefined
      return [`\0if(${text(first.test)})${body(yes.slice(0, -1), source)};else ${body(rest, source)}`]
    },
  ),
  neighbours(
    'one return for two',
    { from: 'f=_=>{if(a)return b;return c}', to: 'f=_=>{return a?b:c}', why: 'the word is long' },
    (first, second, text) => {
      if (first.type !== 'IfStatement' || second.type !== 'ReturnStatement') return undefined
      const [only] = statementsOf(first.consequent)
      if (only?.type !== 'ReturnStatement') return undefined
      const [yes, no] = [only, second].map(({ argument }) => (argument ? text(argument) : '0'))
      return [`return ${held(text(first.test))}?${yes}:${no}`]
    },
  ),
  neighbours(
    'into the return',
    { from: 'f=_=>{a();return b}', to: 'f=_=>{return a(),b}', why: 'a comma for a semicolon, and soon no braces' },
    (first, second, text, _, source) => {
      const before = asExpression(first, source)
      if (second.type !== 'ReturnStatement' || before === undefined) return undefined
      return [`return ${before}${second.argument ? `,${text(second.argument)}` : ''}`]
    },
  ),
  neighbours(
    'into the head of for',
    { from: 'a=1;for(;b;)c()', to: 'for(a=1;b;)c()', why: 'saves a semicolon' },
    (first, second, text, _, source) => {
      if (second.type !== 'ForStatement' && second.type !== 'WhileStatement') return undefined
      const before = first.type === 'VariableDeclaration' ? bare(text(first)) : asExpression(first, source)
      if (before === undefined) return undefined
      if (second.type === 'WhileStatement') return [`for(${before};${text(second.test)};)${text(second.body)}`]
      const init = second.init ? `,${text(second.init).replace(/^(?:let|var|const)\s+/, '')}` : ''
      const test = second.test ? text(second.test) : ''
      const update = second.update ? text(second.update) : ''
      return [`for(${before}${init};${test};${update})${text(second.body)}`]
    },
  ),
  neighbours(
    'into the head of for-of',
    { from: 'a=1;for(b of c)d()', to: 'for(b of(a=1,c))d()', why: 'saves a semicolon' },
    (first, second, text, _, source) => {
      const before = asExpression(first, source)
      if (second.type !== 'ForOfStatement' || before === undefined) return undefined
      return [`for(${text(second.left)} of(${before},${text(second.right)}))${text(second.body)}`]
    },
  ),
  shape(
    'last statement into the head',
    { from: 'for(;a;){b();c()}', to: 'for(;a;c())b()', why: 'no braces' },
    (node, text, _, source) => {
      if (!isLoop(node) || node.type !== 'ForStatement' || node.body.type !== 'BlockStatement') return undefined
      const last = node.body.body.at(-1)
      const moved = last && asExpression(last, source)
      if (moved === undefined) return undefined
      const [init, test] = [node.init, node.test].map((part) => (part ? text(part) : ''))
      const update = node.update ? `,${text(node.update)}` : ''
      return [`for(${init};${test};${moved}${update})${body(node.body.body.slice(0, -1), source) || ';'}`]
    },
  ),
  shape(
    'first statement into the head',
    { from: 'for(;;){a();b()}', to: 'for(;a(),1;)b()', why: 'a head has three places for expressions' },
    (node, text, _, source) => {
      if (node.type !== 'ForStatement') return undefined
      const [first, ...rest] = statementsOf(node.body)
      if (first === undefined) return undefined
      const [init, test = '', update] = [node.init, node.test, node.update].map((part) => (part ? text(part) : ''))
      const head = (test: string) => `for(${init};${test};${update})${body(rest, source) || ';'}`
      const stops =
        first.type === 'IfStatement' && !first.alternate && statementsOf(first.consequent)[0]?.type === 'BreakStatement'
      if (stops) return [head(test === '' ? `!${held(text(first.test))}` : `${held(test)}&&!${held(text(first.test))}`)]
      const moved = asExpression(first, source)
      if (moved === undefined) return undefined
      return test === ''
        ? [head(`${moved},1`), head(moved)]
        : [head(`${moved},${test}`), head(`${held(test)}&&(${moved},1)`)]
    },
  ),
  shape(
    'break as the test',
    { from: 'for(;;){a();if(b)break;c()}', to: 'for(;a(),!b;)c()', why: 'the test is there for that' },
    (node, text, _, source) => {
      if (node.type !== 'ForStatement' || node.body.type !== 'BlockStatement' || node.test) return undefined
      const all = node.body.body
      const at = all.findIndex(
        (s) => s.type === 'IfStatement' && !s.alternate && statementsOf(s.consequent).at(-1)?.type === 'BreakStatement',
      )
      const stop = all[at]
      if (stop?.type !== 'IfStatement') return undefined
      const before = all.slice(0, at).map((s) => asExpression(s, source))
      const last = statementsOf(stop.consequent)
        .slice(0, -1)
        .map((s) => asExpression(s, source))
      if (before.includes(undefined) || last.includes(undefined)) return undefined
      const test = last.length === 0 ? `!${held(text(stop.test))}` : `!(${held(text(stop.test))}&&(${last},1))`
      const [init, update] = [node.init, node.update].map((part) => (part ? text(part) : ''))
      return [`for(${init};${[...before, test]};${update})${body(all.slice(at + 1), source) || ';'}`]
    },
  ),
  shape(
    'body as the test',
    { from: 'for(;a;)b()', to: 'for(;b(),a;);', why: 'where it goes round once anyway' },
    (node, text, _, source) => {
      if (node.type !== 'ForStatement' && node.type !== 'DoWhileStatement') return undefined
      const done = asExpression(node.body, source)
      if (done === undefined || !node.test) return undefined
      return [`for(${node.type === 'ForStatement' && node.init ? text(node.init) : ''};${done},${text(node.test)};);`]
    },
  ),
  shape(
    'map for for-of',
    { from: 'for(a of b)c(a)', to: 'b.map(a=>c(a))', why: 'fewer words' },
    (node, text, _, source) => {
      if (node.type !== 'ForOfStatement') return undefined
      const name = text(node.left).replace(/^(?:let|var|const)\s+/, '')
      const done = asExpression(node.body, source)
      return [
        `${held(text(node.right))}.map(${name}=>${done === undefined ? text(node.body) : done.includes(',') ? `(${done})` : done})`,
      ]
    },
  ),
  shape(
    'arrow for function',
    { from: 'function f(a){return b}', to: 'f=(a)=>b', why: 'the word is long' },
    (node, text, place, source) => {
      if (node.type !== 'FunctionDeclaration' && node.type !== 'FunctionExpression') return undefined
      const name = node.id && place.node.type === 'FunctionDeclaration' ? `${text(node.id)}=` : ''
      const head = `${name}(${node.params.map(text)})=>`
      const short = returned(node.body, source)
      return [`${head}${text(node.body)};`, ...(short === undefined ? [] : [`${head}${short};`, `${head}${short}`])]
    },
  ),
  shape(
    'value for return',
    { from: 'f=a=>{b();return c}', to: 'f=a=>(b(),c)', why: 'no braces' },
    (node, text, _, source) => {
      if (node.type !== 'ArrowFunctionExpression' || node.body.type !== 'BlockStatement') return undefined
      const short = returned(node.body, source)
      const head = node.params.length === 1 ? node.params.map(text).join() : `(${node.params.map(text)})`
      return short === undefined ? undefined : [`${head}=>${short}`]
    },
  ),
]

/** What a function's body comes to, as an expression. */
function returned(block: AnyNode, source: Source): string | undefined {
  const all = statementsOf(block)
  const last = all.at(-1)
  const parts = all.map((statement) =>
    statement === last && statement.type === 'ReturnStatement'
      ? statement.argument
        ? source.text.slice(statement.argument.start, statement.argument.end)
        : '0'
      : asExpression(statement, source),
  )
  if (parts.length === 0 || parts.includes(undefined)) return undefined
  return parts.length === 1 && !parts[0]?.startsWith('{') ? parts[0] : `(${parts})`
}

const mapped = (text: string | undefined) => (text === undefined ? undefined : [text])
