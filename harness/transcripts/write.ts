import type { FoundGame } from '../games/find.ts'
import type { Bytes } from '../session/bytes.ts'
import { Unusable } from '../session/unusable.ts'
import { possiblePrompts } from './prompt.ts'
import type { Recording } from './record.ts'
import { type Exchange, exchanges, formatTranscript, isCutOff, parseTranscript, type Transcript } from './transcript.ts'
import { promptOf } from './verify.ts'

/** What a transcript says before its session. */
export interface Head {
  /** One or more lines, without their `#`. */
  readonly comment: string
  readonly command: string
  /** What its prompts look like; found out where neither this is given nor the command is a game that we know. */
  readonly prompt: RegExp | undefined
  readonly games: readonly FoundGame[]
}

/**
 * Writes a recording as a transcript, as which it reads back: the same answers, and an end where it ended.
 * @throws Unusable if none can say what was recorded
 */
export function transcriptOf(path: string, head: Head, recording: Recording): Transcript & { readonly file: Bytes } {
  const { status } = recording
  if (typeof status === 'string') throw new Unusable(path, `ended by ${status}, which a transcript cannot say`)
  const prompts =
    head.prompt !== undefined || isGame(head.command, head.games) ? [head.prompt] : possiblePrompts(recording)
  let why = ''
  for (const prompt of prompts) {
    const settings = [
      ...(prompt === undefined ? [] : [`# prompt: ${prompt.source}`]),
      ...(status ? [`# status: ${status}`] : []),
    ]
    const comments = head.comment.split('\n').map((line) => `# ${line}`.trimEnd())
    const file = formatTranscript([...comments, ...settings], head.command, sessionOf(recording))
    const transcript = parseTranscript(path, file)
    if (transcript.settings.compare !== 'exact' || transcript.settings.stderr !== undefined)
      throw new Unusable('--comment', `reads as a setting: ${head.comment}`)
    why = difference(transcript, promptOf(transcript, head.games), recording)
    if (why === '') return { ...transcript, file }
  }
  throw new Unusable(path, why)
}

/** Whether the first word of a recorded command is the name of a game. */
export const isGame = (command: string, games: readonly FoundGame[]) =>
  games.some(({ name }) => name === /^\S+/.exec(command)?.[0])

const sessionOf = (recording: Recording): Bytes =>
  recording.exchanges.map(({ says, answer }) => says + (answer === null ? '^D' : `${answer}\n`)).join('') +
  recording.last

/** How a transcript reads back otherwise than it was recorded; nothing if it does not. */
function difference(transcript: Transcript, prompt: RegExp, recording: Recording): string {
  const read = exchanges(transcript.session, prompt)
  const recorded: readonly Exchange[] = [...recording.exchanges, { says: recording.last }]
  for (const [index, { says, answer }] of recorded.entries()) {
    const found = read[index]
    if (found?.says === says && found.answer === answer) continue
    const by = `by the prompt ${prompt}`
    if (found !== undefined && found.says.length < says.length && says.startsWith(found.says))
      return `${quoted(found.answer)} would read as an answer, ${by}`
    if (found?.says === says && answer === null && found.answer?.startsWith('^D'))
      return 'a transcript cannot say what the program says to the end of input unless that begins with a newline'
    if (found?.says === says && answer !== undefined)
      return `the answer ${quoted(answer)} would read as ${quoted(found.answer)}, ${by}`
    return `the answer ${quoted(answer)} would not read as one behind ${quoted(says.split('\n').at(-1))}, ${by}`
  }
  const cutOff = isCutOff(read, prompt)
  if (cutOff === (recording.status === undefined)) return ''
  return cutOff
    ? 'the program ended behind a prompt that nobody answered: it would read as a session that was cut off'
    : `the session was cut off where nothing looks like a prompt: let the program end, or send the end of input (^D)`
}

const quoted = (text: Bytes | null | undefined) =>
  text === null ? 'the end of input' : text === undefined ? 'nothing' : JSON.stringify(text)
