import type { RE2JS } from 're2js'
import type { Read, Variation } from '../../reference/game.ts'
import { differencesIn, linesIn } from '../base/lines.ts'
import { type ErrorPlace, UsageError } from '../base/usage-error.ts'
import { type Bytes, toBytes, toText } from '../session/bytes.ts'
import { patternLimit } from '../session/limits.ts'
import type { Expected, Varying } from '../session/session.ts'
import { compile, searchedIn, withinPatience } from './prompt.ts'

/** The most states of the automata of all varying places of a reply. */
const maxVaryingStates = 1_000_000

/** A setting for text that differs from run to run: a regular expression, or the name of a built-in kind. */
interface VaryingPattern {
  readonly source: string
  readonly pattern: RE2JS
  readonly place: ErrorPlace
}

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'
const number = String.raw`\d+(?:\.\d+)?`
const step = String.raw`[^\s/:,;()"'<>]+`

/** The built-in kinds by name, the most specific first. */
const kinds = {
  uuid: String.raw`(?i)\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b`,
  date: String.raw`\b(?:\d{4}([-/])\d\d[-/]\d\d|\d\d?[./]\d\d?[./]\d{4}|(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?(?:\d\d? ${month}|${month} +\d\d?)(?:,? \d{4})?)\b`,
  time: String.raw`\b\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AaPp][Mm]\b|Z\b|[+-]\d\d:?\d\d\b)?|\b${number} ?(?:ns|us|µs|ms|s|seconds?|minutes?|min)\b`,
  path: String.raw`\B(?:/${step}){2,}/?`,
  hex: String.raw`\b0x[\da-fA-F]+\b|\b(?:[\da-f]{7,}|[\dA-F]{7,})\b`,
  number: String.raw`-?\d+(?:[.,]\d+)*`,
}

/** The most states of an automaton, as each byte may visit all of them. */
const maxStates = 1000

/**
 * A pattern is refused if it matches all letters and digits of one of these texts: it would leave nothing to compare, be it
 * of a program that writes capitals only.
 */
const anyTexts = ['some text, 42 of it', 'SOME TEXT, 42 OF IT']

export function parseVaries(source: string, place: ErrorPlace = '--varies'): Read<VaryingPattern> {
  if (source === '') return { error: `must be a regular expression or one of ${Object.keys(kinds).join(', ')}` }
  if (source.length > patternLimit) return { error: `is longer than ${patternLimit} characters` }
  const compiled = compile(isKind(source) ? kinds[source] : source)
  if ('error' in compiled) return compiled
  const pattern = compiled.value
  if (pattern.programSize() > maxStates) return { error: `is too large: ${source}` }
  if (pattern.testExact('')) return { error: `matches the empty text: ${source}` }
  const leavesNothing = (text: string) => !/\w/.test(pattern.matcher(text).replaceAll(''))
  if (anyTexts.some(leavesNothing)) return { error: `matches any text, so nothing would be compared: ${source}` }
  return { value: { source, pattern, place } }
}

export const readVaries = (sources: readonly string[] = []): VaryingPattern[] =>
  sources.map((source) => {
    const read = source.includes('\n') ? { error: 'cannot contain a newline' } : parseVaries(source)
    if ('error' in read) throw new UsageError('--varies', read.error)
    return read.value
  })

const isKind = (name: string): name is keyof typeof kinds => Object.hasOwn(kinds, name)

/** Finds the varying places in a recorded text, each within a line. If two overlap, the first counts. */
function placesIn(text: string, varies: readonly VaryingPattern[]) {
  if (varies.length === 0) return []
  const searches = varies.map((one) => ({
    ...one,
    states: statesOf(one.pattern),
    mayGoOn: withinPatience(one.place, 'varying places', one.source),
  }))
  let end = 0
  let states = 0
  return [...text.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) =>
    searches
      .flatMap((search) => [...matchesIn(line, search)].map((match) => ({ ...search, ...match })))
      .sort((one, other) => one.at - other.at)
      .flatMap(({ at, exact, source, place, states: ownStates }) => {
        const start = index + at
        if (start < end) return []
        states += ownStates.length
        if (states > maxVaryingStates) throw new UsageError(place, `too much varies in a reply: ${source}`)
        end = start + exact.length
        return [{ source, start, end, varying: { exact, states: ownStates } }]
      }),
  )
}

function* matchesIn(line: string, { pattern, mayGoOn }: { pattern: RE2JS; mayGoOn: () => void }) {
  const matcher = pattern.matcher(searchedIn(line, pattern))
  for (mayGoOn(); matcher.find(); mayGoOn()) {
    const exact = line.slice(matcher.start(), matcher.end())
    if (exact !== '' && exact.isWellFormed()) yield { at: matcher.start(), exact }
  }
}

/** What a user may say does not count. */
export const compares = ['exact', 'trailing-space', 'whitespace', 'case'] as const
/** One or more of these in one text; or, to find out whether that is all that differs, what a report says of it. */
export type Compare = string

