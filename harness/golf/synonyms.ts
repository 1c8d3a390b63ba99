import type { Holes } from './patterns.ts'
import { type Change, put } from './source.ts'
import { balancedEnds, putTokens, readTokens, type Tokens, textBetween } from './tokens.ts'

const isHole = (text: string | undefined): text is string => text !== undefined && /^«\w»$/.test(text)

/** The greatest number of tokens that a hole may stand for. */
const longestHole = 120

/**
 * Finds the tokens of `before`, and puts `after` there. `«a»` stands for anything in which every
 * bracket is closed.
 * @param tokens reads both
 */
export function synonym(before: string, after: string, tokens: RegExp): (source: Tokens) => Change[] {
  const pattern = before
    .split(/(«\w»)/)
    .flatMap((part) => (isHole(part) ? [part] : readTokens(part, tokens).tokens.map(({ text }) => text)))
  return (source) => {
    const changes: Change[] = []
    for (let from = 0; from < source.tokens.length; from++) {
      const holes: Holes = new Map()
      const to = matchEnd(source, pattern, from, holes)
      if (to === undefined) continue
      changes.push([
        putTokens(
          source,
          from,
          to,
          after.replace(/«\w»/g, (hole) => holes.get(hole) ?? ''),
        ),
      ])
      if (!pattern.some(isHole)) from = to - 1
    }
    return changes
  }
}

/** @returns where a pattern that begins at a token ends; undefined if it does not match */
function matchEnd(source: Tokens, pattern: readonly string[], from: number, holes: Holes): number | undefined {
  const [first, ...rest] = pattern
  if (first === undefined) return from
  if (!isHole(first)) return source.tokens[from]?.text === first ? matchEnd(source, rest, from + 1, holes) : undefined
  const known = holes.get(first)
  for (const end of balancedEnds(source.tokens, from)) {
    if (end - from > longestHole) break
    const text = textBetween(source, from, end)
    if (known !== undefined && known !== text) continue
    holes.set(first, text)
    const to = matchEnd(source, rest, end, holes)
    if (to !== undefined) return to
  }
  if (known === undefined) holes.delete(first)
  return undefined
}

/** Ways to write strings: with other delimiters or none, and with a newline for `\n`. */
export const otherDelimiters = (
  delimiters: readonly (readonly [string, string])[],
): ((source: Tokens) => readonly Change[])[] =>
  [undefined, ...delimiters].flatMap((pair) =>
    [false, true].map((isPlain) => ({ tokens }: Tokens) => {
      const strings = tokens.filter(({ kind, text }) => kind === 'string' && /^["']/.test(text))
      return strings.flatMap((token): Change[] => {
        const text = pair === undefined ? token.text : pair[0] + token.text.slice(1, -1) + pair[1]
        const after = isPlain ? text.replaceAll('\\n', '\n') : text
        return after === token.text ? [] : [[put(token, after)]]
      })
    }),
  )

/** Makes one string of two that stand beside each other, or on two sides of a sign. */
export const joinedStrings = (source: Tokens): Change[] =>
  source.tokens.flatMap((left, at) =>
    [1, 2].flatMap((distance): Change[] => {
      const right = source.tokens[at + distance]
      const isString = left.kind === 'string' && right?.kind === 'string'
      if (!isString || left.text.at(-1) !== right.text[0] || source.tokens[at + 1]?.kind === 'name') return []
      return [[putTokens(source, at, at + distance + 1, left.text.slice(0, -1) + right.text.slice(1))]]
    }),
  )
