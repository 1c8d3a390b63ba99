import { setTimeout as sleep } from 'node:timers/promises'
import type { Conversation } from '../run/conversation.ts'
import type { CommandLine, Launcher } from '../run/launcher.ts'
import { conversations } from '../run/process.ts'
import { type Bytes, toText } from '../session/bytes.ts'
import { type Limits, lastWordsLimit, silenceThatAsks } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { answersOf, type End, type Session, type Turn } from '../session/session.ts'
import type { Prompt } from './prompt.ts'
import { endsWithPrompt, lastLine } from './transcript.ts'

/** The most bytes that a program may write between two answers while it is recorded. */
const recordingLimit = 16 * 1024 * 1024

/** The longest line that may end with a prompt while a program is recorded, in bytes. */
const promptLineLimit = 1024 * 1024

/** The silence after which a recorded program is sent a line where its own last line has ended: it may not have asked yet. */
const silenceAtLineEnd = 500

/** How long we look for one more typed line after a recorded program has exited, in milliseconds of the clock. */
const lastLinePatience = 10

/** A recorded session, cut off where the lines ran out. Its output may include standard error. */
export interface Recording extends Session {
  /** True if an answer is hidden: then the session cannot be replayed. */
  readonly isHidden?: boolean
  /** The line that was to be sent next, if the program ended first. */
  readonly unsent?: Bytes | null | undefined
  /** True if the program continued at a key, before Enter. */
  readonly takesKeys?: boolean
  /** The longest silence after which the program went on, in milliseconds of listening. */
  readonly silence?: number
  /** True if the program fell silent where it may wait for a line: it neither sleeps nor works. */
  readonly isAsking?: boolean
  /** How many seconds the program may be silent when it is replayed, if that is longer than usual. */
  readonly timeout?: number
  /** Why the session was recorded in a pseudo-terminal after one on pipes. */
  readonly notOnPipes?: string
}

export interface ConverseOptions {
  /** True if a person answers at this terminal: they may take their time, and answer without a prompt. */
  readonly person: boolean
  /** Silence counts if no person waits; bytes count between two answers (default: `recordingLimit`). */
  readonly limits: Limits
  /** The longest silence of a program that is recorded, while it visibly sleeps or works (default: as for any other). */
  readonly patience?: number
  /** True if the program may have other prompts, too: then silence counts as a prompt. */
  readonly isGuessed?: boolean
  readonly habits?: Habits
}

interface Habits {
  /** True if the system shows when the program waits for a line: then silence alone is no prompt. */
  isSeenToRead: boolean
}

/** Stands for an answer that the terminal did not echo, such as a password. */
export const hiddenAnswer = '<hidden>'
export const notReplayed = '# Not replayed:'

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
  let longest = 0
  for (;;) {
    // None if the program exits first. A line that was already typed is still read, to report that it was not sent.
    const next = await Promise.race([lines.next(), talk.ended.then(() => sleep(lastLinePatience))])
    const line = next?.done === false ? next.value : undefined
    const { output, end, silence, isAsking = false } = await untilAsked(talk, prompt, turns, { ...options, habits })
    longest = Math.max(longest, silence)
    const isUnseen = typeof line === 'string' && (await talk.child.keyboard?.isEchoOff()) === true
    const answer = isUnseen ? hiddenAnswer : line
    if (end !== undefined || line === undefined || answer === undefined) {
      const { stderr, takesKeys } = talk
      const session = { turns: [...turns, { output }], end: end ?? { how: 'cut' as const }, unsent: answer }
      return { ...session, ...(stderr !== '' && { stderr }), isHidden, takesKeys, silence: longest, isAsking }
    }
    turns.push({ output, answer })
    isHidden ||= isUnseen
    await talk.send(line)
  }
}

/**
 * Reads output until the program asks for a line, ends, or exceeds a limit. At its prompt, it asks once it writes no more.
 * Otherwise:
 * - if all its prompts are known, it never asks
 * - if they are unknown or guessed, it asks when it is seen to read. If that was never seen, it asks after a silence, unless
 *   it visibly sleeps or works
 * - if a person answers, it asks after a short silence, and no silence is too long
 * @returns also the longest silence before the last output
 */
