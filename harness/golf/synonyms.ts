import type { Holes } from './patterns.ts'
import { type Change, put } from './source.ts'
import { balancedEnds, closingOf, putTokens, readTokens, type Tokens, textBetween } from './tokens.ts'

const isHole = (text: string | undefined): text is string => text !== undefined && /^«\w»$/.test(text)

/** The greatest number of tokens that a hole may stand for. */
const longestHole = 120

/** A pattern of tokens. `«a»` stands for anything in which every bracket is closed, `«A»` for an operand. */
export const patternOf = (pattern: string, tokens: RegExp): string[] =>
  pattern
    .split(/(«\w»)/)
    .flatMap((part) => (isHole(part) ? [part] : readTokens(part, tokens).tokens.map(({ text }) => text)))

/** Puts what holes stand for into a text. */
export const filled = (text: string, holes: Holes): string => text.replace(/«\w»/g, (hole) => holes.get(hole) ?? '')

/**
 * Puts `after` in place of `before`.
 * @param before a pattern of tokens, or a regular expression for texts without needless white space
 * @param tokens reads both
 */
export function synonym(before: string | RegExp, after: string, tokens: RegExp): (source: Tokens) => Change[] {
  if (before instanceof RegExp)
    return ({ text }) =>
      [...text.matchAll(new RegExp(before, 'g'))].map((match) => [
        put(
          { start: match.index, end: match.index + match[0].length },
          after.replace(/\$([$\d])/g, (_, group) => (group === '$' ? '$' : (match[Number(group)] ?? ''))),
        ),
      ])
  const pattern = patternOf(before, tokens)
  return (source) => {
    const changes: Change[] = []
    for (let from = 0; from < source.tokens.length; from++) {
      const [match] = matchesAt(source, pattern, from)
      if (match === undefined) continue
      changes.push([putTokens(source, from, match.to, filled(after, match.holes))])
      if (!pattern.some(isHole)) from = match.to - 1
    }
    return changes
  }
}

/** The ways in which a pattern matches at a token, and where each ends, the shortest first. */
export function* matchesAt(
  source: Tokens,
  [first, ...rest]: readonly string[],
  from: number,
  holes: Holes = new Map(),
): Generator<{ readonly to: number; readonly holes: Holes }> {
  if (first === undefined) yield { to: from, holes }
  else if (!isHole(first)) {
    if (source.tokens[from]?.text === first) yield* matchesAt(source, rest, from + 1, holes)
  } else {
    const known = holes.get(first)
    for (const end of /[A-Z]/.test(first) ? operandEnds(source, from) : balancedEnds(source.tokens, from)) {
      if (end - from > longestHole) break
      const text = textBetween(source, from, end)
      if (known === undefined || known === text) yield* matchesAt(source, rest, end, new Map([...holes, [first, text]]))
    }
  }
}

/** The end of an operand: of a name, a constant or a group, and of what is read of it or called. */
function operandEnds({ tokens }: Tokens, from: number): number[] {
  const first = tokens[from]
  if (first === undefined || /^(?:and|or|not|in|if|else|return|print|eq|ne|==|&&)$/.test(first.text)) return []
  const close = closingOf(tokens, from)
  if (close === undefined && first.kind === 'sign') return []
  let end = (close ?? from) + 1
  for (;;) {
    const [before, after] = [tokens[end - 1], tokens[end]]
    const isNear = before?.end === after?.start
    const group = isNear ? closingOf(tokens, end) : undefined
    const isMember = isNear && /^(?:\.|->|::)$/.test(after?.text ?? '') && tokens[end + 1]?.kind === 'name'
    if (group !== undefined) end = group + 1
    else if (isMember) end += 2
    else return [end]
  }
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
