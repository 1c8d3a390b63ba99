import { RE2JS } from 're2js'
import type { Read } from '../../reference/game.ts'
import { memoize } from '../base/collections.ts'
import { type ErrorPlace, UsageError } from '../base/usage-error.ts'
import { brief } from '../report/text.ts'
import { patternLimit } from '../session/limits.ts'

/**
 * The most characters of a line that are searched for a regular expression, times its number of instructions. A step
 * takes at most 150 ns.
 */
const patternSteps = 10_000_000

/**
 * The time for finding the prompts of a session, or the varying places of a reply, in milliseconds of our own processor
 * time: enough for 64 MiB of usual lines.
 */
const patternPatience = 1000

/** Finds a prompt in a line; the answer follows the prompt. A `RegExp`, as games have, is a prompt, too. */
export interface Prompt {
  readonly source: string
  exec(line: string): { index: number; 0: string } | null
}

/** The part of a line that is searched: with a large pattern, all of a long line would take too long. */
export const searchedIn = (line: string, pattern: RE2JS) => line.slice(0, patternSteps / pattern.programSize())

/** How often processor time is read, in milliseconds: reading it takes longer than many searches. */
const betweenLooks = 10

/**
 * Limits the time of many searches.
 * @param what the things to find, in the plural, for errors
 * @returns a function to call before each search; throws a `UsageError` once they have taken too much processor time
 */
export function withinPatience(place: ErrorPlace, what: string, source: string): () => void {
  const began = process.cpuUsage()
  let nextLook = performance.now() + betweenLooks
  return () => {
    const now = performance.now()
    if (now < nextLook) return
    nextLook = now + betweenLooks
    if (process.cpuUsage(began).user > patternPatience * 1000)
      throw new UsageError(place, `takes too long to find its ${what}: ${brief(source)}`)
  }
}

/** Matches what may make a pattern larger than its text: repeats, classes and flags. A recorded program may have many prompts. */
const growing = /(?<!\\)(?:\\\\)*(?:[*+{[]|\?(?!:)|\\\w)/

/**
 * Parses the pattern of a prompt, a regular expression in RE2 syntax. Searching a line takes two seconds at most,
 * whatever the line and the pattern. Parses each pattern once: hundreds of transcripts share one, and RE2 compiles slowly.
 */
export const parsePrompt = memoize((source: string): Read<Prompt> => {
  if (/(^|[^\\])(\\\\)*\$\)*$/.test(source))
    return { error: `ends in '$', but the answer follows the prompt on its line: ${source}` }
  if (source.length > patternLimit && growing.test(source))
    return { error: `is a regular expression of more than ${patternLimit} characters` }
  try {
    const pattern = RE2JS.compile(source)
    const exec = (line: string) => {
      const match = pattern.matcher(searchedIn(line, pattern))
      return match.find() ? { index: match.start(), 0: match.group() ?? '' } : null
    }
    return { value: { source, exec } }
  } catch (error) {
    const why = (error as Error).message.replace('error parsing regexp: ', '')
    return { error: `is not a regular expression in RE2 syntax: ${why}` }
  }
})

export const quoted = (text: string) => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
