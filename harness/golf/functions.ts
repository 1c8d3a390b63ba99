import type { Holes } from './patterns.ts'
import { type Change, type Edit, put } from './source.ts'
import { filled, matchesAt, type Part, patternOf } from './synonyms.ts'
import { bare, closingOf, items, putTokens, readTokens, type Tokens, textBetween } from './tokens.ts'

/** How a language defines functions, and what may replace a call. */
export interface Functions {
  /** Patterns of tokens: `«f»` or `«F»` is the name, `«p»` the parameters, `«b»` the body. */
  readonly definitions: readonly string[]
  /** Texts that replace a call (default: the body, with parentheses and without). */
  readonly bodies?: readonly string[]
  /** Patterns of a statement that does `«b»` if the call `«c»` is true (default: as in C). */
  readonly tests?: readonly string[]
  /** Texts that do `«b»` in place of `return 1` (default: a block in braces). */
  readonly blocks?: readonly string[]
  /** A pattern of a loop that does `«a»` until the call `«c»` is true, and one that does `«b»` and `«a»` for ever. */
  readonly untils?: readonly (readonly [until: string, forever: string])[]
  /** The word that leaves a loop (default: `break`). */
  readonly leave?: string
}

/** The most calls of a function that is inlined, and the most ends of a definition that are tried. */
const mostCalls = 3
const mostEnds = 6

/** Replaces the calls of a function by its body, with the arguments in place of the parameters. */
export const inlined = (functions: Functions, tokens: RegExp): ((source: Tokens) => Change[]) => {
  const patterns = functions.definitions.map((definition) => patternOf(definition, tokens))
  const { tests = testsLikeC, untils = [['while(!«c»){«a»}', 'for(;;){«b»;«a»}']] } = functions
  const read = [...tests.map((test) => [test, ''] as const), ...untils].map(
    ([test, loop]) => [patternOf(test, tokens), loop] as const,
  )
  return (source) =>
    patterns.flatMap((pattern) =>
      source.tokens.flatMap((_, from) => {
        const matches = [...take(mostEnds, matchesAt(source, pattern, from))]
        return matches.flatMap(({ to, holes }) => {
          const { bodies = ['«b»', '(«b»)'] } = functions
          const calls = callsOf(source, holes.get('«f»') ?? holes.get('«F»') ?? '', from, to)
          const [call, ...others] = calls
          if (call === undefined || calls.length > mostCalls) return []
          const textsOf = (template: string) =>
            calls.map(({ args }) =>
              filled(template, new Map([['«b»', withoutReturn(withArguments(holes, args, tokens))]])),
            )
          const texts = bodies.flatMap((template) => leavingLoops(textsOf(template)))
          const body = withoutReturn(withArguments(holes, call.args, tokens))
          const hasReturn = others.length === 0 && /\breturn\b/.test(body)
          return [
            ...texts.map((texts) => calls.map((call, i) => putTokens(source, call.from, call.to, texts[i] ?? ''))),
            ...(hasReturn ? withReturns(functions, read, source, call, body) : []),
            ...withValues(source, calls, holes, functions.leave, tokens),
          ].map((edits): Change => [putTokens(source, from, to, ''), ...edits])
        })
      }),
    )
}

