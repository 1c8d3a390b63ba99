import type { RE2JS } from 're2js'
import type { Read, Variation } from '../../reference/game.ts'
import { differencesIn, linesIn } from '../base/lines.ts'
import { type ErrorPlace, UsageError } from '../base/usage-error.ts'
import { type Bytes, toBytes, toText } from '../session/bytes.ts'
import { patternLimit } from '../session/limits.ts'
import type { Expected, Varying } from '../session/session.ts'
import { compile, searchedIn, withinPatience } from './prompt.ts'

/** Of all varying places of a reply: their automata must fit into memory. */
const maxVaryingStates = 1_000_000

/** Of one pattern: each byte may visit all of them. */
const maxStates = 1000

interface VaryingPattern {
  /** A regular expression, or the name of a built-in kind. */
  readonly source: string
  readonly pattern: RE2JS
  readonly states: Varying['states']
  readonly place: ErrorPlace
}

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'
const number = String.raw`\d+(?:\.\d+)?`
const clock = String.raw`\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?`
const zone = String.raw`Z|[+-]\d\d:?\d\d`
const step = String.raw`[^\s/:,;()"'<>]+`

/** The most specific first. */
const kinds = new Map(
  Object.entries({
    uuid: String.raw`(?i)\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b`,
    date: String.raw`\b(?:\d{4}[-/]\d\d[-/]\d\d(?:T${clock}(?:${zone})?)?|\d\d?[./]\d\d?[./]\d{4}|(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?(?:\d\d? ${month}|${month} +\d\d?)(?:,? \d{4})?)\b`,
    time: String.raw`\b${clock}(?: ?[AaPp][Mm]\b|(?:${zone})\b)?|\b${number} ?(?:ns|us|µs|ms|s|seconds?|minutes?|min)\b`,
    path: String.raw`\B(?:/${step}){2,}/?`,
    hex: String.raw`\b0x[\da-fA-F]+\b|\b(?:[\da-f]{7,}|[\dA-F]{7,})\b`,
    number: String.raw`-?\d+(?:[.,]\d+)*`,
  }),
)

/** A pattern that matches all letters and digits of one of these would leave nothing to compare. */
const anyTexts = ['some text, 42 of it', 'SOME TEXT, 42 OF IT']

export function parseVaries(source: string, place: ErrorPlace = '--varies'): Read<VaryingPattern> {
  if (source === '') return { error: `must be a regular expression or one of ${[...kinds.keys()].join(', ')}` }
  if (source.includes('\n')) return { error: 'cannot contain a newline' }
  if (source.length > patternLimit) return { error: `is longer than ${patternLimit} characters` }
  const compiled = compile(kinds.get(source) ?? source)
  if ('error' in compiled) return compiled
  const pattern = compiled.value
  if (pattern.programSize() > maxStates) return { error: `is too large: ${source}` }
  if (pattern.testExact('')) return { error: `matches the empty text: ${source}` }
  const leavesNothing = (text: string) => !/\w/.test(pattern.matcher(text).replaceAll(''))
  if (anyTexts.some(leavesNothing)) return { error: `matches any text, so nothing would be compared: ${source}` }
  return { value: { source, pattern, states: statesOf(pattern), place } }
}

export const readVaries = (sources: readonly string[] = []): VaryingPattern[] =>
  sources.map((source) => {
    const read = parseVaries(source)
    if ('error' in read) throw new UsageError('--varies', read.error)
    return read.value
  })

/** Each place is within a line. If two overlap, the first counts. */
function placesIn(text: string, varies: readonly VaryingPattern[]) {
  if (varies.length === 0) return []
  const searches = varies.map((one) => ({
    ...one,
    mayGoOn: withinPatience(one.place, 'varying places', one.source),
  }))
  let end = 0
  let size = 0
  return [...text.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) =>
    searches
      .flatMap(({ mayGoOn, ...varying }) => {
        const matches = [...matchesIn(line, varying.pattern, mayGoOn)]
        return matches.map(({ at, exact }) => ({ ...varying, start: index + at, exact }))
      })
      .sort((one, other) => one.start - other.start)
      .flatMap(({ start, exact, source, place, states }) => {
        if (start < end) return []
        size += states.length
        if (size > maxVaryingStates) throw new UsageError(place, `too much varies in a reply: ${source}`)
        end = start + exact.length
        return [{ source, start, end, varying: { exact, states } }]
      }),
  )
}

