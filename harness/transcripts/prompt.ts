import { RE2JS } from 're2js'
import type { Read } from '../../reference/game.ts'
import { memoize } from '../base/collections.ts'
import { type ErrorPlace, UsageError } from '../base/usage-error.ts'
import { clipped } from '../report/text.ts'
import { type Answers, type Bytes, toBytes, toText } from '../session/bytes.ts'
import { patternLimit } from '../session/limits.ts'
import { echoOf, shownOf, type Turn } from '../session/session.ts'

/** For one line: its characters times the instructions of a pattern. A step takes at most 150 ns. */
const patternSteps = 10_000_000

/** Milliseconds of processor time for all prompts of a session, or all varying places of a reply: enough for 64 MiB of usual lines. */
const patternPatience = 1000

/** Milliseconds between two looks at processor time: reading it takes longer than many searches. */
const betweenLooks = 10

/** Finds a prompt in a line; the answer follows it. Games have a `RegExp`. */
export interface Prompt {
  readonly source: string
  exec(line: string): { index: number; 0: string } | null
}

/** Cuts a line off where a large pattern would take too long. */
export const searchedIn = (line: string, pattern: RE2JS) => line.slice(0, patternSteps / pattern.programSize())

/**
 * @param what is searched for, in the plural
 * @returns a function to call before each search, which throws a `UsageError` once they have taken too long
 */
export function withinPatience(place: ErrorPlace, what: string, source: string): () => void {
  const began = process.cpuUsage()
  let nextLook = performance.now() + betweenLooks
  return () => {
    const now = performance.now()
    if (now < nextLook) return
    nextLook = now + betweenLooks
    if (process.cpuUsage(began).user > patternPatience * 1000)
      throw new UsageError(place, `takes too long to find its ${what}: ${clipped(source)}`)
  }
}

/** Searches take linear time. */
export function compile(source: string): Read<RE2JS> {
  try {
    return { value: RE2JS.compile(source) }
  } catch (error) {
    const why = (error as Error).message.replace('error parsing regexp: ', '')
    return { error: `is not a regular expression in RE2 syntax: ${why}` }
  }
}

/** Repeats, classes and flags, which make a pattern larger than its text. Plain text may be long: a program has many prompts. */
const growing = /(?<!\\)(?:\\\\)*(?:[*+{[]|\?(?!:)|\\\w)/

/** Parses a pattern only once: hundreds of transcripts share one, and RE2 compiles slowly. */
export const parsePrompt = memoize((source: string): Read<Prompt> => {
  if (/(^|[^\\])(\\\\)*\$\)*$/.test(source))
    return { error: `ends in '$', but the answer follows the prompt on its line: ${source}` }
  if (source.length > patternLimit && growing.test(source))
    return { error: `is a regular expression of more than ${patternLimit} characters` }
  const compiled = compile(source)
  if ('error' in compiled) return compiled
  const exec = (line: string) => {
    const match = compiled.value.matcher(searchedIn(line, compiled.value))
    return match.find() ? { index: match.start(), 0: match.group() ?? '' } : null
  }
  return { value: { source, exec } }
})

/** In bytes; undefined if the line has no prompt. */
function answerAt(line: Bytes, prompt: Prompt | undefined): number | undefined {
  const text = toText(line)
  const match = prompt?.exec(text)
  return match ? toBytes(text.slice(0, match.index + match[0].length)).length : undefined
}

export function endsWithPrompt(text: Bytes, prompt: Prompt | undefined): boolean {
  const line = lastLine(text)
  return answerAt(line, prompt) === line.length
}

/** For messages; whoever forgot that it is a regular expression is told how a `?` is written. */
export const nameOfPrompt = ({ source }: Prompt) =>
  `prompt ${source}${/[^\\(]\?/.test(source) ? ', a regular expression (\\? is a ?)' : ''}`

export const lastLine = (text: Bytes) => text.slice(text.lastIndexOf('\n') + 1)

/** Makes a prompt of the last lines of these texts; undefined if every text ends with a newline. */
export function likelyPrompt(texts: readonly Bytes[]): Prompt | undefined {
  const prompts = [...new Set(texts.map(lastLine))].filter((prompt) => prompt !== '')
  // Longest first, as one prompt may begin with another.
  const sources = prompts
    .sort((a, b) => b.length - a.length)
    .map((prompt) => toText(prompt).replace(/[\\^$.|?*+()[\]{}]/g, '\\$&'))
  const pattern = parsePrompt(`^(?:${sources.join('|')})`)
  return sources.length > 0 && 'value' in pattern ? pattern.value : undefined
}

/** In a session, everything after it is output, even on the same line. */
export const shownEndOfInput = '^D'

/**
 * Splits a session as shown by a terminal at its answers. An answer goes from a prompt to the end of the line, or is a
 * whole line that equals the next of `unprompted`; of the lines that look like answers, those that `unanswered` counts,
 * from 1, are output.
 * @param isOutput decides about a line that looks like an answer by its offset, in place of `unanswered`
 * @returns the turns, and the offsets of all lines that look like answers
 * @throws UsageError if finding the prompts takes too long
 */
export function splitSession(
  session: Bytes,
  prompt: Prompt | undefined,
  { unprompted = [], unanswered = [] }: { readonly unprompted?: Answers; readonly unanswered?: readonly number[] } = {},
  place = 'prompt',
  isOutput = (_: number, count: number) => unanswered.includes(count),
): { turns: Turn[]; likely: number[] } {
  const likely: number[] = []
  const turns: Turn[] = []
  const mayGoOn = withinPatience(place, 'prompts', prompt?.source ?? '')
  const expected = unprompted.map((line) => line ?? shownEndOfInput)
  let output = ''
  for (const { 0: line, 1: text = '', index } of session.matchAll(/([^\n]*)\n?/g)) {
    mayGoOn()
    const prompted = answerAt(text, prompt)
    const isExpected = expected[0] === shownEndOfInput ? text.startsWith(shownEndOfInput) : text === expected[0]
    const at = prompted ?? (isExpected ? 0 : undefined)
    // A prompt that ends the session has no answer.
    if (at === undefined || at === line.length || isOutput(index, likely.push(index))) {
      output += line
      continue
    }
    if (prompted === undefined) expected.shift()
    output += line.slice(0, at)
    const answer = text.slice(at)
    if (answer.startsWith(shownEndOfInput)) {
      turns.push({ output, answer: null })
      output = session.slice(index + at + shownEndOfInput.length)
      break
    }
    turns.push({ output, answer })
    output = ''
  }
  return { turns: [...turns, { output }], likely }
}

/** Numbers the lines of output that look like answers; lines that look like answers count from 1. */
export function unansweredIn(turns: readonly Turn[], prompt: Prompt | undefined, unprompted: Answers): number[] {
  const answered = new Set<number>()
  let offset = 0
  for (const { output, answer } of turns) {
    if (answer !== undefined) answered.add(offset + output.lastIndexOf('\n') + 1)
    offset += output.length + echoOf(answer).length
  }
  const isOutput = (start: number) => !answered.has(start)
  const { likely } = splitSession(shownOf({ turns }), prompt, { unprompted }, undefined, isOutput)
  return likely.flatMap((start, index) => (isOutput(start) ? [index + 1] : []))
}
