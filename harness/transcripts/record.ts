import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from '../base/host.ts'
import { UsageError } from '../base/usage-error.ts'
import type { FoundGame } from '../games/find.ts'
import { nameOfExit, sentenceOfStop, sentenceOfTrouble } from '../report/difference.ts'
import { brief, inOneLine, nameOfAnswer } from '../report/text.ts'
import type { Conversation } from '../run/conversation.ts'
import { mustHaveStarted } from '../run/process.ts'
import { Programs } from '../run/programs.ts'
import { setOwnEcho } from '../run/pty.ts'
import type { Place } from '../run/shell.ts'
import { type Bytes, toReadable } from '../session/bytes.ts'
import {
  echoCheckDelay,
  echoPatience,
  type Limits,
  lastLinePatience,
  listeningTick,
  promptLineLimit,
  recordingLimit,
  silenceThatAsks,
} from '../session/limits.ts'
import { answersOf, type End, hasInputEnded, type Session, shownOf, type Turn } from '../session/session.ts'
import { commandOf } from './command.ts'
import type { Prompt } from './prompt.ts'
import {
  answerAt,
  endsWithPrompt,
  isCutOff,
  joinLines,
  lastLine,
  likelyPrompt,
  limitsFor,
  newTranscript,
  shownEndOfInput,
  type Transcript,
  turnsIn,
  unansweredIn,
} from './transcript.ts'
import { promptOf } from './verify.ts'

/** A recorded session, cut off where the lines ran out. Its output may include standard error. */
export interface Recording extends Session {
  /** True if an answer is hidden: then the session cannot be replayed. */
  readonly isHidden?: boolean
  /** The line that was to be sent next, if the program ended first. */
  readonly unsent?: Bytes | null | undefined
  /** True if the recording stopped although the program visibly waits for a line. */
  readonly isAsking?: boolean
  /** True if the program continued at a key, before Enter. */
  readonly takesKeys?: boolean
}

interface ConverseOptions {
  /** True if a person answers at this terminal: they may take their time, and answer without a prompt. */
  readonly person: boolean
  /** Silence counts if no person waits; bytes count between two answers (default: `recordingLimit`). */
  readonly limits: Limits
  /** True if the program may have other prompts, too: then silence counts as a prompt. */
  readonly isGuessed?: boolean
  readonly habits?: Habits
}

export interface Habits {
  /** True if the system shows when the program waits for a line: then silence alone is no prompt. */
  isSeenToRead: boolean
}

export interface RecordOptions extends ConverseOptions {
  /** Shows the session to a person at its streams (default: to nobody). */
  readonly screen?: Host | undefined
  readonly place: Place
  readonly stop?: AbortSignal
  readonly isInTerminal: boolean
  /** True if the session includes standard error; in a terminal it always does. */
  readonly isJoined: boolean
}

/** Stands for an answer that the terminal did not echo, such as a password. */
export const hiddenAnswer = '<hidden>'

/** The setting for a program whose prompts are unknown: it is sent a line whenever it falls silent. */
export const unpromptedSetting = '# unprompted:'

/**
 * Runs the command of a transcript, and sends it each line when it asks for one.
 * @param lines the lines; `null` is the end of input. Once they run out, the session is cut off, unless the program exits
 * @throws UsageError if the prompts are unknown, the program cannot be started, or there is no pseudo-terminal
 */
export async function record(
  transcript: Transcript,
  games: readonly FoundGame[],
  lines: Iterator<Bytes | null> | AsyncIterator<Bytes | null>,
  options: RecordOptions,
): Promise<Recording> {
  const prompt = promptOf(transcript, games)
  const programs = new Programs(options.place)
  options.stop?.addEventListener('abort', () => programs.close(), { once: true })
  const terminal = options.isInTerminal ? 'echo' : undefined
  const command = commandOf(transcript, games)
  const talk = await programs.start(command, { terminal, isJoined: options.isJoined })
  const watch = options.screen && show(talk, options.screen)
  try {
    const limits = limitsFor(transcript, options.limits)
    const recording = await converse(talk, prompt, lines, { ...options, limits })
    await mustHaveStarted(programs, command, recording, transcript.command)
    return recording
  } finally {
    clearInterval(watch)
    talk.close()
    programs.close()
  }
}

