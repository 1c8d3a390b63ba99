import { inBrackets } from './blocks.ts'
import type { Holes } from './patterns.ts'
import { type Change, put } from './source.ts'
import { balancedEnds, closingOf, putTokens, readTokens, type Tokens, textBetween } from './tokens.ts'

/** A part of a pattern: the text of a token, a hole, the end of a statement, or a token with holes in it. */
export type Part = string | TokenPart

interface TokenPart {
  /** @returns an expression with a group for each hole that stands for nothing yet */
  readonly token: (known: Holes) => RegExp
  readonly holes: readonly string[]
}

const isHole = (text: string): boolean => /^«\w»$/.test(text)
const statementEnd = '\n'

/** The greatest number of tokens that a hole may stand for. */
const longestHole = 240

/**
 * Reads a pattern of tokens. `«a»` stands for anything in which every bracket is closed, `«1»` for the same within a
 * statement, `«A»` for an operand, `«x»` at the start for statements, `«p»` for parameters, of which there may be none; a
 * hole in a string for any text; double quotes, and quotes around a hole, for any quotes. `;` behind something is the end
 * of a statement: the sign, a new line, or nothing before a bracket that closes or the end of the program. `⟨` and `⟩`
 * stand around a block of Python.
 */
export function patternOf(pattern: string, tokens: RegExp): Part[] {
  const texts = readTokens(pattern, tokens).tokens.map(({ text }) => text)
  return texts.flatMap((text, at): Part[] => {
    if (text === '«') return [`«${texts[at + 1]}»`]
    if (text === '»' || texts[at - 1] === '«') return []
    if (text === ';' && at > 0) return [statementEnd]
    return /«|^"/.test(text) ? [tokenWithHoles(text)] : [text]
  })
}

function tokenWithHoles(text: string): TokenPart {
  const holes = [...new Set(text.match(/«\w»/g))]
  const exactly = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const token = (known: Holes) => {
    const seen: string[] = []
    const pieces = text.split(/(«\w»|["'])/).map((piece) => {
      const text = known.get(piece)
      if (text !== undefined) return exactly(text)
      if (seen.includes(piece)) return `\\${seen.indexOf(piece) + 1}`
      if (isHole(piece)) return seen.push(piece) && `([^"']*?)`
      return /^["']$/.test(piece) ? `["']` : exactly(piece)
    })
    return new RegExp(`^${pieces.join('')}$`)
  }
  const unknown = token(new Map())
  return { token: (known) => (holes.some((hole) => known.has(hole)) ? token(known) : unknown), holes }
}

/** Replaces the holes in a text; a space separates words that would become one. */
export const filled = (text: string, holes: Holes): string =>
  text.replace(/(\w?)(«\w»)/g, (_, before, hole) => {
    const value = holes.get(hole) ?? ''
    return `${before}${before && /^\w/.test(value) ? ' ' : ''}${value}`
  })

/** A rewrite of tokens, to one text or to several that are tried; or of a text, with an example of it. */
export type Synonym =
  | readonly [before: string, ...afters: string[]]
  | readonly [before: RegExp, after: string, example: string, result: string]

interface Pair {
  readonly before: string | RegExp
  readonly after: string
  /** A program, and what the rewrite makes of it (default: the pattern and the text, holes and all). */
  readonly example?: readonly [program: string, result: string]
}

/** The rewrites of rows, one by one. */
export const pairsOf = (rows: readonly Synonym[]): Pair[] =>
  rows.flatMap((row): Pair[] => {
    const [before, after, ...others] = row
    if (typeof before === 'string') return [after ?? '', ...others].map((after) => ({ before, after }))
    const [, , program = '', result = ''] = row
    return [{ before, after: after ?? '', example: [program, result] }]
  })

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
  const find = inTokens(before, after, tokens)
  return /[⟨⟩]/.test(before + after) ? inBrackets(find, tokens) : find
}

const knownTexts = new WeakMap<Tokens, ReadonlySet<unknown>>()

/** The texts of all tokens of a program, which many patterns ask for. */
function textsOf(source: Tokens): ReadonlySet<unknown> {
  const known = knownTexts.get(source) ?? new Set(source.tokens.map(({ text }) => text))
  knownTexts.set(source, known)
  return known
}

function inTokens(before: string, after: string, tokens: RegExp): (source: Tokens) => Change[] {
  const pattern = patternOf(before, tokens)
  const [first, second] = pattern
  const isFixed = typeof first === 'string' && !isHole(first)
  const isText = (part: Part | undefined) => typeof part === 'string' && !isHole(part) && part !== statementEnd
  const fixed = pattern.filter(isText)
  /** Set if an operand stands before a certain token, which is found sooner than a match is tried. */
  const isBefore = typeof first === 'string' && /^«[A-Z]»$/.test(first) && isText(second)
  return (source) => {
    const changes: Change[] = []
    const known = textsOf(source)
    if (fixed.some((part) => !known.has(part))) return changes
    for (let from = 0; from < source.tokens.length; from++) {
      if (isFixed && source.tokens[from]?.text !== first) continue
      if ((first === '«x»' || (!isFixed && second === statementEnd)) && !beginsStatement(source, from)) continue
      if (isBefore && operandEnds(source, from).every((to) => source.tokens[to]?.text !== second)) continue
      const [match] = matchesAt(source, pattern, from)
      if (match === undefined) continue
      changes.push([putTokens(source, from, match.to, filled(after, match.holes))])
      // A pattern with holes may match again inside its match.
      if (match.holes.size === 0) from = match.to - 1
    }
    return changes
  }
}

/** All matches of a pattern at a token, the shortest first. */
export function* matchesAt(
  source: Tokens,
  [part, ...rest]: readonly Part[],
  from: number,
  holes: Holes = new Map(),
): Generator<{ readonly to: number; readonly holes: Holes }> {
  if (part === undefined) yield { to: from, holes }
  else
    for (const { to, texts } of endsOf(source, part, from, holes, rest[0])) {
      const isSame = texts.every(([hole, text]) => (holes.get(hole) ?? text) === text)
      if (isSame) yield* matchesAt(source, rest, to, texts.length > 0 ? new Map([...holes, ...texts]) : holes)
    }
}

interface End {
  readonly to: number
  /** What each hole stands for. */
  readonly texts: readonly (readonly [hole: string, text: string])[]
}

/** All matches of a part of a pattern at a token. */
function* endsOf(source: Tokens, part: Part, from: number, known: Holes, next: Part | undefined): Generator<End> {
  const token = source.tokens[from]
  if (typeof part !== 'string') {
    const open = part.holes.filter((hole) => !known.has(hole))
    const found = part.token(known).exec(token?.text ?? '')
    if (found) yield { to: from + 1, texts: open.map((hole, i) => [hole, found[i + 1] ?? '']) }
  } else if (isHole(part))
    for (const to of holeEnds(source, part, from, next)) yield { to, texts: [[part, textBetween(source, from, to)]] }
  else if (part === statementEnd) {
    if (token?.text === ';') yield { to: from + 1, texts: [] }
    else if (
      token === undefined ||
      /^[)\]}⟩]$/.test(token.text) ||
      source.tokens[from - 1]?.text === '⟩' ||
      beginsLine(source, from)
    )
      yield { to: from, texts: [] }
  } else if (token?.text === part) yield { to: from + 1, texts: [] }
}

