import type { Change, Edit } from './source.ts'
import { changed, put } from './source.ts'

/** A program of any language as its tokens. */
export interface Tokens {
  readonly text: string
  /** White space and comments aside. */
  readonly tokens: readonly Token[]
  /** White space and comments before each token, and behind the last one. */
  readonly gaps: readonly { readonly start: number; readonly end: number }[]
}

export interface Token {
  readonly kind: 'string' | 'name' | 'number' | 'sign'
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The regular expressions that tokens are made of. */
interface Lexis {
  readonly comment: string
  /** Strings, and patterns where the language has them as literals. */
  readonly string: string
  readonly name?: string
}

/** A name without a sign in front of it. */
export const word = '[A-Za-z_]\\w*'

const signs =
  '<\\?(?:php|=)|<<=|>>=|\\*\\*=?|\\|\\|=|&&=|[!=]==|<=>|\\.\\.\\.?|[-+*/%|&^.~:=!<>]=|[=!]~|\\+\\+|--|&&|\\|\\||<<|>>|[-=]>|::|\\?\\?'

/** @returns a regular expression with a group for each kind of token; any other character is a sign */
export const tokenPattern = ({ comment, string, name = word }: Lexis): RegExp =>
  new RegExp(
    `(?<gap>(?:\\s|${comment})+)|(?<string>${string})|(?<name>${name})` +
      `|(?<number>\\d+(?:\\.\\d+)?)|(?<sign>${signs}|[^])`,
    'g',
  )

export function readTokens(text: string, pattern: RegExp): Tokens {
  const tokens: Token[] = []
  for (const { 0: found, index, groups = {} } of text.matchAll(pattern)) {
    const kind = (['string', 'name', 'number', 'sign'] as const).find((kind) => groups[kind] !== undefined)
    if (kind !== undefined) tokens.push({ kind, text: found, start: index, end: index + found.length })
  }
  const starts = [0, ...tokens.map(({ end }) => end)]
  const gaps = starts.map((start, i) => ({ start, end: tokens[i]?.start ?? text.length }))
  return { text, tokens, gaps }
}

const closing = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  // These stand around blocks of Python, see `withBrackets`.
  ['⟨', '⟩'],
])

const knownClosings = new WeakMap<readonly Token[], readonly (number | undefined)[]>()

/** @returns the index of the bracket that closes the one at `open`; undefined if there is none there, or it stays open */
export function closingOf(tokens: readonly Token[], open: number): number | undefined {
  const known = knownClosings.get(tokens) ?? closingsOf(tokens)
  knownClosings.set(tokens, known)
  return known[open]
}

/** For each bracket that is closed, the index of the other one. */
function closingsOf(tokens: readonly Token[]): (number | undefined)[] {
  const closings: (number | undefined)[] = []
  const open: { readonly at: number; readonly close: string }[] = []
  for (const [at, { text }] of tokens.entries()) {
    const close = closing.get(text)
    if (close !== undefined) open.push({ at, close })
    else if (/^[)\]}⟩]$/.test(text)) {
      const last = open.pop()
      if (last?.close === text) closings[last.at] = at
      // All that are open stay open.
      else open.length = 0
    }
  }
  return closings
}

/** The ends of all balanced runs of tokens that begin at an index, the shortest first. */
export function* balancedEnds(tokens: readonly Token[], start: number): Generator<number> {
  for (let i = start; i < tokens.length; i++) {
    if (/^[)\]}⟩]$/.test(tokens[i]?.text ?? '')) return
    const close = closing.has(tokens[i]?.text ?? '') ? closingOf(tokens, i) : i
    if (close === undefined) return
    i = close
    yield i + 1
  }
}

/** The text of some tokens, from one index up to another. */
export const textBetween = ({ text, tokens }: Tokens, from: number, to: number): string =>
  to > from ? text.slice(tokens[from]?.start, tokens[to - 1]?.end) : ''

/** The texts between the commas of a list. */
export function items(source: Tokens, from: number, to: number): string[] {
  const found: string[] = []
  let start = from
  for (let at = from; at < to; at++) {
    if (source.tokens[at]?.text === ',') {
      found.push(textBetween(source, start, at))
      start = at + 1
    }
    at = closingOf(source.tokens, at) ?? at
  }
  return to > start ? [...found, textBetween(source, start, to)] : found
}

/** Replaces tokens from one index up to another. */
export const putTokens = ({ tokens }: Tokens, from: number, to: number, text: string): Edit =>
  put({ start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 }, text)

/** The text after a change; a space separates words that would become one. */
export const changedTokens = ({ text }: Tokens, change: Change): string => changed(text, change, /\w/)

/** A name without its sigil. */
export const bare = (name: string): string => name.replace(/^\W+/, '')