async function untilAsked(
  talk: Conversation,
  prompt: Prompt | undefined,
  before: readonly Turn[],
  { person, limits, patience, habits, isGuessed = false }: ConverseOptions & { habits: Habits },
): Promise<{ output: Bytes; end?: End; silence: number; isAsking?: boolean }> {
  const { milliseconds, bytes = recordingLimit } = limits
  const hasInputEnded = before.at(-1)?.answer === null
  const silenceAsks = !hasInputEnded && (prompt === undefined || person || isGuessed)
  // Pieces, as searching the whole output each time would take quadratic time.
  const pieces: Bytes[] = []
  const output = () => pieces.join('')
  let size = 0
  let line = ''
  let silence = 0
  /** How long it has been silent since the last output. */
  let silent = 0
  let since = talk.listened
  for (;;) {
    const isAtPrompt = !hasInputEnded && line.length <= promptLineLimit && endsWithPrompt(line, prompt)
    if (isAtPrompt) await talk.waitUntilQuiet()
    else if (silenceAsks && !person && (await talk.waitForPrompt())) {
      habits.isSeenToRead = true
      return { output: output(), silence }
    }
    const pause = isAtPrompt ? 1 : silenceAsks ? silenceThatAsks : milliseconds
    const event = await talk.next(pause)
    if (event === 'ended') return { output: output(), end: talk.end, silence: Math.max(silence, talk.listened - since) }
    if (event !== 'silent') {
      silence = Math.max(silence, talk.listened - since)
      since = talk.listened
      silent = 0
      pieces.push(event.output)
      size += event.output.length
      line = event.output.includes('\n') ? lastLine(event.output) : line + event.output
      if (size > bytes) return { output: output(), end: { how: 'flood', bytes }, silence }
      continue
    }
    silent += pause
    const reads = talk.child.mayRead()
    const isElsewhere = !talk.isWaiting() || reads === false || (habits.isSeenToRead && reads !== true)
    habits.isSeenToRead ||= reads === true && !person
    const enough = patience === undefined || line !== '' ? silenceThatAsks : silenceAtLineEnd
    const isLast = silent >= milliseconds && line !== '' && !habits.isSeenToRead
    const mayAsk = reads === true || (!isElsewhere && silent >= enough) || isLast
    const asks = isAtPrompt ? !talk.child.isOutputClosed() : silenceAsks && talk.isWaiting() && (person || mayAsk)
    if (asks) {
      // The program may have written before it was seen to read.
      if (await talk.waitUntilQuiet()) continue
      return { output: output(), silence }
    }
    const limit = isElsewhere ? Math.max(patience ?? 0, milliseconds) : milliseconds
    if (!person && silent >= limit)
      return { output: output(), end: { how: 'silent', milliseconds: limit }, silence, isAsking: !isElsewhere }
  }
}

/** How many prompts of such a program are remembered; at a known one, the next line is sent sooner. */
const maxPrompts = 1000

/**
 * A command without expected output. It uses only the answers of a script, and sends each when the program asks, as in
 * recording.
 * @param prompt what its prompts look like. Absent: the program asks when it visibly waits for its input, is silent, or
 *   has written a text that was a prompt before; once it visibly waited for its input, silence alone is no prompt
 * @param pty true if the command runs in a pseudo-terminal, not on pipes
 */
export function unscriptedProgram(programs: Launcher, command: CommandLine, prompt?: Prompt, pty = false): Program {
  const seen = new SeenPrompts()
  const habits: Habits = { isSeenToRead: false }
  const inProcess = conversations(programs, command.join(' '), !pty)

  return {
    play: (script, { milliseconds }) =>
      inProcess(command, pty ? { terminal: 'no echo' } : {}, async (talk) => {
        const options = {
          person: false,
          limits: { milliseconds, bytes: lastWordsLimit },
          isGuessed: prompt === undefined,
          habits,
        }
        const { turns, end, stderr } = await converse(talk, prompt ?? seen, answersOf(script).values(), options)
        if (prompt === undefined) for (const { output, answer } of turns) if (answer !== undefined) seen.add(output)
        return { turns, end, ...(stderr !== undefined && { stderr }) }
      }),
  }
}

/** Last lines before earlier answers: at such a line, a shorter silence is enough. */
class SeenPrompts implements Prompt {
  readonly source = ''
  readonly #texts = new Set<string>()

  add(output: Bytes) {
    if (this.#texts.size < maxPrompts && !endsWithPrompt(output, this)) this.#texts.add(toText(lastLine(output)))
  }

  exec(line: string) {
    return line !== '' && this.#texts.has(line) ? { index: 0, 0: line } : null
  }
}