/** Sends a program each line when it asks for one, until it stops asking or the lines run out. */
export async function converse(
  talk: Conversation,
  prompt: Prompt | undefined,
  lines: Iterator<Bytes | null> | AsyncIterator<Bytes | null>,
  options: ConverseOptions,
): Promise<Recording> {
  const turns: Turn[] = []
  const { habits = { isSeenToRead: false } } = options
  let isHidden = false
  for (;;) {
    // The next line; none if the program exits first. A line that was already typed is still read, to report it as not
    // sent.
    const next = await Promise.race([lines.next(), talk.ended.then(() => sleep(lastLinePatience))])
    const line = next?.done === false ? next.value : undefined
    const { output, end, isAsking } = await untilAsked(talk, prompt, turns, { ...options, habits })
    const isUnseen = typeof line === 'string' && (await talk.child.keyboard?.isEchoOff()) === true
    const answer = isUnseen ? hiddenAnswer : line
    if (end !== undefined || line === undefined || answer === undefined) {
      const { stderr } = talk
      return {
        turns: [...turns, { output }],
        end: end ?? { how: 'cut' },
        ...(stderr !== '' && { stderr }),
        isHidden,
        unsent: answer,
        ...(isAsking && { isAsking }),
        ...(talk.takesKeys && { takesKeys: true }),
      }
    }
    turns.push({ output, answer })
    isHidden ||= isUnseen
    await talk.send(line)
  }
}

export const nameOfTyped = (answer: Bytes | null): string => nameOfAnswer(answer && toReadable(answer))

/** ` after answer 2, 'x'` */
function after(turns: readonly Turn[]): string {
  const { answer } = turns.at(-1) ?? {}
  if (answer === undefined) return ''
  return ` after answer ${turns.length}, ${nameOfTyped(answer)}`
}

/**
 * Shows a program to a person, who sees what they type by themselves. While the program has turned off its echo, ours is
 * off, too.
 * @returns a timer that shows what was held back, such as a prompt on a line that was blank, once the program sleeps
 */
function show(talk: Conversation, { stdout, stderr }: Host): NodeJS.Timeout {
  const { child } = talk
  let echoCheck: NodeJS.Timeout | undefined
  talk.onOutput = (bytes) => {
    if (talk.isTyping) return
    stdout.write(bytes, 'latin1')
    clearTimeout(echoCheck)
    echoCheck = setTimeout(async () => setOwnEcho(!(await child.keyboard?.isEchoOff())), echoCheckDelay)
  }
  talk.onStderr = (bytes) => void stderr.write(bytes, 'latin1')
  let looksAsleep = 0
  return setInterval(() => {
    looksAsleep = talk.isWaiting() ? looksAsleep + 1 : 0
    if (looksAsleep * listeningTick >= echoPatience) child.passOn?.()
  }, listeningTick)
}

/**
 * Reads output until the program asks for a line, ends, or exceeds a limit. At its prompt, it asks once it writes no more.
 * Otherwise:
 * - if all its prompts are known, it never asks
 * - if they are unknown or guessed, it asks when it is seen to read, or after a short silence, unless it visibly waits for
 *   a time or a child
 * - if a person answers, it asks after a short silence, and no silence is too long
 */
async function untilAsked(
  talk: Conversation,
  prompt: Prompt | undefined,
  before: readonly Turn[],
  { person, limits, habits, isGuessed = false }: ConverseOptions & { habits: Habits },
): Promise<{ output: Bytes; end?: End; isAsking?: boolean | undefined }> {
  const { milliseconds, bytes = recordingLimit } = limits
  const hasInputEnded = before.at(-1)?.answer === null
  const silenceAsks = !hasInputEnded && (prompt === undefined || person || isGuessed)
  // Pieces, as searching the whole output each time would take quadratic time.
  const pieces: Bytes[] = []
  let [size, line] = [0, '']
  for (let silent = 0; person || silent < milliseconds; ) {
    const isAtPrompt = !hasInputEnded && line.length <= promptLineLimit && endsWithPrompt(line, prompt)
    if (isAtPrompt) await talk.writesMore()
    else if (silenceAsks && !person && (await talk.asksForLine())) {
      habits.isSeenToRead = true
      return { output: pieces.join('') }
    }
    const usual = silenceAsks ? silenceThatAsks : milliseconds
    const pause = isAtPrompt ? 1 : usual
    const event = await talk.next(pause)
    if (event === 'ended') return { output: pieces.join(''), end: talk.end }
    if (event === 'silent') {
      const mayRead = person || (talk.child.mayRead() ?? !habits.isSeenToRead)
      const asks = isAtPrompt ? !talk.child.isOutputClosed() : silenceAsks && mayRead && talk.isWaiting()
      if (asks) return { output: pieces.join('') }
      silent += pause
    } else {
      silent = 0
      pieces.push(event.output)
      size += event.output.length
      line = event.output.includes('\n') ? lastLine(event.output) : line + event.output
      if (size > bytes) return { output: pieces.join(''), end: { how: 'flood', bytes } }
    }
  }
  return { output: pieces.join(''), end: { how: 'silent', milliseconds }, isAsking: talk.child.readsInput() }
}

