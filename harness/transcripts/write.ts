import { basename, dirname, extname, resolve } from 'node:path'
import * as shlex from 'shlex'
import type { FoundGame } from '../games/find.ts'
import { UsageError } from '../session/usage-error.ts'
import { joinLines } from './lines.ts'
import { endsWithPrompt, lastLine, likelyPrompt, type Prompt, parsePrompt } from './prompt.ts'
import type { Recording } from './record.ts'
import { gameOf, promptOf } from './script.ts'
import { exchanges, formatTranscript, isCutOff, parseTranscript, sessionOf, type Transcript } from './transcript.ts'

/**
 * Makes a transcript that has the answers and the end of a recording when it is parsed.
 * @param head a transcript with the comments and the command
 * @param prompt what the prompts look like; if it is absent, a pattern is made of the recorded prompts
 * @throws UsageError if there is no such transcript
 */
export function transcriptOf(
  path: string,
  { comments, command }: Transcript,
  prompt: Prompt | undefined,
  games: readonly FoundGame[],
  recording: Recording,
): Transcript {
  const status = recording.status ? [`# status: ${recording.status}`] : []
  const settings = [...promptSettings(command, prompt ?? promptMadeOf(recording), games, recording), ...status]
  const session = sessionOf(recording.exchanges)
  const transcript = parseTranscript(path, formatTranscript([...comments, ...settings], command, session))
  check(transcript, promptOf(transcript, games), recording)
  return transcript
}

function promptMadeOf({ exchanges, status }: Recording): Prompt | undefined {
  const asking = status === undefined ? exchanges : exchanges.slice(0, -1)
  const source = likelyPrompt(asking.map(({ output }) => output))
  const parsed = source === undefined ? undefined : parsePrompt(source)
  return parsed !== undefined && 'value' in parsed ? parsed.value : undefined
}

/** The settings that describe the prompts, unless the command is a game with these prompts. */
function promptSettings(
  command: string,
  prompt: Prompt | undefined,
  games: readonly FoundGame[],
  { exchanges }: Recording,
): string[] {
  const parsed = gameOf(command, games)?.parse([])
  if (parsed !== undefined && 'game' in parsed && parsed.game.prompt.source === prompt?.source) return []
  const answered = exchanges.slice(0, -1)
  const unprompted = answered.filter(({ output }) => lastLine(output) === '' && !endsWithPrompt(output, prompt))
  const answers = joinLines(unprompted.map(({ answer = null }) => answer))
  return [
    ...(prompt === undefined ? [] : [`# prompt: ${prompt.source}`]),
    ...(unprompted.length === 0 && prompt !== undefined ? [] : [`# unprompted: ${answers}`.trimEnd()]),
  ]
}

/** @throws UsageError if a transcript has other answers than the recording, or another end */
function check({ path, session, settings }: Transcript, prompt: Prompt | undefined, recording: Recording) {
  const parsed = exchanges(session, prompt, settings.unprompted)
  if (JSON.stringify(parsed) !== JSON.stringify(recording.exchanges)) {
    const answers = joinLines(parsed.slice(0, -1).map(({ answer = null }) => answer))
    throw new UsageError(path, `the answers would read as ${answers || 'output'} (prompt: ${prompt?.source ?? 'none'})`)
  }
  const hasEnded = recording.status !== undefined
  if (isCutOff(parsed, prompt) !== hasEnded) return
  const why = hasEnded
    ? 'the program ended after a prompt that was not answered: it would read as a session that was cut off'
    : 'the session was cut off where there is no prompt: let the program end, or send the end of input (^D)'
  throw new UsageError(path, why)
}

/**
 * Writes words as a command for a shell.
 * @throws UsageError if they contain a newline
 */
export function commandLine(words: readonly string[]): string {
  const line = shlex.join(words)
  if (/[\r\n]/.test(line))
    throw new UsageError(JSON.stringify(line), 'a command with a newline cannot stand in a transcript')
  return line
}

/**
 * Finds the game of a transcript by the name of its folder.
 * @throws UsageError if no game has that name
 */
export function gameOfFolder(path: string, games: readonly FoundGame[]): FoundGame {
  const game = gameOf(basename(dirname(resolve(path))), games)
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