const beginsStatement = (source: Tokens, at: number) =>
  /^[;{}⟨⟩]$/.test(source.tokens[at - 1]?.text ?? ';') || beginsLine(source, at)

const beginsLine = ({ text, tokens }: Tokens, at: number) =>
  text.slice(tokens[at - 1]?.end, tokens[at]?.start).includes('\n')

function* holeEnds(source: Tokens, hole: string, from: number, next: Part | undefined): Generator<number> {
  if (hole === '«p»') yield from
  if (/[A-Z]/.test(hole)) yield* operandEnds(source, from)
  else if (/[a-z]/.test(hole) && typeof next === 'string' && /^[)\]}⟩]$/.test(next)) {
    // Before a bracket that closes, there is one end only.
    const end = [...balancedEnds(source.tokens, from)].at(-1)
    if (end !== undefined) yield end
  } else
    for (const end of balancedEnds(source.tokens, from)) {
      const isNextStatement = end - 1 > from && beginsLine(source, end - 1)
      if (end - from > longestHole) return
      if (/\d/.test(hole) && (isNextStatement || source.tokens[end - 1]?.text === ';')) return
      yield end
    }
}

const knownOperands = new WeakMap<Tokens, (readonly number[])[]>()

/** The ends of an operand, the longest first; many patterns ask for those at the same token. */
function operandEnds(source: Tokens, from: number): readonly number[] {
  const known = knownOperands.get(source) ?? []
  knownOperands.set(source, known)
  known[from] ??= findOperandEnds(source, from)
  return known[from]
}

/** An operand is a name, constant or group, then its members, indices and calls. */
function findOperandEnds({ tokens }: Tokens, from: number): number[] {
  const first = tokens[from]
  const isCall = tokens[from + 1]?.start === first?.end && tokens[from + 1]?.text === '('
  if (first === undefined || /^(?:and|or|not|in|if|else|return|eq|ne|==|&&)$/.test(first.text)) return []
  if (first.text === 'print' && !isCall) return []
  const close = closingOf(tokens, from)
  if (close === undefined && first.kind === 'sign') return []
  const ends = [(close ?? from) + 1]
  for (;;) {
    const end = ends[0] ?? from
    const [before, after] = [tokens[end - 1], tokens[end]]
    const isNear = before?.end === after?.start
    const group = isNear ? closingOf(tokens, end) : undefined
    const isMember = isNear && /^(?:\.|->|::)$/.test(after?.text ?? '') && tokens[end + 1]?.kind === 'name'
    const field = isNear && after?.text === '->' ? closingOf(tokens, end + 1) : undefined
    if (group !== undefined) ends.unshift(group + 1)
    else if (field !== undefined) ends.unshift(field + 1)
    else if (isMember) ends.unshift(end + 2)
    else return ends
  }
}

/** Other ways to write strings: with other delimiters or none, and with a newline in place of `\n`. */
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

/** Joins two strings that are neighbours, or have a sign between them. */
export const joinedStrings = (source: Tokens): Change[] =>
  source.tokens.flatMap((left, at) =>
    [1, 2].flatMap((distance): Change[] => {
      const right = source.tokens[at + distance]
      const isString = left.kind === 'string' && right?.kind === 'string'
      if (!isString || left.text.at(-1) !== right.text[0] || source.tokens[at + 1]?.kind === 'name') return []
      return [[putTokens(source, at, at + distance + 1, left.text.slice(0, -1) + right.text.slice(1))]]
    }),
  )