/**
 * True if the session can become a transcript: the program ended by itself or the lines ran out, and the output shows
 * that answers arrived.
 */
export const isComplete = (session: Recording) =>
  (session.end.how === 'exit' || session.end.how === 'cut') && whyNoAnswer(session) === undefined

export const keysOutOfScope = 'an answer is a line, and other keys (a single key, arrows, Ctrl-C) are out of scope'

/**
 * Says why the output does not show that answers arrived as lines: the program reacts to keys, ended before the first
 * answer, or wrote nothing after any. Undefined if the output shows it.
 */
function whyNoAnswer({ turns, end, unsent, stderr, takesKeys }: Recording): string | undefined {
  const [first, ...others] = turns
  if (takesKeys) return `reacts to a key before Enter: ${keysOutOfScope}`
  if (end.how === 'exit' && others.length === 0 && unsent !== undefined)
    return `ended before ${nameOfTyped(unsent)} could be sent, with ${nameOfExit(end.status, stderr || first?.output)}`
  const isSilent = end.how === 'cut' && others.length > 0 && others.every(({ output }) => output === '')
  return isSilent ? 'wrote nothing after any answer: if it reads all its input first, end that with ^D' : undefined
}

export function whyStopped(session: Recording, prompt: Prompt | undefined): string {
  const { turns, end, isAsking = false } = session
  if (end.how !== 'silent') return whyNoAnswer(session) ?? sentenceOfStop(end)
  if (hasInputEnded(session)) return sentenceOfTrouble(session)
  const { output = '' } = turns.at(-1) ?? {}
  const last = JSON.stringify(toReadable(prompt === undefined ? lastLine(output) : output).slice(-60))
  const why =
    prompt === undefined
      ? `if ${last} is a prompt, say so: --prompt`
      : `${last} ${mismatchOf(output, prompt, isAsking)}`
  const isUnlikely = output === '' || (prompt === undefined && output.endsWith('\n'))
  return `${sentenceOfStop(end)}${after(turns.slice(0, -1))}${isUnlikely ? '' : `: ${why}`}`
}

/**
 * Says why a text does not end with a prompt.
 * @param isAsking whether the program visibly waits for a line
 */
function mismatchOf(output: Bytes, prompt: Prompt, isAsking: boolean): string {
  if (answerAt(lastLine(output), prompt) !== undefined)
    return `goes on after the prompt ${prompt.source}: let it match all of that, or have it detected with --prompt ''`
  const remedy = isAsking ? ": let it match this, or have it detected with --prompt ''" : ''
  return `does not match the prompt ${prompt.source}${remedy}`
}

/**
 * Makes a transcript of a recording.
 * @param head a transcript with the comments and the command
 * @throws UsageError if no transcript can hold the recording
 */
export function transcriptOf(head: Transcript, games: readonly FoundGame[], recording: Recording): Transcript {
  const { path, command } = head
  const known = promptOf(head, games)
  if (!isComplete(recording)) throw new UsageError(command, whyStopped(recording, known))
  const isUnknown = head.settings.unprompted !== undefined
  const prompt = isUnknown ? likelyPrompt(askingIn(recording)) : known
  const comments = head.comments.filter((comment) => comment !== unpromptedSetting)
  if (isUnknown && prompt !== undefined) comments.push(`# prompt: ${prompt.source}`)
  if (recording.isHidden)
    comments.push(`# Not replayed: ${hiddenAnswer} stands for an answer that was not shown.`, '# pty: only')
  return withSession(newTranscript(path, { comments, command, session: '' }), recording, prompt)
}