function* matchesIn(line: string, pattern: RE2JS, mayGoOn: () => void) {
  const matcher = pattern.matcher(searchedIn(line, pattern))
  for (mayGoOn(); matcher.find(); mayGoOn()) {
    const exact = line.slice(matcher.start(), matcher.end())
    if (exact !== '' && exact.isWellFormed()) yield { at: matcher.start(), exact }
  }
}

const compares = ['exact', 'trailing-space', 'whitespace', 'case']

export function parseCompare(value: string): Read<string> {
  const words = value.split(/[ ,]+/)
  const isList = words.every((word) => compares.includes(word)) && (words.length === 1 || !words.includes('exact'))
  return isList ? { value: words.join(' ') } : { error: `must be one or more of ${compares.join(', ')}` }
}

export interface Looseness {
  /** The words of `# compare:`, or what a report says if nothing else differs. */
  readonly compare?: string | undefined
  readonly varies?: readonly VaryingPattern[] | undefined
}

/**
 * Returns the outputs that count as equal to a recorded one: another text in each varying place, and between these, other
 * white space or letters.
 * @param last true if the recording ends with it; false if an answer follows on the same line
 */
export function loosen(recorded: Bytes, { compare = 'exact', varies = [] }: Looseness, last: boolean): Expected {
  const text = toText(recorded)
  const places = placesIn(text, varies)
  const between = (from = 0, to?: number) =>
    loosenText(text.slice(from, to), compare, from === 0, last && to === undefined)
  const parts = [
    ...places.flatMap(({ start, varying }, at) => [...between(places[at - 1]?.end, start), varying]),
    ...between(places.at(-1)?.end),
  ]
  return parts.every((part) => typeof part === 'string') ? text : parts
}

/** White space that may differ, the loosest first. */
const spacings: readonly {
  readonly name: string
  /** The groups `start` and `end` count only at the start and the end of the recording. */
  readonly runs: RegExp
  allowed(run: string, isEdge: boolean): (string | Variation)[]
}[] = [
  { name: 'white space', runs: /[ \t\r\n]*/g, allowed: (run) => [spaces('*', run, ' \t\r\n')] },
  {
    name: 'whitespace',
    runs: /[ \t\r\n]+|(?<start>^)|(?<end>$)/g,
    // A run counts as one space; one with a line end, as one line end: blank lines do not count.
    allowed(run, isEdge) {
      if (isEdge) return [spaces('*', run, ' \t\r\n')]
      const newline = run.indexOf('\n')
      if (newline === -1) return [spaces('+', run, ' \t')]
      return [spaces('*', run.slice(0, newline), ' \t\r'), '\n', spaces('*', run.slice(newline + 1), ' \t\r\n')]
    },
  },
  {
    name: 'trailing-space',
    runs: /(?<![ \t])[ \t]*(?:\n|(?<end>$))/g,
    allowed: (run) => (run.endsWith('\n') ? [spaces('*', run.slice(0, -1), ' \t'), '\n'] : [spaces('*', run, ' \t')]),
  },
  { name: 'CR LF', runs: /\r?\n/g, allowed: (run) => [spaces('?', run.slice(0, -1), '\r'), '\n'] },
  { name: 'last newline', runs: /(?<end>\n$|(?<!\n)$)/g, allowed: (run) => [spaces('?', run, '\n')] },
]

const spaces = (times: Variation['times'], exact: string, characters: string): Variation => ({
  name: 'white-space',
  oneOf: [...characters],
  times,
  exact,
})

