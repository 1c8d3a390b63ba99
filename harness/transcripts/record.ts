import { basename, dirname, extname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as shlex from 'shlex'
import type { FoundGame } from '../games/find.ts'
import { type Command, here, openPrograms, type Programs } from '../run/programs.ts'
import { isNotStarted } from '../run/script.ts'
import type { Listeners, Session } from '../run/session.ts'
import type { Bytes } from '../session/bytes.ts'
import { NotStarted, UsageError } from '../session/usage-error.ts'
import { joinLines } from './lines.ts'
import { endsWithPrompt, lastLine, likelyPrompt, type Prompt } from './prompt.ts'
import {
  type Exchange,
  exchanges,
  formatTranscript,
  isCutOff,
  parseTranscript,
  sessionOf,
  type Transcript,
} from './transcript.ts'
import { commandOf, gameOf, promptOf } from './verify.ts'

/** A session as it was played. */
export interface Recording {
  /** The last one has no answer. */
  readonly exchanges: readonly Exchange[]
  /** The exit status as a shell's `$?` shows it; undefined if the session was cut off. */
  readonly status: number | undefined
  /** The next line if the program ended before it could be sent, otherwise undefined. */
  readonly unsent: Bytes | null | undefined
}

export interface RecordOptions extends Listeners {
  /** What prompts look like. Without it, a program that waits in silence asks for a line. */
  readonly prompt: Prompt | undefined
  /** Whether a person answers: they may take their time, and may answer where there is no prompt. */
  readonly person: boolean
  /** Is called with each line that was read, sent or not; with `<hidden>` in place of a password. */
  readonly onLine?: (line: Bytes | null) => void
  /** Is called after output: whether the program's terminal now echoes what is typed. */
  readonly onEcho?: (isOn: boolean) => void
  /** How long the program may be silent where no person waits for it, in milliseconds. */
  readonly milliseconds: number
}

/** Stands in a recording for an answer that the terminal did not echo: a password. */
export const hiddenAnswer = '<hidden>'

/** How long a program without prompts must be silent before it is sent the next line, in milliseconds. */
const silence = 150

/** How much a program may write between two answers, in bytes. */
const outputLimit = 16 * 1024 * 1024

/**
 * Runs a session and sends each line when the program asks for one.
 * @param name what errors call the program
 * @param lines what to send; `null` is the end of input. When they run out, the session is cut off, unless the program ends
 * @throws UsageError if the program cannot be started, or does not ask for a line in time
 */
export async function record(
  programs: Programs,
  command: Command,
  name: string,
  lines: Iterator<Bytes | null> | AsyncIterator<Bytes | null>,
  options: RecordOptions,
): Promise<Recording> {
  let echoCheck: NodeJS.Timeout | undefined
  const onOutput = (bytes: Bytes) => {
    options.onOutput?.(bytes)
    clearTimeout(echoCheck)
    echoCheck = setTimeout(async () => options.onEcho?.(!(await session.isEchoOff())), 20)
  }
  const session = await programs.start(command, { ...options, onOutput })
  const exchanges: Exchange[] = []
  try {
    for (;;) {
      // When the program has ended, a line that is already there is still read, to report that it was not sent.
      const next = await Promise.race([lines.next(), session.ended.then(() => sleep(10))])
      const line = next?.done === false ? next.value : undefined
      let answer = line
      const hide = async () => {
        if (typeof line === 'string' && (await session.isEchoOff())) answer = hiddenAnswer
        if (answer !== undefined) options.onLine?.(answer)
      }
      const hasInputEnded = exchanges.at(-1)?.answer === null
      const { output, isOver } = await untilAsked(session, name, hasInputEnded, options).finally(hide)
      const { status, stderr } = session
      if (isOver && isNotStarted(status, stderr + output)) throw new NotStarted(name)
      if (isOver) return { exchanges: [...exchanges, { output }], status, unsent: answer }
      if (line === undefined || answer === undefined)
        return { exchanges: [...exchanges, { output }], status: undefined, unsent: undefined }
      exchanges.push({ output, answer })
      session.send(line)
    }
  } finally {
    clearTimeout(echoCheck)
    session.close(true)
  }
}

/**
 * Reads output until the program asks for a line or ends.
 * @throws UsageError if it is silent for too long, or writes too much
 */
async function untilAsked(session: Session, name: string, hasInputEnded: boolean, options: RecordOptions) {
  const { prompt, person, milliseconds } = options
  const silenceAsks = !hasInputEnded && (prompt === undefined || person)
  let output = ''
  for (let silent = 0; ; ) {
    const isAtPrompt = !hasInputEnded && endsWithPrompt(output, prompt)
    if (isAtPrompt) await session.quiet()
    const pause = isAtPrompt ? 1 : silenceAsks ? silence : milliseconds
    const event = await session.next(pause)
    if (event === 'ended') return { output, isOver: true }
    if (event === 'silent') {
      if (isAtPrompt ? !session.isClosed : silenceAsks && session.waits) return { output, isOver: false }
      silent += pause
      if (person || silent < milliseconds) continue
      throw new UsageError(
        name,
        hasInputEnded ? 'does not end after the end of input' : notAsked(output, session, options),
      )
    }
    output += event.output
    silent = 0
    if (output.length > outputLimit) throw new UsageError(name, `wrote more than ${outputLimit} bytes`)
  }
}

function notAsked(output: Bytes, { stderr }: Session, { prompt, milliseconds }: RecordOptions): string {
  const last = JSON.stringify(lastLine(output).slice(-60))
  const none = prompt === undefined || output === '' ? '' : `: ${last} does not match the prompt ${prompt.source}`
  const elsewhere = endsWithPrompt(stderr, prompt) ? '; it prompts on standard error, try --pty' : ''
  return `no output for ${milliseconds / 1000} s${none}${elsewhere}`
}

/**
 * Makes a transcript that has the answers and the end of a recording when it is parsed.
 * @param head a transcript with the comments and the command
 * @param prompt what the prompts look like; if it is absent, a pattern is made of the recorded prompts
 * @throws UsageError if there is no such transcript
 */
export function transcriptOf(
  path: string,
  head: Transcript,
  prompt: Prompt | undefined,
  games: readonly FoundGame[],
  recording: Recording,
): Transcript {
  const { comments, command } = head
  const { exchanges, status } = recording
  const known = gameOf(command, games) && promptOf(head, games)
  const asking = status === undefined ? exchanges : exchanges.slice(0, -1)
  const pattern = prompt ?? likelyPrompt(asking.map(({ output }) => output))
  const unprompted = exchanges
    .slice(0, -1)
    .filter(({ output }) => lastLine(output) === '' && !endsWithPrompt(output, pattern))
    .map(({ answer = null }) => answer)
  const settings = [
    ...(pattern === undefined || pattern.source === known?.source ? [] : [`# prompt: ${pattern.source}`]),
    ...(unprompted.length === 0 && pattern !== undefined ? [] : [`# unprompted: ${joinLines(unprompted)}`.trimEnd()]),
    ...(status ? [`# status: ${status}`] : []),
    ...(hasHidden(recording)
      ? [`# Not replayed: ${hiddenAnswer} is an answer that was not shown.`, '# pty: only']
      : []),
  ]
  const file = formatTranscript([...comments, ...settings], command, sessionOf(exchanges))
  const transcript = parseTranscript(path, file)
  check(transcript, promptOf(transcript, games), recording)
  return transcript
}

/** Whether an answer was hidden: such a session cannot be replayed. */
export const hasHidden = ({ exchanges }: Recording) => exchanges.some(({ answer }) => answer === hiddenAnswer)

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
 * Runs the program of a transcript with the same answers.
 * @returns the transcript as it would be recorded now
 * @throws UsageError if the program no longer asks for these answers
 */
export async function recordAgain(transcript: Transcript, games: readonly FoundGame[], milliseconds: number) {
  const { path, comments, command, session, settings } = transcript
  const prompt = promptOf(transcript, games)
  const answered = exchanges(session, prompt, settings.unprompted).slice(0, -1)
  const answers = answered.map(({ answer = null }) => answer)
  const programs = openPrograms({ ...here(), terminal: settings.pty === 'only' ? 'no echo' : undefined })
  const recording = await record(programs, commandOf(transcript, [], games), path, answers.values(), {
    // Before an unprompted answer, the program asks by waiting in silence.
    prompt: settings.unprompted === undefined ? prompt : undefined,
    person: false,
    milliseconds,
  }).finally(programs.close)
  const { status = settings.status } = recording
  const others = comments.filter((comment) => !/^#\s*status:/.test(comment))
  const changed = [...others, ...(status === 0 ? [] : [`# status: ${status}`])]
  const newComments = status === settings.status ? comments : changed
  return formatTranscript(newComments, command, sessionOf(recording.exchanges))
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
  if (game === undefined)
    throw new UsageError(path, 'its folder is not named after a game: use --game NAME or -- COMMAND')
  return game
}

/** Makes a comment of a file's name: `a-full-board.transcript`. */
export function sentenceOf(path: string): string {
  const words = basename(path, extname(path)).replaceAll(/[-_]+/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
