import { basename, extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as shlex from 'shlex'
import type { FoundGame } from '../games/find.ts'
import { type Child, here, openPrograms, type Place } from '../run/programs.ts'
import { setEcho } from '../run/pty.ts'
import { isNotStarted } from '../run/script.ts'
import { type Listeners, openSession, type Session } from '../run/session.ts'
import type { Bytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'
import {
  type Exchange,
  endsWithPrompt,
  exchanges,
  formatTranscript,
  isCutOff,
  joinLines,
  lastLine,
  likelyPrompt,
  type Prompt,
  parseTranscript,
  sessionOf,
  type Transcript,
} from './transcript.ts'
import { commandOf, gameOf, notStarted, promptOf } from './verify.ts'

/** A session as it was played. */
export interface Recording {
  /** The last one has no answer. */
  readonly exchanges: readonly Exchange[]
  /** The exit status as a shell's `$?` shows it; undefined if the session was cut off. */
  readonly status: number | undefined
  /** The next line if the program ended before it could be sent, otherwise undefined. */
  readonly unsent: Bytes | null | undefined
  /** Why it could not go on. */
  readonly error?: UsageError
}

export interface RecordOptions {
  /** What prompts look like. Without it, a program that waits in silence asks for a line. */
  readonly prompt: Prompt | undefined
  /** Whether a person answers on this terminal: they may take their time, and may answer where there is no prompt. */
  readonly person: boolean
  /** How long the program may be silent where no person waits for it, in milliseconds. */
  readonly milliseconds: number
  /** Where the program runs. */
  readonly place: Place
}

/** Stands in a recording for an answer that the terminal did not echo: a password. */
const hiddenAnswer = '<hidden>'

/** Whether an answer was hidden: such a session cannot be replayed. */
export const hasHidden = ({ exchanges }: Recording) => exchanges.some(({ answer }) => answer === hiddenAnswer)

/** How long a program without prompts must be silent before it is sent the next line, in milliseconds. */
const silence = 150

/** How much a program may write between two answers, in bytes. */
const outputLimit = 16 * 1024 * 1024

/**
 * Runs the command of a transcript and sends it each line when it asks for one.
 * @param lines what to send; `null` is the end of input. When they run out, the session is cut off, unless the program ends
 * @throws UsageError if there is no pseudo-terminal
 */
export async function record(
  transcript: Transcript,
  games: readonly FoundGame[],
  lines: Iterator<Bytes | null> | AsyncIterator<Bytes | null>,
  options: RecordOptions,
): Promise<Recording> {
  const programs = openPrograms(options.place)
  const exchanges: Exchange[] = []
  try {
    const child = await programs.start(commandOf(transcript, [], games))
    const session = openSession(child, options.person ? screenFor(child) : {})
    for (;;) {
      // When the program has ended, a line that is already there is still read, to report that it was not sent.
      const next = await Promise.race([lines.next(), session.ended.then(() => sleep(10))])
      const line = next?.done === false ? next.value : undefined
      const hasInputEnded = exchanges.at(-1)?.answer === null
      const { output, asks, why } = await untilAsked(session, hasInputEnded, options)
      const isHidden = typeof line === 'string' && (await child.isEchoOff?.())
      const answer = isHidden ? hiddenAnswer : line
      if (asks && line !== undefined && answer !== undefined) {
        exchanges.push({ output, answer })
        session.send(line)
        continue
      }
      child.release()
      const { status, stderr } = session
      const played = { exchanges: [...exchanges, { output }], status, unsent: answer }
      if (!asks && isNotStarted(status, stderr + output)) return { ...played, error: notStarted(transcript) }
      return why === undefined ? played : { ...played, error: new UsageError(transcript.path, why) }
    }
  } finally {
    programs.close()
  }
}

/** Shows a program to a person. What they type is not echoed while it has turned off the echo of its own terminal. */
function screenFor(child: Child): Listeners {
  let echoCheck: NodeJS.Timeout | undefined
  return {
    onOutput(bytes) {
      process.stdout.write(bytes, 'latin1')
      clearTimeout(echoCheck)
      echoCheck = setTimeout(async () => setEcho(!(await child.isEchoOff?.())), 20)
    },
    onStderr: (bytes) => process.stderr.write(bytes, 'latin1'),
  }
}

/** Reads output until the program asks for a line, ends, is silent for too long, or writes too much. */
async function untilAsked(session: Session, hasInputEnded: boolean, options: RecordOptions) {
  const { prompt, person, milliseconds } = options
  const silenceAsks = !hasInputEnded && (prompt === undefined || person)
  let output = ''
  for (let silent = 0; person || silent < milliseconds; ) {
    const isAtPrompt = !hasInputEnded && endsWithPrompt(output, prompt)
    if (isAtPrompt) await session.quiet()
    const usual = silenceAsks ? silence : milliseconds
    const pause = isAtPrompt ? 1 : usual
    const event = await session.next(pause)
    if (event === 'ended') return { output, asks: false }
    if (event === 'silent') {
      const asks = isAtPrompt ? !session.isClosed : silenceAsks && session.waits
      if (asks) return { output, asks }
      silent += pause
      continue
    }
    silent = 0
    output += event.output
    if (output.length > outputLimit) return { output, asks: false, why: `wrote more than ${outputLimit} bytes` }
  }
  const why = hasInputEnded ? 'does not end after the end of input' : notAsked(output, session, options)
  return { output, asks: false, why }
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
  head: Transcript,
  prompt: Prompt | undefined,
  games: readonly FoundGame[],
  recording: Recording,
): Transcript {
  const { path, comments, command } = head
  const { status, error } = recording
  if (error !== undefined) throw error
  const known = gameOf(command, games) && promptOf(head, games)
  const answered = recording.exchanges.slice(0, -1)
  const asking = status === undefined ? recording.exchanges : answered
  const pattern = prompt ?? likelyPrompt(asking.map(({ output }) => output))
  const unprompted = answered
    .filter(({ output }) => lastLine(output) === '' && !endsWithPrompt(output, pattern))
    .map(({ answer = null }) => answer)
  const settings: string[] = []
  if (pattern !== undefined && pattern.source !== known?.source) settings.push(`# prompt: ${pattern.source}`)
  if (pattern === undefined || unprompted.length > 0) settings.push(`# unprompted: ${joinLines(unprompted)}`.trimEnd())
  if (status) settings.push(`# status: ${status}`)
  if (hasHidden(recording))
    settings.push(`# Not replayed: ${hiddenAnswer} is an answer that was not shown.`, '# pty: only')
  const session = sessionOf(recording.exchanges)
  const transcript = parseTranscript(path, formatTranscript({ comments: [...comments, ...settings], command, session }))

  const asked = promptOf(transcript, games)
  const parsed = exchanges(session, asked, transcript.settings.unprompted)
  if (JSON.stringify(parsed) !== JSON.stringify(recording.exchanges)) {
    const answers = joinLines(parsed.slice(0, -1).map(({ answer = null }) => answer))
    throw new UsageError(path, `the answers would read as ${answers || 'output'} (prompt: ${asked?.source ?? 'none'})`)
  }
  if (status !== undefined && isCutOff(parsed, asked))
    throw new UsageError(path, 'the program ended after a prompt that was not answered: it would read as cut off')
  if (status === undefined && !isCutOff(parsed, asked))
    throw new UsageError(path, 'cut off where there is no prompt: let the program end, or send the end of input (^D)')
  return transcript
}

/**
 * Runs the program of a transcript with the same answers.
 * @returns the transcript as it would be recorded now
 * @throws UsageError if the program no longer asks for these answers
 */
export async function recordAgain(transcript: Transcript, games: readonly FoundGame[], milliseconds: number) {
  const { comments, command, session, settings } = transcript
  const prompt = promptOf(transcript, games)
  const answered = exchanges(session, prompt, settings.unprompted).slice(0, -1)
  const answers = answered.map(({ answer = null }) => answer)
  const recording = await record(transcript, games, answers.values(), {
    // Before an unprompted answer, the program asks by waiting in silence.
    prompt: settings.unprompted === undefined ? prompt : undefined,
    person: false,
    milliseconds,
    place: { ...here(), terminal: settings.pty === 'only' ? 'no echo' : undefined },
  })
  if (recording.error !== undefined) throw recording.error
  const { status = settings.status } = recording
  const others = comments.filter((comment) => !/^#\s*status:/.test(comment))
  const changed = status === 0 ? others : [...others, `# status: ${status}`]
  return formatTranscript({
    comments: status === settings.status ? comments : changed,
    command,
    session: sessionOf(recording.exchanges),
  })
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

/** Makes a comment of a file's name: `a-full-board.transcript`. */
export function sentenceOf(path: string): string {
  const words = basename(path, extname(path)).replaceAll(/[-_]+/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
