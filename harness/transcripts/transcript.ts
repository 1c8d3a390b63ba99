import { type Bytes, toBytes, toText } from '../session/bytes.ts'
import { Unusable } from '../session/unusable.ts'

/** A session on file: what a terminal showed. `fixtures/README.md` describes the format. */
export interface Transcript {
  readonly path: string
  /** The lines before the command, with their `#`, as they stand in the file. */
  readonly comments: readonly string[]
  readonly settings: Settings
  /** The command as it stands behind `$ `. */
  readonly command: string
  /** Everything after the command's line. */
  readonly session: Bytes
  /** The number of the session's first line in the file, counted from 1. */
  readonly line: number
}

export interface Settings {
  readonly compare: Compare
  readonly status: number
  readonly prompt?: RegExp
  readonly stderr?: 'none'
  /** It can be held in a pseudo-terminal only. */
  readonly pty?: 'only'
}

export type Compare = (typeof compares)[number]
const compares = ['exact', 'trailing-space', 'whitespace'] as const

/**
 * Reads a transcript.
 * @param path what errors call it
 * @throws Unusable with file and line: a line before the command that is no comment, a known key with a bad value or
 *   given twice, no command, a head that is not UTF-8
 */
export function parseTranscript(path: string, file: Bytes): Transcript {
  const comments: string[] = []
  const values = new Map<string, unknown>()
  let offset = 0
  for (let line = 1; offset < file.length; line++) {
    const end = file.indexOf('\n', offset)
    const text = toText(file.slice(offset, end === -1 ? file.length : end))
    offset = end === -1 ? file.length : end + 1
    const fail = (why: string): never => {
      throw new Unusable(`${path}:${line}`, why)
    }

    if (!text.isWellFormed()) fail('not UTF-8')
    if (text.startsWith('$ ') && text.slice(2).trim() !== '') {
      const settings = { compare: 'exact', status: 0, ...Object.fromEntries(values) } as Settings
      return { path, comments, settings, command: text.slice(2), session: file.slice(offset), line: line + 1 }
    }
    if (!text.startsWith('#')) fail("expected a comment ('# …') or the command ('$ …')")
    comments.push(text)
    const [, key = '', value = ''] = /^#\s*([a-z]+): ?(.*)$/.exec(text) ?? []
    if (!Object.hasOwn(readers, key)) continue
    if (values.has(key)) fail(`'${key}' is set twice`)
    // A prompt may well end with a space.
    const read = readers[key as keyof typeof readers](key === 'prompt' ? value : value.trim())
    if ('error' in read) fail(`'${key}' ${read.error}`)
    else values.set(key, read.value)
  }
  throw new Unusable(path, "no command: a line that begins with '$ '")
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
  prompt: (value: string) => {
    try {
      return value === '' ? { error: 'must be a regular expression' } : { value: new RegExp(value) }
    } catch {
      return { error: `is no regular expression: ${value}` }
    }
  },
  stderr: (value: string) => (value === 'none' ? { value } : { error: "must be 'none'" }),
  pty: (value: string) => (value === 'only' ? { value } : { error: "must be 'only'" }),
}

/** A piece of a session: what the program says, and what it is then told; `null` is the end of input. */
export interface Exchange {
  readonly says: Bytes
  /** Absent behind the last text. */
  readonly answer?: Bytes | null
}

/**
 * Splits a session at its answers: what follows a prompt up to the end of its line.
 * @returns the exchanges; the last one has no answer
 */
export function exchanges(session: Bytes, prompt: RegExp): Exchange[] {
  const found: Exchange[] = []
  let start = 0
  for (let offset = 0; offset < session.length; ) {
    const newline = session.indexOf('\n', offset)
    const end = newline === -1 ? session.length : newline
    const match = prompt.exec(session.slice(offset, end))
    const answerAt = match === null ? end : offset + match.index + match[0].length
    offset = end + 1
    if (match === null || answerAt === session.length) continue

    const answer = session.slice(answerAt, end)
    const ended = answer === '^D'
    found.push({ says: session.slice(start, answerAt), answer: ended ? null : answer })
    start = ended ? end : offset
    if (ended) break
  }
  return [...found, { says: session.slice(start) }]
}

/** Whether a session stops at a prompt that nobody answers, rather than at the program's end. */
export const isCutOff = (exchanges: readonly Exchange[], prompt: RegExp): boolean => {
  const lastLine = exchanges.at(-1)?.says.split('\n').at(-1) ?? ''
  const match = prompt.exec(lastLine)
  return match !== null && match.index + match[0].length === lastLine.length
}
