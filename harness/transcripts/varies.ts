import { RE2JS } from 're2js'
import type { Read, Variation } from '../../reference/game.ts'
import { differencesIn, linesIn } from '../base/lines.ts'
import { type ErrorPlace, UsageError } from '../base/usage-error.ts'
import { type Bytes, toBytes, toText } from '../session/bytes.ts'
import { patternLimit } from '../session/limits.ts'
import type { Expected, State, Varying } from '../session/session.ts'
import { searchedIn, withinPatience } from './prompt.ts'

/** The most states of the automata of all varying places of a reply. */
const maxVaryingStates = 1_000_000

/** A setting for text that differs from run to run: a regular expression, or the name of a built-in kind. */
export interface VaryingPattern {
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
  let pattern: RE2JS
  try {
    pattern = RE2JS.compile(isKind(source) ? kinds[source] : source)
  } catch (error) {
    const why = (error as Error).message.replace('error parsing regexp: ', '')
    return { error: `is not a regular expression in RE2 syntax: ${why}` }
  }
  if (pattern.programSize() > maxStates) return { error: `is too large: ${source}` }
  if (Object.keys(pattern.namedGroups()).length > 0)
    return { error: `cannot name a part: equal parts are not demanded any more: ${source}` }
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

export const settingOf = (source: string): string => `# varies: ${source}`

type Kind = keyof typeof kinds
const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name)

/** Finds the varying places in a recorded output, each within a line. If two overlap, the first counts. */
function placesIn(recorded: Bytes, varies: readonly VaryingPattern[]) {
  if (varies.length === 0) return []
  const searches = varies.map((one) => ({
    ...one,
    states: statesOf(one.pattern),
    mayGoOn: withinPatience(one.place, 'varying places', one.source),
  }))
  let states = 0
  return [...recorded.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) => {
    const text = toText(line)
    const found = searches.flatMap((search) => [...matchesIn(text, search)]).sort((a, b) => a.at - b.at)
    let offset = 0
    let bytes = index
    return found.flatMap(({ at, varying, source, place }) => {
      if (at < offset || !varying.exact.isWellFormed()) return []
      states += varying.states.length
      if (states > maxVaryingStates) throw new UsageError(place, `too much varies in a reply: ${source}`)
      const start = bytes + toBytes(text.slice(offset, at)).length
      bytes = start + toBytes(varying.exact).length
      offset = at + varying.exact.length
      return [{ source, start, end: bytes, varying }]
    })
  })
}

interface Search extends VaryingPattern {
  readonly states: readonly State[]
  /** Throws once all searches have taken too long. */
  mayGoOn(): void
}

function* matchesIn(line: string, { mayGoOn, pattern, states, ...search }: Search) {
  const matcher = pattern.matcher(searchedIn(line, pattern))
  for (mayGoOn(); matcher.find(); mayGoOn()) {
    const varying: Varying = { exact: line.slice(matcher.start(), matcher.end()), states }
    if (varying.exact !== '') yield { ...search, at: matcher.start(), varying }
  }
}

/** What a user may say does not count. */
export const compares = ['exact', 'trailing-space', 'whitespace', 'case'] as const
/** One or more of these in one text; or, to name a difference in a report, `any-space`, `cr-lf` or `last-newline`. */
export type Compare = string

/** Parses the value of `# compare:`. */
export function parseCompare(value: string): Read<Compare> {
  const words = value.split(/[ ,]+/)
  const found = words.flatMap((word) => compares.filter((known) => known === word))
  const isList = found.length === words.length && (found.length === 1 || !found.includes('exact'))
  return isList ? { value: found.join(' ') } : { error: `must be one or more of ${compares.join(', ')}` }
}

/** Match the places where white space may differ, the loosest first. The group `end` counts only at the end of the recording. */
const separators = {
  'any-space': /[ \t\r\n]*/g,
  whitespace: /^[ \t\r\n]*|[ \t\r\n]+|(?<end>$)/g,
  'trailing-space': /(?<![ \t])[ \t]*(?:\n|(?<end>$))/g,
  'cr-lf': /\r?\n/g,
  'last-newline': /(?<end>\n$|(?<!\n)$)/g,
}

export interface Looseness {
  readonly compare?: Compare | undefined
  readonly varies?: readonly VaryingPattern[] | undefined
}

/**
 * The outputs that count as equal to a recorded one.
 * With `whitespace`, `a  b\n` has two spans, `  ` and `\n`. A match of `varies` is a place; no span lies in it.
 * @param last true if the recording ends with it; false if an answer follows on the same line
 */