/** Puts the body of a function, which may return from its middle, where its only call is. */
function withReturns(
  { blocks = ['{«b»}'], leave = 'break' }: Functions,
  tests: readonly (readonly [test: readonly Part[], loop: string])[],
  source: Tokens,
  { from, to }: Pick<Call, 'from' | 'to'>,
  body: string,
): Edit[][] {
  const called = textBetween(source, from, to)
  return tests.flatMap(([test, loop]) =>
    [from - 3, from - 2, from - 1, from].flatMap((start) =>
      [...take(mostEnds, matchesAt(source, test, start))].flatMap((match) => {
        if (match.holes.get('«c»') !== called) return []
        const variable = match.holes.get('«V»')
        const done = (block: string) => {
          const text = filled(block, match.holes)
          // What follows a true call is done where the function returns true.
          if (variable === undefined) return body.replace(/\breturn (?:1|true)\b/g, () => text)
          return body.replace(returned, (found, value: string) =>
            /^(?:0|false|""|'')$/.test(value) ? found : withValue(text, variable, value),
          )
        }
        const texts = (loop === '' ? blocks : ['exit']).map(done).filter((text) => text !== body)
        return texts
          .flatMap((text) => [...new Set([text, text.replace(new RegExp(`\\b${leave}\\b`, 'g'), 'exit')])])
          .map((text) => text.replace(/\s*(?:\breturn ?)?(?:\b0|\bfalse|""|'');?\s*$/, ''))
          .map((text) => [
            putTokens(
              source,
              start,
              match.to,
              loop === '' ? text : filled(loop, new Map([...match.holes, ['«b»', text]])),
            ),
          ])
      }),
    ),
  )
}

/** Puts the statements of a function before those that call it, and the value that it returns in place of each call. */
function withValues(
  source: Tokens,
  calls: readonly Call[],
  holes: Holes,
  leave = 'break',
  tokens: RegExp,
): (readonly Edit[])[] {
  const isBorder = (at: number) =>
    /^[;{}⟨⟩]$/.test(source.tokens[at]?.text ?? ';') && !/^[$@]/.test(source.tokens[at - 1]?.text ?? '')
  const parameters = parametersOf(holes, tokens)
  /** @param isSet whether parameters become variables, in place of which the arguments stand otherwise */
  const inPlaceOf = ({ from, to, args }: Call, isSet: boolean): Edit[] => {
    const set = isSet ? parameters.flatMap((name, i) => (args[i] ? [`${name}=${args[i]};`] : [])).join('') : ''
    const [statements, value] = splitReturn(
      withArguments(isSet ? new Map(holes).set('«p»', '') : holes, args, tokens),
      leave,
    )
    if (value === undefined) return []
    const statement = [...source.tokens.slice(0, from + 1).keys()].findLast((at) => isBorder(at - 1)) ?? 0
    const start = source.tokens[statement]?.start ?? 0
    const text = /^[$@]?\w+$/.test(value) ? value : `(${value})`
    return [put({ start, end: start }, set + statements), putTokens(source, from, to, text)]
  }
  const { tokens: words } = readTokens(holes.get('«b»') ?? '', tokens)
  const isUsedAgain = (name: string) => words.filter(({ text }) => text === name).length > 1
  const isLong = ({ args }: Call) => args.some((arg, i) => /\W/.test(arg) && isUsedAgain(parameters[i] ?? ''))
  return (calls.some(isLong) ? [false, true] : [false])
    .map((isSet) => calls.map((call) => inPlaceOf(call, isSet)))
    .flatMap((edits) => (edits.every(({ length }) => length > 0) ? [edits.flat()] : []))
}

/** The statements of a function, and the value that it returns in the end: undefined if there is not one. */
function splitReturn(body: string, leave: string): [statements: string, value: string | undefined] {
  const [, statements = '', last] = /^(|.*[;}⟩]\s*)return\b ?([^;⟨⟩{}]+)$/s.exec(body) ?? []
  if (last !== undefined) return [statements, last]
  // A loop that returns a variable ends, and the variable is used.
  const returns = /\breturn ?([$@]?\w+(?:,[$@]?\w+)*)(?=[;}⟩]| ?(?:if|unless)\b|$)/g
  const [value, ...others] = new Set([...body.matchAll(returns)].map(([, name]) => name))
  return [`${body.replace(returns, leave)};`, others.length > 0 ? undefined : value]
}

const testsLikeC = ['if(«c»){«b»}', 'if(«c»)«b»;', '«c»&&«b»;', '«V»=«c»;if(«V»){«b»}', '«V»=«c»;«b» if «V»;']

