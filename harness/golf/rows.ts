import type { AnyNode } from 'acorn'
import type { Edit } from '../run/engine/edit.ts'
import { isExpression, type Place, type Source, textOf } from './source.ts'

/** A rewrite that golfers know: a row of the table. Whether it is right in some place is the judge's affair, not its own. */
export interface Row {
  readonly name: string
  /** An example: a program, and what the row makes of it. */
  readonly from: string
  readonly to: string
  readonly why: string
  /** Every place where it can be used, and in every way. */
  find(source: Source): readonly (readonly Edit[])[]
}

type Example = Omit<Row, 'name' | 'find'>

/** A row that looks at the text: each match of `pattern` may become each of the replacements. */
export function spelling(name: string, example: Example, pattern: RegExp, ...replacements: string[]): Row {
  return {
    name,
    ...example,
    find: ({ text }) =>
      [...text.matchAll(pattern)].flatMap((match) =>
        replacements.map((replacement) => [
          {
            start: match.index,
            end: match.index + match[0].length,
            text: replacement.replace(/\$(\d)/g, (_, group) => match[group] ?? ''),
          },
        ]),
      ),
  }
}

/** A row that looks at the syntax tree: a node may become each of the texts that it is given. */
export function shape(
  name: string,
  example: Example,
  rewrite: (
    node: AnyNode,
    text: (node: AnyNode) => string,
    place: Place,
    source: Source,
  ) => readonly string[] | undefined,
): Row {
  return {
    name,
    ...example,
    find: (source) =>
      source.nodes.flatMap((place) => {
        const { start, end } = place.node
        const texts = rewrite(place.node, (node) => textOf(source, node), place, source) ?? []
        return texts.map((text) => [{ start, end, text }])
      }),
  }
}

/** A row that looks at neighbours in a list of statements. */
export function neighbours(
  name: string,
  example: Example,
  rewrite: (
    first: AnyNode,
    second: AnyNode,
    text: (node: AnyNode) => string,
    rest: readonly AnyNode[],
    source: Source,
  ) => readonly string[] | undefined,
): Row {
  return {
    name,
    ...example,
    find: (source) =>
      listsOf(source).flatMap((list) =>
        list.flatMap((first, index) => {
          const second = list[index + 1]
          if (second === undefined) return []
          const rest = list.slice(index + 1)
          const texts = rewrite(first, second, (node) => textOf(source, node), rest, source) ?? []
          return texts.map((text) => [
            { start: first.start, end: endOf(text, second, rest), text: text.replace('\0', '') },
          ])
        }),
      ),
  }
}

/** A text that begins with NUL takes the place of all the rest of the list. */
const endOf = (text: string, second: AnyNode, rest: readonly AnyNode[]) =>
  text.startsWith('\0') ? (rest.at(-1)?.end ?? second.end) : second.end

export const listsOf = ({ nodes }: Source): (readonly AnyNode[])[] =>
  nodes.flatMap(({ node }) => (node.type === 'Program' || node.type === 'BlockStatement' ? [node.body] : []))

/** With parentheses, unless it holds together without them. */
export const held = (text: string): string => (/^[\w$.]+$|^[\w$]+\([\w$]*\)$/.test(text) ? text : `(${text})`)

/** A name that the program does not have: to read it is an error, and that ends a program. */
export const unknownName = ({ text }: Source): string => [...'$_qzwjkv'].find((name) => !text.includes(name)) ?? '$$$'

/** A statement as an expression, where it can be one. */
export function asExpression(node: AnyNode, source: Source): string | undefined {
  const text = (node: AnyNode) => textOf(source, node)
  switch (node.type) {
    case 'ExpressionStatement':
      return text(node.expression)
    case 'BlockStatement': {
      const parts = node.body.map((statement) => asExpression(statement, source))
      return parts.length === 0 || parts.includes(undefined) ? undefined : parts.filter(Boolean).join(',')
    }
    case 'VariableDeclaration': {
      const parts = node.declarations.filter(({ init }) => init).map(text)
      return parts.length === 0 ? undefined : parts.join(',')
    }
    case 'IfStatement': {
      const yes = asExpression(node.consequent, source)
      const no = node.alternate ? asExpression(node.alternate, source) : undefined
      if (yes === undefined || (node.alternate && no === undefined)) return undefined
      const test = held(text(node.test))
      return no === undefined ? `${test}&&${held(yes)}` : `${test}?${held(yes)}:${held(no)}`
    }
    case 'BreakStatement':
    case 'ThrowStatement':
      return unknownName(source)
    default:
      return isExpression(node) ? text(node) : undefined
  }
}

/** A statement's last part without its semicolon. */
export const bare = (text: string): string => text.replace(/;$/, '')
