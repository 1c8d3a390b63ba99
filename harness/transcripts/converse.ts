import { setTimeout as sleep } from 'node:timers/promises'
import type { Conversation } from '../run/conversation.ts'
import type { Launcher } from '../run/launcher.ts'
import { conversations } from '../run/process.ts'
import { type Bytes, toText } from '../session/bytes.ts'
import { type Limits, verdictLimits } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { answersOf, type End, type Session, type Turn } from '../session/session.ts'
import { endsWithPrompt, lastLine, type Prompt } from './prompt.ts'

/** In bytes between two answers, and in a line that may be a prompt. */
const recordingLimit = 16 * 1024 * 1024
const promptLineLimit = 1024 * 1024

/** Milliseconds after which a recorded program is sent a line where its own last line has ended: it may not have asked yet. */
const silenceAtLineEnd = 500

/** Milliseconds of the clock in which we look for one more typed line once a recorded program has exited. */
const lastLinePatience = 10

/** How many prompts of an unscripted program to remember: at a remembered one, the next line is sent sooner. */
const maxPrompts = 1000

/** A recorded session, cut off where the lines ran out. Its output may include standard error. */
export interface RecordedSession extends Session {
  /** True if the session cannot be replayed, as an answer is hidden. */
  readonly isHidden?: boolean
  /** The line that was to be sent next, if the program ended first. */
  readonly unsent?: Bytes | null | undefined
  /** True if the program continued at a key, before Enter. */
  readonly takesKeys?: boolean
  /** How many seconds the program may be silent when it is replayed, if that is longer than usual. */
  readonly timeout?: number
  /** What the program asks in a terminal, if it asks nothing on pipes, on which the session was recorded. */
  readonly onlyInTerminal?: Bytes
  /** Why the session was recorded in a pseudo-terminal after one on pipes. */
  readonly notOnPipes?: string
}

interface ConverseOptions {
  /** True if a person answers, who may take their time, and needs no prompt. */
  readonly isPerson?: boolean
  readonly limits: Limits
  /** How many seconds a program that is recorded may visibly sleep or work (default: as any other). */
  readonly timeout?: number
  /** True if the program may have other prompts, too: then silence counts as one. */
  readonly isGuessed?: boolean
}

/** Stands for an answer that the terminal did not echo, such as a password. */
export const hiddenAnswer = '<hidden>'
export const notReplayed = '# Not replayed:'