/**
 * Puts a recording into a transcript, with the settings that it needs, and checks that the transcript reads as the same
 * session.
 * @throws UsageError if it reads as another one
 */
export function withSession(head: Transcript, recording: Recording, prompt: Prompt | undefined): Transcript {
  const { path, command, settings } = head
  const { turns, end } = recording
  const status = end.how === 'exit' ? end.status : undefined
  const session = shownOf({ turns })
  const unprompted = answersOf({ turns: turns.filter(({ output }) => !endsWithPrompt(output, prompt)) })
  let { comments } = head
  const isListed = prompt === undefined || unprompted.length > 0
  if (!isSame(unprompted, settings.unprompted))
    comments = commentsWith(comments, 'unprompted', isListed ? joinLines(unprompted) : undefined)
  // Without a status, a session that ends with a prompt would read as cut off.
  const endsAtPrompt = status !== undefined && isCutOff(turns, prompt)
  if (status !== settings.status)
    comments = commentsWith(comments, 'status', status || endsAtPrompt ? `${status}` : undefined)

  const isClear = isSame(turnsIn(session, prompt, { unprompted }, path), turns)
  const unanswered = isClear || betterPrompt(recording, prompt) ? [] : unansweredIn(turns, prompt, unprompted)
  if (!isSame(unanswered, settings.unanswered ?? []))
    comments = commentsWith(comments, 'unanswered', unanswered.join(' ') || undefined)

  const parsed = turnsIn(session, prompt, { unprompted, unanswered }, path)
  if (!isSame(parsed, turns)) {
    const answers = answersInShort(answersOf({ turns: parsed })) || 'output'
    const reading = `the answers would read as ${answers} (prompt: ${brief(prompt?.source ?? 'none')})`
    throw new UsageError(path, `${misread(turns, parsed)}; ${remedyFor(recording, prompt)}; ${reading}`)
  }
  return newTranscript(path, { comments, command, session })
}

export const answersInShort = (answers: readonly (Bytes | null)[]): string =>
  inOneLine(answers.map((answer) => joinLines([answer])))

/** Replaces a setting among comments, or removes it. */
function commentsWith(comments: readonly string[], key: string, value: string | undefined): string[] {
  const others = comments.filter((comment) => !new RegExp(`^#\\s*${key}:`).test(comment))
  return value === undefined ? others : [...others, `# ${key}: ${value}`.trimEnd()]
}

const askingIn = ({ turns, end }: Recording) =>
  (end.how === 'exit' ? turns.slice(0, -1) : turns).map(({ output }) => output)

/** The prompts that the program showed, if they tell its answers from its output. */
function betterPrompt(recording: Recording, prompt: Prompt | undefined): Prompt | undefined {
  const { turns } = recording
  const session = shownOf({ turns })
  const better = likelyPrompt(askingIn(recording))
  const isBetter = better !== undefined && better.source !== prompt?.source && isSame(turnsIn(session, better), turns)
  return isBetter ? better : undefined
}

function remedyFor(recording: Recording, prompt: Prompt | undefined): string {
  const better = betterPrompt(recording, prompt)
  if (better !== undefined)
    return brief(better.source) !== better.source
      ? "have the prompts detected with --prompt ''"
      : `use --prompt '${better.source}'`
  if (prompt === undefined) return `give answers that do not begin with ${shownEndOfInput}`
  return `give answers that begin neither with ${shownEndOfInput} nor like a prompt, or use another prompt`
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function misread(turns: readonly Turn[], parsed: readonly Turn[]): string {
  const at = turns.findIndex((turn, index) => !isSame(turn, parsed[index]))
  const [given, read] = [turns[at]?.answer, parsed[at]?.answer]
  const name = (answer: Bytes | null) => answersInShort([answer])
  if (given !== undefined && given === read) return `a line of the output reads as answer ${at + 1}, ${name(given)}`
  if (read !== undefined && parsed.length > turns.length) return `${name(read)} is output`
  return given === undefined ? 'the output would read otherwise' : `answer ${at + 1}, ${name(given)}, is lost`
}
