import { type Change, type Edit, put } from './source.ts'
import { filled, matchesAt, patternOf } from './synonyms.ts'
import { bare, closingOf, putTokens, readTokens, type Tokens, textBetween } from './tokens.ts'

/** How a language defines functions, and what may replace a call. */
export interface Functions {
  /** Patterns of tokens: `«f»` or `«F»` is the name, `«p»` the parameters, `«b»` the body. */
  readonly definitions: readonly string[]
  /** Texts that replace a call (default: the body, with parentheses and without). */
  readonly bodies?: readonly string[]
}

/** The most calls of a function that is inlined, and the most ends of a definition that are tried. */
const mostCalls = 3
const mostEnds = 6

/** Replaces the calls of a function by its body, with the arguments in place of the parameters. */
export const inlined =
  ({ definitions, bodies = ['«b»', '(«b»)'] }: Functions, tokens: RegExp) =>
  (source: Tokens): Change[] =>
    definitions
      .map((definition) => patternOf(definition, tokens))
      .flatMap((pattern) =>
        source.tokens.flatMap((_, from) => {
          const matches = [...take(mostEnds, matchesAt(source, pattern, from))]
          return matches.flatMap(({ to, holes }) => {
            const called = callsOf(source, holes.get('«f»') ?? holes.get('«F»') ?? '', from, to)
            if (called.length === 0 || called.length > mostCalls) return []
            const textsOf = (template: string) =>
              called.map(({ args }) => filled(template, new Map([['«b»', withArguments(holes, args, tokens)]])))
            return bodies
              .flatMap((template) => leavingLoops(textsOf(template)))
              .map(
                (texts): Change => [
                  putTokens(source, from, to, ''),
                  ...called.map((call, i) => putTokens(source, call.from, call.to, texts[i] ?? '')),
                ],
              )
          })
        }),
      )

/** Bodies as they are, and with `break` in place of `return`, which is right in a loop. */
function leavingLoops(bodies: readonly string[]): (readonly string[])[] {
  const left = bodies.map((body) => body.replace(/\breturn(?=[;}])/g, 'break'))
  return left.join() === bodies.join() ? [bodies] : [bodies, left]
}

function* take<Item>(most: number, items: Iterable<Item>): Generator<Item> {
  let count = 0
  for (const item of items) {
    if (count++ === most) return
    yield item
  }
}

/** The calls of a function outside its definition. */
function callsOf(source: Tokens, name: string, from: number, to: number) {
  return source.tokens.flatMap(({ kind, text }, at) => {
    if (kind !== 'name' || bare(text) !== name || (from <= at && at < to)) return []
    const close = source.tokens[at + 1]?.text === '(' ? closingOf(source.tokens, at + 1) : undefined
    const args = close === undefined ? [] : items(source, at + 2, close)
    return [{ from: at, to: (close ?? at) + 1, args }]
  })
}

/** The texts between the commas of a list. */
function items(source: Tokens, from: number, to: number): string[] {
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

/** The body of a function with arguments in place of its parameters; the last word of each is its name. */
function withArguments(holes: ReadonlyMap<string, string>, args: readonly string[], tokens: RegExp): string {
  const list = readTokens(holes.get('«p»') ?? '', tokens)
  const parameters = items(list, 0, list.tokens.length).map((text) => /[$@]?\w+$/.exec(text)?.[0] ?? text)
  const body = readTokens(holes.get('«b»') ?? '', tokens)
  return body.tokens.reduceRight((text, { text: name, start, end }) => {
    const argument = args[parameters.indexOf(name)]
    if (argument === undefined) return text
    const isOne = readTokens(argument, tokens).tokens.length === 1
    return text.slice(0, start) + (isOne ? argument : `(${argument})`) + text.slice(end)
  }, body.text)
}

/**
 * The same for Python, where the indentation delimits the body. Statements replace the line of the call. A value that
 * is returned at the end replaces the call, and the statements before it go before the line.
 */
export function inlinedBlocks(source: Tokens, tokens: RegExp): Change[] {
  const { text } = source
  const definition = /^( *)def (\w+)\((.*)\):(.*(?:\n\1 .*)*)\n?/gm
  return [...text.matchAll(definition)].flatMap((match): Change[] => {
    const [found, indent = '', name = '', parameters = '', body = ''] = match
    const end = match.index + found.length
    const from = source.tokens.findIndex(({ start }) => start >= match.index)
    const to = source.tokens.findIndex(({ start }) => start >= end)
    const calls = to < 0 ? [] : callsOf(source, name, from, to)
    if (calls.length === 0 || calls.length > mostCalls) return []
    const [first = '', ...rest] = body
      .trim()
      .replace(/;(?=return\b.*$)/, `\n${indent} `)
      .split('\n')
    const lines = [first, ...rest.map((line) => line.slice(indent.length + 1))]
    const value = /^return\b ?(.*)$/.exec(lines.at(-1) ?? '')?.[1]
    const statements = value === undefined ? lines : lines.slice(0, -1)
    const edits = calls.map((call): Edit[] | undefined => {
      const start = text.lastIndexOf('\n', source.tokens[call.from]?.start) + 1
      const depth = /^ */.exec(text.slice(start))?.[0] ?? ''
      const isLine = source.tokens[call.from]?.start === start + depth.length
      const inPlace = (body: string) =>
        withArguments(new Map([['«p»', parameters]]).set('«b»', body), call.args, tokens)
      const before = statements.map(inPlace).join(`\n${depth}`)
      if (value === undefined)
        return isLine || lines.length === 1 ? [putTokens(source, call.from, call.to, before)] : undefined
      const edit = putTokens(source, call.from, call.to, `(${inPlace(value)})`)
      return statements.length === 0 ? [edit] : [put({ start, end: start }, `${depth}${before}\n`), edit]
    })
    const deletion = put({ start: match.index, end }, '')
    return edits.every((edit) => edit !== undefined) ? [[deletion, ...edits.flat()]] : []
  })
}