function loosenText(text: string, compare: string, isFirst: boolean, isLast: boolean): (string | Variation)[] {
  const strict = (text: string) => (/case|capitals/.test(compare) ? loosenCase(text) : [text])
  const spacing = spacings.find(({ name }) => compare.includes(name))
  if (spacing === undefined) return strict(text)
  let offset = 0
  const parts = [...text.matchAll(spacing.runs)].flatMap(({ 0: run, index, groups }) => {
    if ((groups?.start !== undefined && !isFirst) || (groups?.end !== undefined && !isLast)) return []
    const before = text.slice(offset, index)
    offset = index + run.length
    const isEdge = (isFirst && index === 0) || (isLast && offset === text.length)
    return [...strict(before), ...spacing.allowed(run, isEdge)]
  })
  return [...parts, ...strict(text.slice(offset))]
}

const loosenCase = (text: string) =>
  text.split(/(\p{Lu}|\p{Ll})/u).map((part, index): string | Variation => {
    const other = part === part.toLowerCase() ? part.toUpperCase() : part.toLowerCase()
    return index % 2 === 0 || other === part ? part : { name: 'capitals', oneOf: [other], times: '1', exact: part }
  })

/** Keeps the recorded line wherever the new one differs from it only in varying places. */
export function withExamples(recorded: Bytes, now: Bytes, varies: readonly VaryingPattern[] = []): Bytes {
  const [old, fresh] = [[...linesIn(recorded)], [...linesIn(now)]]
  const changes = differencesIn(withoutVarying(recorded, varies), withoutVarying(now, varies))
  const lines = changes.flatMap(({ added, removed, count }) => {
    const examples = added ? [] : old.splice(0, count)
    const actual = removed ? [] : fresh.splice(0, count)
    if (removed) return []
    return added ? actual : examples
  })
  return lines.join('')
}

/** Returns an output as text, with a NUL in place of each varying place. */
export function withoutVarying(output: Bytes, varies: readonly VaryingPattern[] = []): string {
  const text = toText(output)
  const places = placesIn(text, varies)
  const between = [...places, { start: text.length }].map(({ start }, at) => text.slice(places[at - 1]?.end, start))
  return between.join('\0')
}

/** Finds the built-in kinds in which lines differ that are else the same, each with the first text that differs. */
export function kindsThatDiffer(recorded: string, now: string): Map<string, string> {
  const all = readVaries([...kinds.keys()])
  const actual = linesIn(now)
  const found = new Map<string, string>()
  for (const [index, line] of linesIn(recorded).entries()) {
    const { [index]: other = '' } = actual
    if (withoutVarying(toBytes(line), all) !== withoutVarying(toBytes(other), all)) continue
    const others = placesIn(other, all)
    for (const [at, { source, varying }] of placesIn(line, all).entries()) {
      const [example, different = ''] = [varying.exact, others[at]?.varying.exact]
      // `hex` matches seven digits or more, too.
      const kind = /^\d+$/.test(example + different) ? 'number' : source
      if (different !== example && !found.has(kind)) found.set(kind, example)
    }
  }
  return found
}

/** Codes of `Inst` in re2js; the instructions of others read no character. */
const [alternative, fail, match, rune, anyRune] = [1, 5, 6, 8, 10]

/**
 * Makes the automaton of a pattern, in which no character is a newline. `^`, `$` and `\b` only find the place: other text
 * in the place need not match them.
 */
function statesOf(pattern: RE2JS): Varying['states'] {
  const { inst, start } = pattern.re2().prog as {
    readonly start: number
    readonly inst: readonly {
      readonly op: number
      readonly out: number
      readonly arg: number
      matchRune(code: number): boolean
    }[]
  }
  const states = inst.map((instruction): Varying['states'][number] => {
    const { op, out, arg } = instruction
    // An extra state at the start leads to the first instruction.
    if (op === fail) return { next: [] }
    if (op === match) return { next: [inst.length + 1] }
    if (op === alternative) return { next: [out + 1, arg + 1] }
    if (op < rune) return { next: [out + 1] }
    return { next: [out + 1], reads: (code) => code !== 10 && (op >= anyRune || instruction.matchRune(code)) }
  })
  return [{ next: [start + 1] }, ...states]
}