/** What a function returns: a string, or a text without a condition. */
const returned = /\breturn ?("[^"]*"|'[^']*'|[$\w.]+)(?=[;}]| ?if\b|\s*$)/g

/** Puts a value in place of a variable, also in strings if it is one. */
const withValue = (text: string, variable: string, value: string) => {
  const name = variable.replace(/\W/g, '\\$&')
  return text
    .replace(new RegExp(`(?<=["\\w ])${name}\\b(?=[^"';]*")`, 'g'), () => value.replace(/^(["'])(.*)\1$/, '$2'))
    .replace(new RegExp(`${name}\\b`, 'g'), () => value)
}

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

interface Call {
  readonly from: number
  readonly to: number
  readonly args: readonly string[]
}

/** The calls of a function outside its definition. */
function callsOf(source: Tokens, name: string, from: number, to: number): Call[] {
  if (/^(?:if|for|while|switch)$/.test(name)) return []
  return source.tokens.flatMap(({ kind, text }, at) => {
    if (kind !== 'name' || bare(text) !== name || (from <= at && at < to)) return []
    const close = source.tokens[at + 1]?.text === '(' ? closingOf(source.tokens, at + 1) : undefined
    const args = close === undefined ? [] : items(source, at + 2, close)
    return [{ from: at, to: (close ?? at) + 1, args }]
  })
}

/** The body of a function with arguments in place of its parameters. */
function withArguments(holes: Holes, args: readonly string[], tokens: RegExp): string {
  const parameters = parametersOf(holes, tokens)
  const body = readTokens(holes.get('«b»') ?? '', tokens)
  const text = body.tokens.reduceRight((text, { text: name, start, end }) => {
    const argument = args[parameters.indexOf(name)]
    if (argument === undefined) return text
    const isOne = readTokens(argument, tokens).tokens.length === 1
    return text.slice(0, start) + (isOne ? argument : `(${argument})`) + text.slice(end)
  }, body.text)
  const inPlace = text.replace(/^global [^;\n]*[;\n]\s*/, '')
  const [only, ...others] = args
  // A sub of Perl may take its argument from the list of them.
  if (only === undefined || others.length > 0 || parameters.length > 0) return inPlace
  return inPlace.replace(/\b(?:pop|shift)\b(?! ?[@$(])|\$_\[0\]/, () => only)
}

const withoutReturn = (body: string) => body.replace(/^return\b\s*/, '')

/** The names of parameters: the last word of each. */
function parametersOf(holes: Holes, tokens: RegExp): string[] {
  const list = readTokens(holes.get('«p»') ?? '', tokens)
  return items(list, 0, list.tokens.length).map((text) => /[$@]?\w+$/.exec(text)?.[0] ?? text)
}

/** Deletes a parameter of a function for which all calls give the same, which takes its place. */
export const parametersAway = (source: Tokens): Change[] =>
  source.tokens.flatMap(({ text: name }, at): Change[] => {
    if (!/^(?:def|func|function|int|void|char|bool)$/.test(source.tokens[at - 1]?.text ?? '')) return []
    const uses = callsOf(source, name, -1, -1).filter(({ from, to }) => to > from + 1)
    const [{ from = 0, to = 0, args = [] } = {}, ...calls] = uses
    if (from !== at || calls.length === 0 || calls.length > mostCalls) return []
    return args.flatMap((parameter, k): Change[] => {
      const [argument, ...others] = new Set(calls.map(({ args }) => args[k]))
      if (argument === undefined || others.length > 0) return []
      const without = uses.map(({ from, to, args }) =>
        putTokens(source, from, to, `${name}(${args.filter((_, i) => i !== k).join()})`),
      )
      const word = /[$@]?\w+$/.exec(parameter)?.[0]
      const last = Math.min(...calls.map(({ from }) => from).filter((call) => call > from))
      const inBody = source.tokens.slice(to, last).filter(({ text }) => text === word && text !== argument)
      return [[...without, ...inBody.map((token) => put(token, argument))]]
    })
  })
