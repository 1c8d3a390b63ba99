import { type Change, isExpression, isStatement, put, type Source, textOf, withoutComma } from './source.ts'

/** Leaves out nodes: whole ones, and all of one but a part. */
export const nodeDeletions = (source: Source): Change[] =>
  source.nodes.flatMap(({ node, parent, list, key }): Change[] => {
    const changes: Change[] = []
    if (list && key !== 'body') changes.push([withoutComma(node, list)])
    if (isStatement(node)) changes.push([put(node, '')], [put(node, ';')])
    if (parent === undefined) return changes
    const isValue = isExpression(node)
    if (isValue && isExpression(parent)) changes.push([put(parent, `(${textOf(source, node)})`)])
    else if ((isValue || isStatement(node)) && isStatement(parent))
      changes.push([put(parent, `${textOf(source, node)};`)])
    return changes
  })

/** How many tokens are left out at once. */
const longestRun = 8

/** Leaves out tokens and runs of them. */
export const tokenDeletions = ({ tokens }: Source): Change[] =>
  tokens.flatMap(({ start }, from) =>
    tokens.slice(from, from + longestRun).map(({ end }): Change => [put({ start, end }, '')]),
  )

/** Leaves out characters, and pairs of them, within texts and regular expressions. */
export function characterDeletions({ text, tokens }: Source): Change[] {
  return tokens
    .filter(({ type: { label } }) => /^(?:string|regexp|template)$/.test(label))
    .flatMap(({ start, end }) => {
      const token = text.slice(start, end)
      return [...token].flatMap((_, at) =>
        [1, 2].map((length): Change => [put({ start, end }, token.slice(0, at) + token.slice(at + length))]),
      )
    })
}

/** Leaves out pairs of brackets, and what ends a statement before the second. */
export function bracketDeletions({ tokens }: Source): Change[] {
  const open: { start: number; end: number }[] = []
  return tokens.flatMap((token, index): Change[] => {
    if (/^(?:[({[]|\$\{)$/.test(token.type.label)) open.push(token)
    if (!/^[)}\]]$/.test(token.type.label)) return []
    const first = open.pop()
    return first === undefined || index === 0 ? [] : [[put(first, ''), put(token, '')]]
  })
}
