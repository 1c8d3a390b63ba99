import { basename, dirname, extname, resolve } from 'node:path'
import type { FoundGame } from '../games/find.ts'
import type { Bytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'
import { joinLines } from './lines.ts'
import { endsWithPrompt, lastLine, likelyPrompts, type Prompt, parsePrompt } from './prompt.ts'
import type { Recording } from './record.ts'
import { isGame, promptOf } from './script.ts'
import { type Exchange, exchanges, formatTranscript, isCutOff, parseTranscript, type Transcript } from './transcript.ts'
import { isPlain } from './verify.ts'

/** What a transcript says before its session. */
export interface Head {
  /** Lines with their `#`. */
  readonly comments: readonly string[]
  readonly command: string
  /** What the prompts look like; found out if this is absent and the command is no game. */
  readonly prompt: Prompt | undefined
  readonly games: readonly FoundGame[]
}

/**
 * Makes a transcript of a recording: it reads back as the same answers and the same end.
 * @throws UsageError if no transcript can say what was recorded
 */
export function transcriptOf(path: string, head: Head, recording: Recording): Transcript {
  const { status } = recording
  let why = ''
  for (const prompt of promptsOf(head, recording)) {
    const settings = [
      ...(prompt === undefined ? [] : [`# prompt: ${prompt.source.replace(/^(?=\s).*|.*\s$/s, '(?:$&)')}`]),
      ...unpromptedOf(recording, prompt, head),
      ...(status ? [`# status: ${status}`] : []),
    ]
    const transcript = parseTranscript(
      path,
      formatTranscript([...head.comments, ...settings], head.command, sessionOf(recording)),
    )
    why = difference(transcript, promptOf(transcript, head.games), recording)
    if (why === '') return transcript
  }
  throw new UsageError(path, why)
}

/** The prompts to try; undefined where the transcript needs none. */
function promptsOf({ prompt, command, games }: Head, { exchanges, last, status }: Recording): (Prompt | undefined)[] {
  if (prompt !== undefined || isGame(command, games)) return [prompt]
  const texts = [...exchanges.map(({ output }) => output), ...(status === undefined ? [last] : [])]
  const likely = likelyPrompts(texts).flatMap((source) => {
    const parsed = parsePrompt(source)
    return 'value' in parsed ? [parsed.value] : []
  })
  return likely.length > 0 ? likely : [undefined]
}

/** The setting that names the answers at the start of a line, where there is no prompt. */
function unpromptedOf({ exchanges }: Recording, prompt: Prompt | undefined, { command, games }: Head) {
  if (prompt === undefined && isGame(command, games)) return []
  const answers = exchanges.filter(({ output }) => lastLine(output) === '' && !endsWithPrompt(output, prompt))
  return answers.length > 0 || prompt === undefined
    ? [`# unprompted: ${joinLines(answers.map(({ answer }) => answer))}`.trimEnd()]
    : []
}

/** A session as a terminal showed it. */
export const sessionOf = (recording: Recording): Bytes =>
  recording.exchanges.map(({ output, answer }) => output + (answer === null ? '^D' : `${answer}\n`)).join('') +
  recording.last

/**
 * Writes the words of a command so that a shell takes them apart again.
 * @throws UsageError if they cannot stand on one line
 */
export function commandLine(words: readonly string[]): string {
  // The first word may have no `=`, or it would set a variable.
  const line = words
    .map((word, index) => (index === 0 && word.includes('=') ? inQuotes(word) : shellWord(word)))
    .join(' ')
  if (/[\r\n]/.test(line))
    throw new UsageError(JSON.stringify(line), 'a command with a newline cannot stand in a transcript')
  return line
}

/** Writes a word so that a shell takes it as it is. */
export const shellWord = (word: string) => (isPlain(word) ? word : inQuotes(word))

const inQuotes = (word: string) => `'${word.replaceAll("'", "'\\''")}'`

/**
 * Finds the game that a transcript is of by the name of its folder.
 * @throws UsageError if that is no game
 */
export function gameOfPlace(path: string, games: readonly FoundGame[]): FoundGame {
  const place = basename(dirname(resolve(path)))
  const game = games.find(({ name }) => name === place)
  if (game === undefined) throw new UsageError(path, 'of which game? Its folder is none: --game NAME, or -- COMMAND')
  return game
}

/** Makes a comment of a file's name: `a-full-board.transcript`. */
export function sentenceOf(path: string): string {
  const words = basename(path, extname(path))
    .replace(/[-_\s]+/g, ' ')
    .trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** How a transcript reads back otherwise than it was recorded; nothing if it does not. */
function difference(transcript: Transcript, prompt: Prompt | undefined, recording: Recording): string {
  const read = exchanges(transcript.session, prompt, transcript.settings.unprompted)
  const recorded: readonly Exchange[] = [...recording.exchanges, { output: recording.last }]
  for (const [index, { output, answer }] of recorded.entries()) {
    const found = read[index]
    if (found?.output === output && found.answer === answer) continue
    const by = prompt === undefined ? 'as one without a prompt' : `by the prompt '${prompt.source}'`
    if (found !== undefined && found.output.length < output.length && output.startsWith(found.output))
      return `${quoted(found.answer)} would read as an answer, ${by}`
    if (found?.output === output && answer === null && found.answer?.startsWith('^D'))
      return 'a transcript cannot say what the program says to the end of input unless that begins with a newline'
    if (found?.output === output && answer !== undefined)
      return `the answer ${quoted(answer)} would read as ${quoted(found.answer)}, ${by}`
    return `the answer ${quoted(answer)} would not read as one behind ${quoted(output.split('\n').at(-1))}, ${by}`
  }
  const cutOff = isCutOff(read, prompt)
  if (cutOff === (recording.status === undefined)) return ''
  return cutOff
    ? 'the program ended behind a prompt that nobody answered: it would read as a session that was cut off'
    : `the session was cut off where nothing looks like a prompt: let the program end, or send the end of input (^D)`
}

const quoted = (text: Bytes | null | undefined) =>
  text === null ? 'the end of input' : text === undefined ? 'nothing' : JSON.stringify(text)