/** Sends a program each line when it asks for one, until it stops asking or the lines run out. */
export async function converse(
  conversation: Conversation,
  prompt: Prompt | undefined,
  lines: Iterator<Bytes | null> | AsyncIterator<Bytes | null>,
  { isPerson = false, limits, timeout, isGuessed = false }: ConverseOptions,
): Promise<RecordedSession> {
  const { milliseconds, bytes = recordingLimit } = limits
  const turns: Turn[] = []
  let isHidden = false
  let longestSilence = 0
  /** Once true, silence alone no longer counts as a prompt. */
  let isSeenToRead = false
  for (;;) {
    // A line that was typed before the program exited is still read, to report that it was not sent.
    const next = await Promise.race([lines.next(), conversation.ended.then(() => sleep(lastLinePatience))])
    const line = next?.done === false ? next.value : undefined
    const { output, end } = await untilAsked(turns.at(-1)?.answer === null)
    const isUnseen = typeof line === 'string' && (await conversation.child.keyboard?.isEchoOff()) === true
    const answer = isUnseen ? hiddenAnswer : line
    if (end !== undefined || line === undefined || answer === undefined) {
      const { stderr, takesKeys } = conversation
      return {
        turns: [...turns, { output }],
        end: end ?? { how: 'cut' },
        ...(stderr && { stderr }),
        unsent: answer,
        isHidden,
        takesKeys,
        ...(timeout !== undefined && longestSilence > 0.75 * milliseconds && { timeout }),
      }
    }
    turns.push({ output, answer })
    isHidden ||= isUnseen
    await conversation.send(line)
  }

  /**
   * Reads output until the program asks for a line, ends, or exceeds a limit. At its prompt, it asks once it writes no more.
   * If all its prompts are known, it asks nowhere else; otherwise, silence may show that it does.
   */
  async function untilAsked(hasInputEnded: boolean): Promise<{ output: Bytes; end?: End }> {
    const silenceAsks = !hasInputEnded && (prompt === undefined || isPerson || isGuessed)
    // Pieces, as searching the whole output each time would take quadratic time.
    const pieces: Bytes[] = []
    let size = 0
    let lastLineSoFar = ''
    let silent = 0
    const began = conversation.listened
    let since = began
    const reply = (end?: End) => ({ output: pieces.join(''), ...(end && { end }) })
    for (;;) {
      const mayBePrompt = !hasInputEnded && lastLineSoFar.length <= promptLineLimit
      const isAtPrompt = mayBePrompt && endsWithPrompt(lastLineSoFar, prompt)
      if (isAtPrompt) await conversation.waitUntilQuiet()
      else if (silenceAsks && !isPerson && (await conversation.waitForPrompt())) {
        isSeenToRead = true
        return reply()
      }
      const pause = isAtPrompt ? 1 : silenceAsks ? verdictLimits.silenceThatAsks : milliseconds
      const event = await conversation.next(pause)
      if (event !== 'silent') {
        longestSilence = Math.max(longestSilence, conversation.listened - since)
        since = conversation.listened
        if (event === 'ended') return reply(conversation.end)
        silent = 0
        pieces.push(event.output)
        size += event.output.length
        lastLineSoFar = event.output.includes('\n') ? lastLine(event.output) : lastLineSoFar + event.output
        if (size > bytes) return reply({ how: 'flood', bytes })
        const replyLimit = verdictLimits.replyFactor * Math.max(milliseconds, longestSilence)
        if (!isPerson && since - began > replyLimit) return reply({ how: 'slow', milliseconds: replyLimit })
        continue
      }
      silent += pause
      const reads = readsNow()
      const asks = isAtPrompt
        ? !conversation.child.isOutputClosed()
        : silenceAsks && asksAfter(silent, lastLineSoFar, reads)
      if (asks) {
        // The program may have written before it was seen to read.
        if (await conversation.waitUntilQuiet()) continue
        return reply()
      }
      const limit = reads === false ? Math.max(1000 * (timeout ?? 0), milliseconds) : milliseconds
      if (!isPerson && silent >= limit)
        return reply({ how: 'silent', milliseconds: limit, ...(reads !== false && { waits: true }) })
    }
  }

  /** Undefined if that cannot be seen, and never was. */
  function readsNow(): boolean | undefined {
    if (!conversation.isWaiting()) return false
    const reads = conversation.child.mayRead()
    if (reads === true && !isPerson) isSeenToRead = true
    return reads ?? (isSeenToRead ? false : undefined)
  }

  function asksAfter(silent: number, line: Bytes, reads: boolean | undefined): boolean {
    if (isPerson) return conversation.isWaiting()
    if (reads === undefined)
      return silent >= (timeout === undefined || line !== '' ? verdictLimits.silenceThatAsks : silenceAtLineEnd)
    return reads || (silent >= milliseconds && line !== '' && !isSeenToRead && conversation.isWaiting())
  }
}

/**
 * Makes a program of a command: it ignores a script's outputs, and sends each answer when the command asks.
 * @param prompt what its prompts look like (default: detected; a text that was a prompt before is one)
 */
export function unscriptedProgram(
  launcher: Launcher,
  command: readonly string[],
  prompt?: Prompt,
  pty = false,
): Program {
  const seen = new Set<string>()
  const isSeen = (line: string) => line !== '' && seen.has(line)
  const seenPrompt = { source: '', exec: (line: string) => (isSeen(line) ? { index: 0, 0: line } : null) }
  const converseIn = conversations(launcher, command.join(' '), !pty)
  return {
    play: (script, { milliseconds }) =>
      converseIn(command, pty ? { terminal: 'no echo' } : {}, async (conversation) => {
        const limits = { milliseconds, bytes: verdictLimits.lastWordsLimit }
        const options = { limits, isGuessed: prompt === undefined }
        const { turns, end, stderr } = await converse(
          conversation,
          prompt ?? seenPrompt,
          answersOf(script).values(),
          options,
        )
        for (const { output } of turns.slice(0, -1)) if (seen.size < maxPrompts) seen.add(toText(lastLine(output)))
        return { turns, end, ...(stderr !== undefined && { stderr }) }
      }),
  }
}
