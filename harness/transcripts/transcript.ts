import { nearest } from '../games/nearest.ts'
import { type Bytes, toBytes, toText } from '../session/bytes.ts'
import { type Compare, compares } from '../session/loosen.ts'
import { UsageError } from '../session/usage-error.ts'
import { splitLines } from './lines.ts'
import { answerAt, endsWithPrompt, type Prompt, parsePrompt } from './prompt.ts'

/** A recorded session: what a terminal showed. `fixtures/README.md` describes the format. */
export interface Transcript {
  readonly path: string
  /** The lines before the command, with their `#`, as they stand in the file. */
  readonly comments: readonly string[]
  readonly settings: Settings
  /** The command as it stands behind `$ `. */
  readonly command: string
  /** Everything after the command's line. */
  readonly session: Bytes
  /** The number of the session's first line in the file, counted from 1. The command stands on the line before it. */
  readonly line: number
}

export interface Settings {
  readonly compare: Compare
  /** The exit status to expect. */
  readonly status: number
  readonly prompt?: Prompt
  /** The answers that follow no prompt, in order; `null` is the end of input. */
  readonly unprompted?: readonly (Bytes | null)[]
  /** Nothing may be written to standard error. */
  readonly stderr?: 'none'
  /** The session can be run in a pseudo-terminal only. */
  readonly pty?: 'only'
}

/**
 * Reads a transcript.
 * @param path what errors call it
 * @throws UsageError with file and line if something is wrong before the session: a line that is no comment, an unknown
 *   key like a known one, a bad value, a key given twice, no command, bytes that are not UTF-8, a byte order mark, CR LF
 */
export function parseTranscript(path: string, file: Bytes): Transcript {
  const comments: string[] = []
  const settings: Record<string, unknown> = {}
  let offset = 0
  for (let line = 1; offset < file.length; line++) {
    const end = file.indexOf('\n', offset)
    const text = toText(file.slice(offset, end === -1 ? file.length : end))
    offset = end === -1 ? file.length : end + 1
    const place = `${path}:${line}`
    const fail = (why: string): never => {
      throw new UsageError(place, why)
    }

    if (text.startsWith('\ufeff')) fail('begins with a byte order mark')
    if (!text.isWellFormed()) fail('not UTF-8')
    if (text.endsWith('\r')) fail('line ends in CR LF')
    if (text.includes('\0')) fail('holds a NUL byte')
    if (text.startsWith('$ ') && text.slice(2).trim() !== '') {
      const all = { compare: 'exact', status: 0, ...settings } as Settings
      return { path, comments, settings: all, command: text.slice(2), session: file.slice(offset), line: line + 1 }
    }
    if (!text.startsWith('#')) fail("expected a comment ('# …') or the command ('$ …')")
    comments.push(text)
    const [, key = '', value = ''] = /^#\s*([A-Za-z]+): ?(.*)$/s.exec(text) ?? []
    if (!isKey(key)) {
      const meant = nearest(key.toLowerCase(), Object.keys(readers))
      if (meant !== undefined) fail(`no setting is called '${key}': did you mean '${meant}'?`)
      continue
    }
    if (key in settings) fail(`'${key}' is set twice`)
    // A prompt may well end with a space.
    const read = readers[key](key === 'prompt' ? value : value.trim(), place)
    if ('error' in read) fail(`'${key}' ${read.error}`)
    else settings[key] = read.value
  }
  throw new UsageError(path, "no command: a line that begins with '$ '")
}

/** Writes a transcript as `parseTranscript` reads it. */
export const formatTranscript = (comments: readonly string[], command: string, session: Bytes): Bytes =>
  toBytes([...comments, `$ ${command}`, ''].join('\n')) + session

/** The settings, and how each reads its value. */
const readers = {
  compare: (value: string) =>
    compares.some((compare) => compare === value) ? { value } : { error: `must be one of ${compares.join(', ')}` },
  status: (value: string) =>
    /^\d{1,3}$/.test(value) && Number(value) < 256
      ? { value: Number(value) }
      : { error: 'must be a number from 0 to 255' },
  prompt: (value: string) => (value === '' ? { error: 'must be a regular expression' } : parsePrompt(value)),
  unprompted: (value: string, place: string) => ({ value: splitLines(value, place) }),
  stderr: (value: string) => (value === 'none' ? { value } : { error: "must be 'none'" }),
  pty: (value: string) => (value === 'only' ? { value } : { error: "must be 'only'" }),
}

const isKey = (key: string): key is keyof typeof readers => Object.hasOwn(readers, key)

/** A piece of a session: the program's output, and the answer to it; `null` is the end of input. */
export interface Exchange {
  readonly output: Bytes
  /** Absent behind the last output. */
  readonly answer?: Bytes | null
}

/**
 * Splits a session at its answers: what follows a prompt up to the end of its line, and lines that are the next one of
 * `unprompted`.
 * @returns the exchanges; the last one has no answer
 */
export function exchanges(
  session: Bytes,
  prompt: Prompt | undefined,
  unprompted: readonly (Bytes | null)[] = [],
): Exchange[] {
  const found: Exchange[] = []
  const expected = unprompted.map((line) => line ?? '^D')
  let start = 0
  for (let offset = 0; offset < session.length; ) {
    const newline = session.indexOf('\n', offset)
    const end = newline === -1 ? session.length : newline
    const line = session.slice(offset, end)
    let at = answerAt(line, prompt)
    if (at === undefined && line === expected[0]) {
      at = 0
      expected.shift()
    }
    const begin = offset + (at ?? 0)
    offset = end + 1
    if (at === undefined || begin === session.length) continue

    const answer = session.slice(begin, end)
    const ended = answer === '^D'
    found.push({ output: session.slice(start, begin), answer: ended ? null : answer })
    start = ended ? end : offset
    if (ended) break
  }
  return [...found, { output: session.slice(start) }]
}

/** Whether a session stops at a prompt that nobody answers, rather than at the program's end. */
export const isCutOff = (exchanges: readonly Exchange[], prompt: Prompt | undefined): boolean =>
  endsWithPrompt(exchanges.at(-1)?.output ?? '', prompt)
