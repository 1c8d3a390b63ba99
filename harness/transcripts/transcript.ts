import { basename } from 'node:path'
import * as shlex from 'shlex'
import type { Read } from '../../reference/game.ts'
import { findFiles, read, statOf } from '../base/files.ts'
import { type ErrorPlace, nearest, UsageError } from '../base/usage-error.ts'
import { clipped } from '../report/text.ts'
import { type Answers, type Bytes, toBytes, toText } from '../session/bytes.ts'
import type { Limits } from '../session/limits.ts'
import { drawsOnScreen, type Turn } from '../session/session.ts'
import { endsWithPrompt, type Prompt, parsePrompt, shownEndOfInput, splitSession } from './prompt.ts'
import { parseCompare, parseVaries } from './varies.ts'

/** In bytes, of all before the session: no system allows a longer command. */
const headLimit = 100_000

interface Parts {
  /** Comments and settings, each with its `#`. */
  readonly comments: readonly string[]
  readonly command: string
  readonly session: Bytes
}

/** `fixtures/README.md` describes the format. */
export interface Transcript extends Parts {
  readonly path: string
  readonly settings: Settings
  /** Where the session begins in the file, from 1. The command is on the line before it. */
  readonly line: number
}

/** @throws UsageError with file and line if a line before the session is malformed */
export function parseTranscript(path: string, file: Bytes): Transcript {
  const head = file.slice(0, headLimit)
  const found = /(?<![^\n])\$ ([^\n]*)/.exec(head)
  const start = found?.index ?? head.length
  const end = start + (found?.[0].length ?? 0)
  const missing = "no command: a line that begins with '$ '"
  if (end === headLimit) throw new UsageError(path, `more than ${headLimit} bytes before the session, or ${missing}`)
  const lines = toText(head.slice(0, start)).split('\n')
  const [, command] = found ?? []
  if (command !== undefined)
    return newTranscript(path, { comments: lines.slice(0, -1), command: toText(command), session: file.slice(end + 1) })
  for (const [index, text] of lines.entries()) if (text !== '') parseHeadLine(text, { path, line: index + 1 })
  throw new UsageError(path, missing)
}

/** @throws UsageError with file and line if a comment or the command is malformed */
export function newTranscript(path: string, { comments, command, session }: Parts): Transcript {
  if (formatTranscript({ comments, command, session: '' }).length > headLimit)
    throw new UsageError(path, `more than ${headLimit} bytes before the session`)
  const settings: Record<string, unknown> = {}
  const varies: unknown[] = []
  for (const [index, text] of [...comments, `$ ${command}`].entries()) {
    const place = { path, line: index + 1 }
    const { key, value } = parseHeadLine(text, place) ?? {}
    if (key === undefined) continue
    if (key === 'varies') varies.push(value)
    else if (key in settings) throw new UsageError(place, `'${key}' is set twice`)
    settings[key] = key === 'varies' ? varies : value
  }
  return { path, comments, settings, command, session, line: comments.length + 2 }
}

/** Sets or, if undefined, removes these settings, each in its old place if it has one; what varies is always added. */
export function withSettings(
  { path, ...parts }: Transcript,
  settings: { readonly [Key in keyof Settings]?: string | undefined },
): Transcript {
  let { comments } = parts
  for (const [key, value] of Object.entries(settings)) {
    const isOld = (comment: string) => key !== 'varies' && new RegExp(`^#\\s*${key}:`).test(comment)
    const lines = value === undefined ? [] : [`# ${key}: ${value}`.trimEnd()]
    comments = comments.some(isOld)
      ? comments.flatMap((comment) => (isOld(comment) ? lines : [comment]))
      : [...comments, ...lines]
  }
  return newTranscript(path, { ...parts, comments })
}

