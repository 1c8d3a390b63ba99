import { basename } from 'node:path'
import * as shlex from 'shlex'
import type { Read } from '../../reference/game.ts'
import { findFiles, read, statOf } from '../base/files.ts'
import { type ErrorPlace, nearest, UsageError } from '../base/usage-error.ts'
import { brief } from '../report/text.ts'
import { type Bytes, toBytes, toText } from '../session/bytes.ts'
import type { Limits } from '../session/limits.ts'
import { drawsOnScreen, echoOf, shownOf, type Turn } from '../session/session.ts'
import { type Prompt, parsePrompt, quoted, withinPatience } from './prompt.ts'
import { parseCompare, parseVaries, type VaryingPattern } from './varies.ts'

/** The most bytes before the session in a transcript: no system allows a longer command. */
const headLimit = 100_000

/** The parts of a transcript from which the others are computed. */
interface Parts {
  /** The lines before the command, each with its `#`. */
  readonly comments: readonly string[]
  readonly command: string
  readonly session: Bytes
}

/** A recorded session as a terminal showed it. `fixtures/README.md` describes the format. */
export interface Transcript extends Parts {
  readonly path: string
  readonly settings: Settings
  /** The number of the session's first line in the file. The command is on the line before it. */
  readonly line: number
}

/**
 * Parses a transcript.
 * @param path the file, for errors
 * @throws UsageError with file and line if a line before the session is malformed
 */
export function parseTranscript(path: string, file: Bytes): Transcript {
  // Only split the lines before the session, which may have millions of lines.
  const found = /(?:^|\n)\$ ([^\n]*)/.exec(file)
  const start = found?.index ?? file.length
  const end = start + (found?.[0].length ?? 0)
  if (end > headLimit)
    throw new UsageError(
      path,
      `more than ${headLimit} bytes before the session, or no command: a line that begins with '$ '`,
    )
  const comments = found?.[0].startsWith('$') ? [] : toText(file.slice(0, start)).split('\n')
  if (found !== null)
    return newTranscript(path, { comments, command: toText(found[1] ?? ''), session: file.slice(end + 1) })
  for (const [index, text] of comments.entries()) if (text !== '') parseHeadLine(text, { path, line: index + 1 })
  throw new UsageError(path, "no command: a line that begins with '$ '")
}

/**
 * Makes a transcript: the same as parsing what `formatTranscript` writes.
 * @param path the file, for errors
 * @throws UsageError with file and line if a comment or the command is malformed
 */
export function newTranscript(path: string, { comments, command, session }: Parts): Transcript {
  const settings: Record<string, unknown> = {}
  const varies: unknown[] = []
  let bytes = 0
  for (const [index, text] of [...comments, `$ ${command}`].entries()) {
    const place = { path, line: index + 1 }
    bytes += toBytes(text).length + 1
    if (bytes > headLimit) throw new UsageError(path, `more than ${headLimit} bytes before the session`)
    const setting = parseHeadLine(text, place)
    if (setting === undefined) continue
    if (setting.key === 'varies') varies.push(setting.value)
    else if (setting.key in settings) throw new UsageError(place, `'${setting.key}' is set twice`)
    settings[setting.key] = setting.key === 'varies' ? varies : setting.value
  }
  return { path, comments, settings, command, session, line: comments.length + 2 }
}

export const withSetting = ({ path, ...parts }: Transcript, setting: string): Transcript =>
  newTranscript(path, { ...parts, comments: [...parts.comments, setting] })

