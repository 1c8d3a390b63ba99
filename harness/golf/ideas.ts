import type { AnyNode } from 'acorn'
import type { Row } from './rows.ts'
import { isExpression, type Source, textOf } from './source.ts'

/** Rewrites that are ideas rather than shorthand: what says the same in quite another way, tried wherever it might fit. */

/** Three of one letter in line, on a board of three rows with a newline between them. */
const line = '/(\\w)(\\1|..(\\1|.\\1.|..\\1..)..)\\1/s'

const expressions = (source: Source) => source.nodes.filter(({ node }) => isExpression(node))

/** What might hold a board as text. */
const boards = (source: Source): string[] => {
  const texts = expressions(source).flatMap(({ node, parent, key }) => {
    const isName = node.type === 'Identifier' && !(parent?.type === 'MemberExpression' && key === 'property')
    const says =
      node.type === 'CallExpression' || node.type === 'TemplateLiteral' || node.type === 'AssignmentExpression'
    const length = node.end - node.start
    return isName || ((says || (node.type === 'BinaryExpression' && node.operator === '+')) && length < 60)
      ? [textOf(source, node)]
      : []
  })
  return [...new Set(texts)].filter((text) => !/^(?:console|process|undefined)\b|^\d/.test(text))
}

const winning: Row = {
  name: 'a pattern for lines',
  from: 'if(l.some(w=>w.every(i=>f[i]==p)))a(s)',
  to: `if(${line}.test(s))a(s)`,
  why: 'no table of lines, where the board is a text with newlines',
  find(source) {
    const tests = expressions(source).filter(
      ({ node, parent, key }) =>
        node.end - node.start > 2 &&
        (key === 'test' ||
          (parent?.type === 'LogicalExpression' && key === 'left') ||
          (node.type === 'CallExpression' && node.end - node.start > 30) ||
          (parent?.type === 'UnaryExpression' && parent.operator === '!') ||
          (parent?.type === 'CallExpression' && key === 'callee' && node.end - node.start > 30)),
    )
    const texts = boards(source)
    return tests.flatMap(({ node: { start, end } }) =>
      texts.map((board) => [{ start, end, text: `${line}.test(${board})` }]),
    )
  },
}

/** Names that count. */
const counters = (source: Source): string[] => [
  ...new Set(
    source.nodes.flatMap(({ node }) =>
      node.type === 'UpdateExpression' || (node.type === 'AssignmentExpression' && node.operator !== '=')
        ? [textOf(source, node.type === 'UpdateExpression' ? node.argument : node.left)]
        : [],
    ),
  ),
]

const turns: Row = {
  name: 'a counter tells whose turn it is',
  from: "for(n=0;n<9;n++)a(b?'X':'O')",
  to: "for(n=0;n<9;n++)a('XO'[n%2])",
  why: 'the players alternate',
  find: (source) =>
    expressions(source).flatMap(({ node }) => {
      const isChoice = node.type === 'ConditionalExpression' || (node.type === 'MemberExpression' && node.computed)
      const [a, b] =
        /(['"`])([A-Z])\1:(['"`])([A-Z])\3$/.exec(textOf(source, node))?.filter((_, i) => i === 2 || i === 4) ?? []
      if (!isChoice || a === undefined || b === undefined) return []
      return counters(source).flatMap((name) =>
        [
          `'${a}${b}'[${name}%2]`,
          `'${b}${a}'[${name}%2]`,
          `'${a}${b}'[${name}&1]`,
          `${name}%2?'${a}':'${b}'`,
          `${name}%2?'${b}':'${a}'`,
        ].map((text) => [{ start: node.start, end: node.end, text }]),
      )
    }),
}

const full: Row = {
  name: 'a counter tells when it is over',
  from: "for(n=0;f.includes('.');n++)a()",
  to: 'for(n=0;n<9;n++)a()',
  why: 'a number is shorter than a look at the board',
  find(source) {
    const tests = expressions(source).filter(
      ({ node, key, parent }) =>
        node.end - node.start > 3 &&
        (key === 'test' || parent?.type === 'LogicalExpression' || parent?.type === 'UnaryExpression'),
    )
    const texts = counters(source).flatMap((name) =>
      [
        `${name}<9`,
        `${name}>8`,
        `${name}>7`,
        `${name}++<8`,
        `${name}++>7`,
        `++${name}>8`,
        `++${name}<9`,
        `${name}--`,
        `--${name}`,
      ].concat(name),
    )
    return tests.flatMap(({ node: { start, end } }) => texts.map((text) => [{ start, end, text }]))
  },
}

const constants = ['0', '1', "''", '[]', 'this', '9', '8', '2', '``']

/** There are so many of these that they are tried last. */
export const borrowed: Row = {
  name: 'another expression',
  from: 'a(f(b),g.length-1)',
  to: 'a(f(b),b)',
  why: 'the program may have what it needs elsewhere, and shorter',
  find(source) {
    const all = expressions(source).filter(
      ({ node, key, parent }) =>
        !(parent?.type === 'MemberExpression' && key === 'property' && node.type === 'Identifier'),
    )
    const texts = [...new Set([...all.map(({ node }) => textOf(source, node)), ...constants])]
    const shorter = (node: AnyNode) => texts.filter((text) => text.length < node.end - node.start && text.length <= 30)
    return all.flatMap(({ node }) => shorter(node).map((text) => [{ start: node.start, end: node.end, text }]))
  },
}

const otherName: Row = {
  name: 'another name',
  from: 'a=1;b=2;c(a)',
  to: 'a=1;b=2;c(b)',
  why: 'it may hold the same, and then the first is for nothing',
  find(source) {
    const identifiers = source.nodes.filter(
      ({ node, key, parent }) =>
        node.type === 'Identifier' && !(parent?.type === 'MemberExpression' && key === 'property' && !parent.computed),
    )
    const all = [...new Set(identifiers.map(({ node }) => textOf(source, node)))].filter((name) => name.length === 1)
    return identifiers.flatMap(({ node }) =>
      all.filter((name) => name !== textOf(source, node)).map((text) => [{ start: node.start, end: node.end, text }]),
    )
  },
}

export const ideas: readonly Row[] = [winning, turns, full, otherName]
