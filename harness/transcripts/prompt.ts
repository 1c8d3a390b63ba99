import { RE2JS } from 're2js'
import type { Read } from '../../reference/game.ts'
import { type ErrorPlace, UsageError } from '../base/usage-error.ts'
import { clipped } from '../report/text.ts'
import { patternLimit, patternPatience, patternSteps } from '../session/limits.ts'

/** Finds a program's prompt in a line; the answer follows it. A game's `RegExp` is one, too. */
export type Prompt = Pick<RegExp, 'source'> & { exec(line: string): { index: number; 0: string } | null }

/** The patterns that were parsed. Hundreds of transcripts have the same, and RE2 takes its time to compile one. */
const knownPrompts = new Map<string, Read<Prompt>>()

/**
 * Parses a prompt pattern, a regular expression in RE2 syntax, or says why it cannot be used. Whatever the pattern and the line
 * are, looking for one in the other takes a second or two at the most.
 */
export function parsePrompt(source: string): Read<Prompt> {
  const read = knownPrompts.get(source) ?? compile(source)
  knownPrompts.set(source, read)
  return read
}

/** The number of characters of a text that an error message repeats. */
export const mostShown = 200

/** The part of a line in which a pattern is looked for: a long one of a large pattern would take too long. */
export const searchedIn = (line: string, pattern: RE2JS) => line.slice(0, patternSteps / pattern.programSize())

/** The time between two looks at our processor time, in milliseconds: a look takes longer than many a search. */
const betweenLooks = 10

/**
 * Bounds the search for many places.
 * @param what what is looked for, in the plural
 * @returns a function to call before each search. It throws a `UsageError` when they have taken too much processor time
 */
export function withinPatience(place: ErrorPlace, what: string, source: string): () => void {
  const began = process.cpuUsage()
  let nextLook = performance.now() + betweenLooks
  return () => {
    const now = performance.now()
    if (now < nextLook) return
    nextLook = now + betweenLooks
    if (process.cpuUsage(began).user > patternPatience * 1000)
      throw new UsageError(place, `takes too long to find its ${what}: ${clipped(source, mostShown)}`)
  }
}

function compile(source: string): Read<Prompt> {
  if (/(^|[^\\])(\\\\)*\$\)*$/.test(source))
    return { error: `ends in '$', but the answer follows the prompt on its line: ${source}` }
  const plain = compilePlain(source)
  if (plain !== undefined) return { value: plain }
  if (source.length > patternLimit) return { error: `is a regular expression of more than ${patternLimit} characters` }
  try {
    const pattern = RE2JS.compile(source)
    const exec = (line: string) => {
      const match = pattern.matcher(searchedIn(line, pattern))
      return match.find() ? { index: match.start(), 0: match.group() ?? '' } : null
    }
    return { value: { source, exec } }
  } catch (error) {
    const why = (error as Error).message.replace('error parsing regexp: ', '')
    return { error: `is no regular expression in RE2 syntax: ${why}` }
  }
}

const special = /[\\^$.|?*+()[\]{}]/

/** Escapes what a pattern would not take for plain text. */
export const quoted = (text: string) => text.replace(new RegExp(special, 'g'), '\\$&')

/** The texts of a choice among plain ones, `> |\$ `; undefined if it is more than that. */
function plainTexts(source: string): string[] | undefined {
  const texts = ['']
  for (const [token] of source.matchAll(/\\?./gsu)) {
    const isQuoted = token.length > 1 && token.startsWith('\\')
    const character = isQuoted ? token.slice(1) : token
    if (token === '|') texts.push('')
    else if (special.test(character) === isQuoted) texts[texts.length - 1] += character
    else return undefined
  }
  return texts
}

/**
 * Most patterns are plain text, `> ` or `^> `, or a choice at the beginning of a line, as `likelyPrompt` makes: `^(?:> |\$ )`.
 * Comparing is many times as fast as RE2.
 */
function compilePlain(source: string): Prompt | undefined {
  const [, choice] = /^\^\(\?:(.*)\)$/s.exec(source) ?? []
  const texts = plainTexts(choice ?? source.replace(/^\^/, ''))
  if (texts === undefined || (choice === undefined && texts.length > 1)) return undefined
  const at = (index: number, text = '') => ({ index, 0: text })
  if (source.startsWith('^'))
    return {
      source,
      exec(line) {
        const found = texts.find((text) => line.startsWith(text))
        return found === undefined ? null : at(0, found)
      },
    }
  return {
    source,
    exec(line) {
      const [text = ''] = texts
      const index = line.indexOf(text)
      return index === -1 ? null : at(index, text)
    },
  }
}