const malformations: readonly (readonly [RegExp, string])[] = [
  [/^\ufeff/, 'begins with a byte order mark'],
  [/\p{Surrogate}/u, 'not UTF-8'],
  [/\r$/, "line ends in CR LF: if Git did that, a line '*.transcript -text' in .gitattributes ends it"],
  [/\0/, 'holds a NUL byte'],
  [/^(<{7}|={7}|>{7})( |$)/, 'a conflict of Git: choose one side'],
  [/^(?!#|\$ .*\S)/, "expected a comment ('# …') or the command ('$ …')"],
  [/\n/, 'holds a newline'],
]

/**
 * Parses a line before the session.
 * @returns undefined if it is a comment or the command
 * @throws UsageError if it is malformed
 */
function parseHeadLine(text: string, place: ErrorPlace) {
  const malformed = malformations.find(([pattern]) => pattern.test(text))
  if (malformed !== undefined) throw new UsageError(place, malformed[1])
  const [, key = '', value = ''] = /^#\s*([A-Za-z]+): ?(.*)$/s.exec(text) ?? []
  if (!isKey(key)) {
    const meant = ordinary.test(key) ? undefined : nearest(key, Object.keys(readers))
    if (meant !== undefined) throw new UsageError(place, `no setting is called '${key}': did you mean '${meant}'?`)
    refuseOtherSpelling(text, place)
    return undefined
  }
  // A prompt may end with a space.
  const read = readers[key](key === 'prompt' ? value : value.trim(), place)
  if ('error' in read) throw new UsageError(place, `'${key}' ${read.error}`)
  return { key, value: read.value }
}

/** @throws UsageError if a comment looks like a setting that lacks its colon, or has a blank before it */
function refuseOtherSpelling(text: string, place: ErrorPlace) {
  const [, name = '', mark = '', rest = ''] = /^#\s*([A-Za-z]+)(\s+:|\s)(.*)$/s.exec(text) ?? []
  const [key, value] = [name.toLowerCase(), rest.trim()]
  if (!isKey(key) || (mark.endsWith(':') ? value === '' : !ofFewWords.test(key))) return
  if ('value' in readers[key](value, place)) throw new UsageError(place, `a setting is written '# ${key}: ${value}'`)
}

export const formatTranscript = ({ comments, command, session }: Parts): Bytes =>
  toBytes([...comments, `$ ${command}`, ''].join('\n')) + session

/** The first comment of a transcript, or else the name of its file. */
export function titleOf({ path, comments }: Transcript): string {
  const isTitle = (comment: string) => /\w/.test(comment) && parseHeadLine(comment, path) === undefined
  return comments.find(isTitle)?.replace(/^#\s*|\.$/g, '') ?? basename(path, '.transcript')
}

/** The settings, each with the parser of its value. */
const readers = {
  compare: parseCompare,
  /** The expected exit status (default: 0). */
  status(value: string): Read<number | 'any'> {
    if (value === 'any') return { value }
    return /^\d{1,3}$/.test(value) && Number(value) < 256
      ? { value: Number(value) }
      : { error: "must be a number from 0 to 255, or 'any'" }
  },
  prompt: (value: string) => (value === '' ? { error: 'must be a regular expression' } : parsePrompt(value)),
  /** The answers without a prompt, in order; `null` is the end of input. */
  unprompted: (value: string, place: ErrorPlace) => ({ value: splitLines(value, place) }),
  /** Which of the lines that look like answers are output, counted from 1. */
  unanswered(value: string): Read<readonly number[]> {
    const isRight = /^[1-9]\d*( +[1-9]\d*)*$/.test(value)
    return isRight ? { value: value.split(/ +/).map(Number) } : { error: 'must be numbers, counted from 1' }
  },
  game: (value: string) => (value === '' ? { error: 'must be the file of a game' } : { value }),
  /** Variables for the program, each `NAME=value`. */
  env(value: string, place: ErrorPlace): Read<readonly string[]> {
    const words = splitWords(value, place)
    const isRight = words.length > 0 && words.every((word) => /^[A-Za-z_]\w*=/.test(word))
    return isRight ? { value: words } : { error: 'must name variables, as in TZ=UTC LANG=C' }
  },
  /** `shown`: the session includes standard error; `none`: standard error must be empty. */
  stderr: (value: string): Read<'shown' | 'none'> =>
    value === 'shown' || value === 'none' ? { value } : { error: "must be 'shown' or 'none'" },
  /** What differs from run to run. May be set several times. */
  varies: (value: string, place: ErrorPlace): Read<VaryingPattern> => parseVaries(value, place),
  input: (value: string): Read<'interactive'> =>
    value === 'interactive' ? { value } : { error: "must be 'interactive'" },
  /** Whether reports on an entry show only the title of the session and its verdict. */
  hidden: (value: string) => (value === 'yes' ? { value } : { error: "must be 'yes'" }),
  pty: (value: string) => (value === 'only' ? { value } : { error: "must be 'only'" }),
  /** The longest silence, in seconds, if it is longer than usual. */
  timeout: (value: string): Read<number> =>
    /^\d{1,4}$/.test(value) && Number(value) > 0 ? { value: Number(value) } : { error: 'must be a number of seconds' },
}

type Value<Key extends keyof typeof readers> = Extract<ReturnType<(typeof readers)[Key]>, { value: unknown }>['value']

type Settings = {
  readonly [Key in keyof typeof readers]?: Key extends 'varies' ? readonly Value<Key>[] : Value<Key>
}

/** Words of ordinary comments that look like misspelt settings. */
const ordinary = /^(games|inputs|name|same|series|varied|various)$/i

/** Settings with few right values. With others, any comment would look like a setting. */
const ofFewWords = /^(compare|status|stderr|input|pty|timeout|hidden)$/

const isKey = (key: string): key is keyof typeof readers => Object.hasOwn(readers, key)

/**
 * @param what the end of the error: `a transcript is of`
 * @throws UsageError if the program draws on the whole screen
 */
export function refuseFullScreen(place: string, output: Bytes, what = 'a transcript is of') {
  if (!drawsOnScreen(output)) return
  throw new UsageError(place, `draws on the whole screen (ESC [?1049h): ${what} a program that writes line by line`)
}

/** The limits for a transcript's program: the longer of both silences counts. */
export const limitsFor = ({ settings: { timeout = 0 } }: Transcript, limits: Limits): Limits => ({
  ...limits,
  milliseconds: Math.max(limits.milliseconds, 1000 * timeout),
})

/** Shows the end of input. In a session, everything after it is output, even on the same line. */
export const shownEndOfInput = '^D'

/**
 * Splits a text into lines as a shell splits a command into words.
 * @param place the place for errors
 * @returns the lines; `null` is the end of input
 * @throws UsageError if a quote is not closed, or something follows the end of input
 */
export function splitLines(text: string, place: ErrorPlace = '--answers'): (Bytes | null)[] {
  const words = splitWords(text, place)
  const end = words.indexOf(shownEndOfInput)
  if (end !== -1 && end < words.length - 1) throw new UsageError(place, `nothing can follow ${shownEndOfInput}`)
  if (words.some((word) => word.includes('\n'))) throw new UsageError(place, 'a line cannot contain a newline')
  return words.map((word) => (word === shownEndOfInput ? null : toBytes(word)))
}

function splitWords(text: string, place: ErrorPlace): string[] {
  try {
    return shlex.split(text)
  } catch {
    throw new UsageError(place, `a quote is not closed: ${brief(text)}`)
  }
}

export const joinLines = (lines: readonly (Bytes | null)[]): string =>
  lines.map((line) => (line === null ? shownEndOfInput : shlex.quote(toText(line)))).join(' ')

/** The offset of the answer on a line, in bytes; undefined if the line has no prompt. */
export function answerAt(line: Bytes, prompt: Prompt | undefined): number | undefined {
  const text = toText(line)
  const match = prompt?.exec(text)
  return match ? toBytes(text.slice(0, match.index + match[0].length)).length : undefined
}

export function endsWithPrompt(text: Bytes, prompt: Prompt | undefined): boolean {
  const line = lastLine(text)
  return answerAt(line, prompt) === line.length
}

export const lastLine = (text: Bytes) => text.slice(text.lastIndexOf('\n') + 1)

/**
 * Makes a prompt that matches the last lines of these texts; undefined if every text ends with a newline.
 */
export function likelyPrompt(texts: readonly Bytes[]): Prompt | undefined {
  const prompts = [...new Set(texts.map(lastLine))].filter((prompt) => prompt !== '')
  // Longest first, as one prompt may begin with another.
  const sources = prompts.sort((a, b) => b.length - a.length).map((prompt) => quoted(toText(prompt)))
  const pattern = parsePrompt(`^(?:${sources.join('|')})`)
  return sources.length > 0 && 'value' in pattern ? pattern.value : undefined
}

/**
 * Splits a session as shown by a terminal at its answers. An answer goes from a prompt to the end of the line, or is a
 * whole line that equals the next of `unprompted`; lines that `unanswered` counts are output.
 * @param place the place for errors
 * @returns the turns; the last one has no answer
 * @throws UsageError if finding the prompts takes too long
 */
export const turnsIn = (
  session: Bytes,
  prompt: Prompt | undefined,
  { unprompted, unanswered = [] }: Settings = {},
  place = 'prompt',
): Turn[] => split(session, prompt, unprompted, (count) => unanswered.includes(count), place).turns

export const turnsOf = ({ path, session, settings }: Transcript, prompt: Prompt | undefined): Turn[] =>
  turnsIn(session, prompt, settings, path)

/** The numbers of the lines that are output, though they look like answers; lines that look like answers count from 1. */
export function unansweredIn(
  turns: readonly Turn[],
  prompt: Prompt | undefined,
  unprompted: readonly (Bytes | null)[] = [],
): number[] {
  const session = shownOf({ turns })
  const answered = new Set<number>()
  let offset = 0
  for (const { output, answer } of turns) {
    offset += output.length
    if (answer !== undefined) answered.add(offset - lastLine(session.slice(0, offset)).length)
    if (answer === null) break
    offset += echoOf(answer).length
  }
  const { likely } = split(session, prompt, unprompted, (_, start) => !answered.has(start))
  return likely.flatMap((start, index) => (answered.has(start) ? [] : [index + 1]))
}

/** The number of lines that look like answers and begin at an offset or before it. */
export const likeAnswersUpTo = (
  offset: number,
  { session, settings: { unprompted, unanswered = [] } }: Transcript,
  prompt: Prompt | undefined,
): number =>
  split(session, prompt, unprompted, (count) => unanswered.includes(count)).likely.filter((start) => start <= offset)
    .length

/**
 * Splits a session at its answers.
 * @param isOutput decides about a line that looks like an answer, by its number among such lines, from 1, and its offset
 * @returns also the offsets of all lines that look like answers
 */
function split(
  session: Bytes,
  prompt: Prompt | undefined,
  unprompted: readonly (Bytes | null)[] = [],
  isOutput: (count: number, start: number) => boolean,
  place = 'prompt',
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
    if (at === undefined || at === line.length || isOutput(likely.push(index), index)) {
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

/**
 * True if a session ends at an unanswered prompt, not with the end of the program. False if the transcript has an exit
 * status.
 */
export const isCutOff = (
  turns: readonly Turn[],
  prompt: Prompt | undefined,
  { status }: Transcript['settings'] = {},
): boolean => status === undefined && endsWithPrompt(turns.at(-1)?.output ?? '', prompt)

/**
 * Finds transcripts.
 * @param paths transcripts with any names, and folders to search
 * @throws UsageError if a path does not exist, or a folder contains none
 */
export const findTranscripts = (
  paths: readonly string[],
  cwd = '',
  onUnreadable?: Parameters<typeof findFiles>[3],
): string[] =>
  paths.flatMap((path) => {
    if (!statOf(path, cwd).isDirectory()) return [path]
    const files = findFiles(path, (file) => file.endsWith('.transcript'), cwd, onUnreadable)
    if (files.length === 0) throw new UsageError(path, 'no transcripts in it (*.transcript)')
    return files
  })

export const readTranscript = (path: string, cwd = ''): Transcript =>
  parseTranscript(path, read(path, 'a transcript', cwd).toString('latin1'))