export function loosen(recorded: Bytes, { compare = 'exact', varies = [] }: Looseness, last: boolean): Expected {
  const places = placesIn(recorded, varies)
  let next = 0
  // Both spans and places are in order.
  const isFree = (from: number, to: number) => {
    while ((places[next]?.end ?? Infinity) <= from) next++
    return (places[next]?.start ?? Infinity) >= to
  }
  const how = (Object.keys(separators) as (keyof typeof separators)[]).find((name) => compare.includes(name))
  const runs = how === undefined ? [] : recorded.matchAll(separators[how])
  const spans = [...runs].flatMap(({ 0: run, index, groups }) => {
    const end = index + run.length
    if ((groups?.end !== undefined && !last) || !isFree(index, end)) return []
    const isEdge = index === 0 || (last && end === recorded.length)
    const parts = loosened[how ?? 'any-space'](run, isEdge)
    return [{ start: index, end, parts }]
  })
  const all = [...spans, ...places.map(({ varying, ...place }) => ({ ...place, parts: [varying] }))]
  const inCase = (text: string) => (compare.includes('case') ? loosenCase(text) : [text])
  if (all.length === 0 && !compare.includes('case')) return toText(recorded)
  let offset = 0
  const text = all
    .sort((a, b) => a.start - b.start)
    .flatMap(({ start, end, parts }) => {
      const before = toText(recorded.slice(offset, start))
      offset = end
      return [...inCase(before), ...parts]
    })
  return [...text, ...inCase(toText(recorded.slice(offset)))]
}

/** Each letter may be written in capitals, or not. */
const loosenCase = (text: string) =>
  text.split(/(\p{Lu}|\p{Ll})/u).map((part, index): string | Variation => {
    const other = part === part.toLowerCase() ? part.toUpperCase() : part.toLowerCase()
    return index % 2 === 0 || other === part ? part : { name: 'capitals', oneOf: [other], times: '1', exact: part }
  })

const loosened = {
  'any-space': (run: Bytes) => [spaces('*', run, ' \t\r\n')],
  whitespace: loosenWhitespace,
  'trailing-space': loosenTrailingSpace,
  'cr-lf': (run: Bytes) => [{ name: 'cr-lf', oneOf: ['\r'], times: '?', exact: run.slice(0, -1) } as const, '\n'],
  'last-newline': (run: Bytes) => [{ name: 'last-newline', oneOf: ['\n'], times: '?', exact: run } as const],
}

function loosenTrailingSpace(run: Bytes) {
  return run.endsWith('\n') ? [spaces('*', run.slice(0, -1), ' \t'), '\n'] : [spaces('*', run, ' \t')]
}

/** A run of white space counts as one space; one with a line end, as one line end: blank lines do not count. */
function loosenWhitespace(run: Bytes, isEdge: boolean) {
  if (isEdge) return [spaces('*', run, ' \t\r\n')]
  const newline = run.indexOf('\n')
  if (newline === -1) return [spaces('+', run, ' \t')]
  return [spaces('*', run.slice(0, newline), ' \t\r'), '\n', spaces('*', run.slice(newline + 1), ' \t\r\n')]
}

const spaces = (times: '*' | '+', exact: string, characters: string): Variation => ({
  name: 'white-space',
  oneOf: [...characters],
  times,
  exact,
})

/** Keeps the recorded line wherever the new one differs from it only in varying places. */
export function withExamples(recorded: Bytes, now: Bytes, varies: readonly VaryingPattern[] = []): Bytes {
  const [old, actual] = [linesIn(recorded), linesIn(now)]
  const lines: Bytes[] = []
  let at = 0
  for (const { added, removed, count } of differencesIn(
    withoutVarying(recorded, varies),
    withoutVarying(now, varies),
  )) {
    const same = removed ? [] : old.slice(at, at + count)
    for (const line of added ? actual.slice(lines.length, lines.length + count) : same) lines.push(line)
    if (!added) at += count
  }
  return lines.join('')
}

/** An output with a NUL in place of each varying place. */
export function withoutVarying(output: Bytes, varies: readonly VaryingPattern[] = []): Bytes {
  let offset = 0
  const before = placesIn(output, varies).map(({ start, end }) => {
    const text = output.slice(offset, start)
    offset = end
    return `${text}\0`
  })
  return before.join('') + output.slice(offset)
}

/**
 * Finds the built-in kinds in which two lines differ.
 * @returns the first differing text of each kind; empty if something else differs, too
 */
export function kindsThatDiffer(recorded: Bytes, now: Bytes): Map<string, string> {
  const all = readVaries(Object.keys(kinds))
  const found = new Map<string, string>()
  if (withoutVarying(recorded, all) !== withoutVarying(now, all)) return found
  const others = placesIn(now, all)
  for (const [index, { source, varying }] of placesIn(recorded, all).entries()) {
    const [example, other = ''] = [varying.exact, others[index]?.varying.exact]
    // `hex` matches seven digits or more, too.
    const kind = /^\d+$/.test(example + other) ? 'number' : source
    if (other !== example && !found.has(kind)) found.set(kind, example)
  }
  return found
}

/** The codes, in `Inst` of re2js, of instructions with a meaning of their own here; the others read no character. */
const [alternative, fail, match, rune, anyRune] = [1, 5, 6, 8, 10]

/**
 * Makes the automaton of a pattern, in which no character is a newline. `^`, `$` and `\b` only find the place: other text
 * in the place need not match them.
 */
function statesOf(pattern: RE2JS): readonly State[] {
  const { inst, start } = pattern.re2().prog as {
    readonly start: number
    readonly inst: readonly {
      readonly op: number
      readonly out: number
      readonly arg: number
      matchRune(code: number): boolean
    }[]
  }
  const states = inst.map((instruction): State => {
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