const malformations: readonly (readonly [RegExp, string])[] = [
  [/^\ufeff/, 'begins with a byte order mark'],
  [/\p{Surrogate}/u, 'not UTF-8'],
  [/\r$/, "line ends in CR LF: if Git did that, a line '*.transcript -text' in .gitattributes ends it"],
  [/\0/, 'holds a NUL byte'],
  [/^(<{7}|={7}|>{7})( |$)/, 'a conflict of Git: choose one side'],
  [/^(?!#|\$ .*\S)/, "expected a comment ('# …') or the command ('$ …')"],
  [/\n/, 'holds a newline'],
  [/^#\s*hidden\s*$/, "a setting is written '# hidden: yes'"],
]

/** @throws UsageError if the line is malformed, or a comment that nearly is a setting */
function parseHeadLine(text: string, place: ErrorPlace) {
  const malformed = malformations.find(([pattern]) => pattern.test(text))
  if (malformed !== undefined) throw new UsageError(place, malformed[1])
  const [, name = '', mark = '', rest = ''] = /^#\s*([A-Za-z]+)(: ?|\s+:|\s)(.*)$/s.exec(text) ?? []
  const isExact = mark.startsWith(':')
  if (isExact && isKey(name)) {
    // A prompt may end with a space.
    const parsed = parsers[name](name === 'prompt' ? rest : rest.trim(), place)
    if ('error' in parsed) throw new UsageError(place, `'${name}' ${parsed.error}`)
    return { key: name, value: parsed.value }
  }
  const meant = isExact && !ordinary.test(name) ? nearest(name, Object.keys(parsers)) : undefined
  if (meant !== undefined) throw new UsageError(place, `no setting is called '${name}': did you mean '${meant}'?`)
  const [key, value] = [name.toLowerCase(), rest.trim()]
  const isLike = !isExact && isKey(key) && (mark.endsWith(':') ? value !== '' : ofFewWords.test(key))
  if (isLike && 'value' in parsers[key](value, place))
    throw new UsageError(place, `a setting is written '# ${key}: ${value}'`)
  return undefined
}

export const formatTranscript = ({ comments, command, session }: Parts): Bytes =>
  toBytes([...comments, `$ ${command}`, ''].join('\n')) + session

/** Returns the first comment, or else the name of the file. */
export function titleOf({ path, comments }: Transcript): string {
  const isTitle = (comment: string) => /\w/.test(comment) && parseHeadLine(comment, path) === undefined
  return comments.find(isTitle)?.replace(/^#\s*|\.$/g, '') ?? basename(path, '.transcript')
}

/** Of each setting's value. `fixtures/README.md` says what the settings mean. */
const parsers = {
  compare: parseCompare,
  status: (value: string): Read<number | 'any'> =>
    value === 'any' ? { value } : numberIn(value, 0, 255, "must be a number from 0 to 255, or 'any'"),
  prompt: (value: string) => (value === '' ? { error: 'must be a regular expression' } : parsePrompt(value)),
  unprompted: (value: string, place: ErrorPlace) => ({ value: splitLines(value, place) }),
  unanswered: (value: string): Read<readonly number[]> =>
    /^[1-9]\d*( +[1-9]\d*)*$/.test(value)
      ? { value: value.split(/ +/).map(Number) }
      : { error: 'must be numbers, counted from 1' },
  game: (value: string) => (value === '' ? { error: 'must be the file of a game' } : { value }),
  env(value: string, place: ErrorPlace): Read<readonly string[]> {
    const words = splitWords(value, place)
    const isRight = words.length > 0 && words.every((word) => /^[A-Za-z_]\w*=/.test(word))
    return isRight ? { value: words } : { error: 'must name variables, as in TZ=UTC LANG=C' }
  },
  stderr: oneOf('shown', 'none'),
  varies: parseVaries,
  input: oneOf('interactive'),
  hidden: oneOf('yes'),
  pty: oneOf('only'),
  timeout: (value: string) => numberIn(value, 1, 9999, 'must be a number of seconds'),
}

type Value<Key extends keyof typeof parsers> = Extract<ReturnType<(typeof parsers)[Key]>, { value: unknown }>['value']

type Settings = {
  readonly [Key in keyof typeof parsers]?: Key extends 'varies' ? readonly Value<Key>[] : Value<Key>
}

function oneOf<Word extends string>(...words: readonly Word[]) {
  return (value: string): Read<Word> => {
    const found = words.find((word) => word === value)
    return found === undefined ? { error: `must be '${words.join("' or '")}'` } : { value: found }
  }
}

const numberIn = (value: string, least: number, most: number, error: string): Read<number> =>
  /^\d{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most ? { value: Number(value) } : { error }

/** Words of comments that look like misspelt settings. */
const ordinary = /^(games|inputs|name|same|series|varied|various)$/i

/** Settings with few right values. With others, any comment would look like a setting. */
const ofFewWords = /^(compare|status|stderr|input|pty|timeout|hidden)$/

const isKey = (key: string): key is keyof typeof parsers => Object.hasOwn(parsers, key)

/** @throws UsageError if the program draws on the whole screen, as editors and pagers do */
export function refuseFullScreen(place: string, output: Bytes, what = 'a transcript is of') {
  if (!drawsOnScreen(output)) return
  throw new UsageError(place, `draws on the whole screen (ESC [?1049h): ${what} a program that writes line by line`)
}

/** Of both silences, the longer counts. */
export const limitsFor = ({ settings: { timeout = 0 } }: Transcript, limits: Limits): Limits => ({
  ...limits,
  milliseconds: Math.max(limits.milliseconds, 1000 * timeout),
})

/**
 * Splits a text into lines as a shell splits a command into words; `^D` is the end of input, `null`.
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
    throw new UsageError(place, `a quote is not closed: ${clipped(text)}`)
  }
}

export const joinLines = (lines: Answers): string =>
  lines.map((line) => (line === null ? shownEndOfInput : shlex.quote(toText(line)))).join(' ')

export const turnsOf = ({ path, session, settings }: Transcript, prompt: Prompt | undefined): Turn[] =>
  splitSession(session, prompt, settings, path).turns

/** True if a session ends at an unanswered prompt. With an exit status, the program ends there itself. */
export const isCutOff = (turns: readonly Turn[], prompt: Prompt | undefined, { status }: Settings = {}): boolean =>
  status === undefined && endsWithPrompt(turns.at(-1)?.output ?? '', prompt)

/**
 * @param paths transcripts with any names, and folders to search for `*.transcript`
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