/** Parses the value of `# compare:`. */
export function parseCompare(value: string): Read<Compare> {
  const words = value.split(/[ ,]+/)
  const found = words.flatMap((word) => compares.filter((known) => known === word))
  const isList = found.length === words.length && (found.length === 1 || !found.includes('exact'))
  return isList ? { value: found.join(' ') } : { error: `must be one or more of ${compares.join(', ')}` }
}

export interface Looseness {
  readonly compare?: Compare | undefined
  readonly varies?: readonly VaryingPattern[] | undefined
}

/**
 * The outputs that count as equal to a recorded one: another text in each varying place, and between these, other white
 * space or letters.
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

/**
 * Where white space may differ, the loosest first. The groups `start` and `end` count only at the start and the end of the
 * recording.
 */
const separators = {
  'white space': /[ \t\r\n]*/g,
  whitespace: /[ \t\r\n]+|(?<start>^)|(?<end>$)/g,
  'trailing-space': /(?<![ \t])[ \t]*(?:\n|(?<end>$))/g,
  'CR LF': /\r?\n/g,
  'last newline': /(?<end>\n$|(?<!\n)$)/g,
}

/** What may stand in place of a run of white space. With `whitespace`, `a  b\n` has two runs, `  ` and `\n`. */
const looseRuns: Record<keyof typeof separators, (run: string, isEdge: boolean) => (string | Variation)[]> = {
  'white space': (run) => [spaces('*', run, ' \t\r\n')],
  /** A run counts as one space; one with a line end, as one line end: blank lines do not count. */
  whitespace(run, isEdge) {
    if (isEdge) return [spaces('*', run, ' \t\r\n')]
    const newline = run.indexOf('\n')
    if (newline === -1) return [spaces('+', run, ' \t')]
    return [spaces('*', run.slice(0, newline), ' \t\r'), '\n', spaces('*', run.slice(newline + 1), ' \t\r\n')]
  },
  'trailing-space': (run) =>
    run.endsWith('\n') ? [spaces('*', run.slice(0, -1), ' \t'), '\n'] : [spaces('*', run, ' \t')],
  'CR LF': (run) => [spaces('?', run.slice(0, -1), '\r'), '\n'],
  'last newline': (run) => [spaces('?', run, '\n')],
}

const spaces = (times: Variation['times'], exact: string, characters: string): Variation => ({
  name: 'white-space',
  oneOf: [...characters],
  times,
  exact,
})

/** A text between varying places, with what may stand in place of its white space and letters. */
function loosenText(text: string, compare: Compare, isFirst: boolean, isLast: boolean): (string | Variation)[] {
  const strict = (text: string) => (/case|capitals/.test(compare) ? loosenCase(text) : [text])
  const how = (Object.keys(separators) as (keyof typeof separators)[]).find((name) => compare.includes(name))
  if (how === undefined) return strict(text)
  let offset = 0
  const parts = [...text.matchAll(separators[how])].flatMap(({ 0: run, index, groups }) => {
    if ((groups?.start !== undefined && !isFirst) || (groups?.end !== undefined && !isLast)) return []
    const before = text.slice(offset, index)
    offset = index + run.length
    const isEdge = (isFirst && index === 0) || (isLast && offset === text.length)
    return [...strict(before), ...looseRuns[how](run, isEdge)]
  })
  return [...parts, ...strict(text.slice(offset))]
}

/** Each letter may be written in capitals, or not. */
const loosenCase = (text: string) =>
  text.split(/(\p{Lu}|\p{Ll})/u).map((part, index): string | Variation => {
    const other = part === part.toLowerCase() ? part.toUpperCase() : part.toLowerCase()
    return index % 2 === 0 || other === part ? part : { name: 'capitals', oneOf: [other], times: '1', exact: part }
  })

/** Keeps the recorded line wherever the new one differs from it only in varying places. */
export function withExamples(recorded: Bytes, now: Bytes, varies: readonly VaryingPattern[] = []): Bytes {
  const changes = differencesIn(withoutVarying(recorded, varies), withoutVarying(now, varies))
  const [old, actual] = [linesIn(recorded), linesIn(now)]
  const at = { old: 0, actual: 0 }
  const lines = changes.map(({ added, removed, count }) => {
    if (!added) at.old += count
    if (!removed) at.actual += count
    if (removed) return ''
    return (added ? actual.slice(at.actual - count, at.actual) : old.slice(at.old - count, at.old)).join('')
  })
  return lines.join('')
}

/** An output as text, with a NUL in place of each varying place. */
export function withoutVarying(output: Bytes, varies: readonly VaryingPattern[] = []): string {
  const text = toText(output)
  let offset = 0
  const before = placesIn(text, varies).map(({ start, end }) => {
    const part = text.slice(offset, start)
    offset = end
    return `${part}\0`
  })
  return before.join('') + text.slice(offset)
}

/** The built-in kinds in which lines differ that are the same elsewhere, with the first differing text of each kind. */
export function kindsThatDiffer(recorded: string, now: string): Map<string, string> {
  const all = readVaries(Object.keys(kinds))
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

/** The codes, in `Inst` of re2js, of instructions with a meaning of their own here; the others read no character. */
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
