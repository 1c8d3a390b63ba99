import { exists, read } from '../../base/files.ts'
import { UsageError } from '../../base/usage-error.ts'
import { type Answers, type Bytes, withoutEnd } from '../../session/bytes.ts'
import { answersOf } from '../../session/session.ts'
import { gameIn, gamesWith, promptOf } from '../../transcripts/command.ts'
import { findTranscripts, readTranscript, splitLines, turnsOf } from '../../transcripts/transcript.ts'

const maxWords = 100_000

/**
 * Reads `--words`: a list, quoted as in a shell, in which `0..8` stands for numbers and `a..h` for letters; or a file with a
 * word on each line.
 * @throws UsageError if there are none or too many, or the only one looks like a file that is not there
 */
export function readWords(list: string, cwd = ''): Bytes[] {
  if (/^\S*(\/\S*|\.txt)$/.test(list) && !exists(list, cwd))
    throw new UsageError(`--words '${list}'`, 'no such file; as a word, it must stand beside another one')
  const words = exists(list, cwd) ? linesOf(list, cwd) : withoutEnd(splitLines(list, '--words')).flatMap(rangeOf)
  if (words.length === 0) throw new UsageError(`--words '${list}'`, "no words: give some, as in --words '0..8 quit'")
  if (words.length > maxWords) throw new UsageError('--words', `more than ${maxWords} words`)
  return [...new Set(words)]
}

function linesOf(file: string, cwd: string): Bytes[] {
  const content = read(file, 'a list of words', cwd).toString('latin1')
  // Editors of Windows may begin a file with a byte order mark.
  const text = content.replace(/^\xef\xbb\xbf/, '')
  // Windows ends lines so; the last may have no end.
  const lineEnd = text.includes('\r\n') && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n'
  const words = (text.endsWith(lineEnd) ? text.slice(0, -lineEnd.length) : text).split(lineEnd)
  // An empty file has no word; an empty line among others is one.
  return words.filter((word) => words.length > 1 || word !== '')
}

function rangeOf(word: Bytes): Bytes[] {
  const [, from, to] = /^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])$/.exec(word) ?? []
  if (from === undefined || to === undefined) return [word]
  const isNumeric = /\d/.test(from)
  const [first, last] = [from, to].map((end) => (isNumeric ? Number(end) : end.charCodeAt(0))) as [number, number]
  const isRange = [/\d/, /[a-z]/, /[A-Z]/].some((kind) => kind.test(from) && kind.test(to))
  if (!isRange || last < first)
    throw new UsageError('--words', `${word} is no range: it goes up, as 0..8, a..h or A..H`)
  if (last - first >= maxWords) throw new UsageError('--words', `${word} has more than ${maxWords} words`)
  return Array.from({ length: last - first + 1 }, (_, index) =>
    isNumeric ? String(first + index) : String.fromCharCode(first + index),
  )
}

/**
 * Reads the answers in transcripts, or folders of them.
 * @throws UsageError if there are none, or a transcript cannot be read
 */
export async function readLike(paths: readonly string[], cwd = ''): Promise<Answers[]> {
  const games = await gamesWith(undefined)
  const sessions: Answers[] = []
  for (const path of findTranscripts(paths, cwd)) {
    const transcript = readTranscript(path, cwd)
    const prompt = promptOf(transcript, await gameIn(transcript, games))
    sessions.push(answersOf({ turns: turnsOf(transcript, prompt) }))
  }
  if (sessions.every((lines) => lines.length === 0))
    throw new UsageError(`--like ${paths.join(' ')}`, 'nothing was typed in these sessions')
  return sessions
}
