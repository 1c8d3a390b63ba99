import { setTimeout as sleep } from 'node:timers/promises'
import type { Command, Programs } from '../run/programs.ts'
import { isNotStarted } from '../run/script.ts'
import { type Listeners, openSession, type Session } from '../run/session.ts'
import type { Bytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'
import { endsWithPrompt, lastLine, type Prompt } from './prompt.ts'
import type { Exchange } from './transcript.ts'

/** A session as it was played. */
export interface Recording {
  /** The last one has no answer. */
  readonly exchanges: readonly Exchange[]
  /** The exit status as a shell's `$?` shows it; undefined if the session was cut off. */
  readonly status: number | undefined
  /** The next line if the program ended before it could be sent, otherwise undefined. */
  readonly unsent: Bytes | null | undefined
  readonly stderr: Bytes
}

export interface RecordOptions extends Listeners {
  /** What prompts look like. Without it, a program that waits in silence asks for a line. */
  readonly prompt: Prompt | undefined
  /** Whether a person answers: they may take their time, and may answer where there is no prompt. */
  readonly person: boolean
  /** Is called with each line that was read, sent or not. */
  readonly onLine?: (line: Bytes | null) => void
  /** How long the program may be silent where no person waits for it, in milliseconds. */
  readonly milliseconds: number
}

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
  const child = await programs.start(command)
  const session = openSession(child, options)
  const exchanges: Exchange[] = []
  try {
    for (;;) {
      // When the program has ended, a line that is already there is still read, to report that it was not sent.
      const next = await Promise.race([lines.next(), session.ended.then(() => sleep(10))])
      const line = next?.done === false ? next.value : undefined
      if (line !== undefined) options.onLine?.(line)
      const { output, isOver } = await untilAsked(session, name, exchanges.at(-1)?.answer === null, options)
      const { status, stderr } = session
      if (isOver && isNotStarted(status, stderr + output)) throw new UsageError(name, 'cannot be started')
      if (isOver) return { exchanges: [...exchanges, { output }], status, unsent: line, stderr }
      if (line === undefined)
        return { exchanges: [...exchanges, { output }], status: undefined, unsent: undefined, stderr }
      exchanges.push({ output, answer: line })
      session.send(line)
    }
  } finally {
    child.release()
    child.killStrays()
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
  const none = prompt === undefined || output === '' ? '' : `: ${last} is no prompt by ${prompt.source}`
  const elsewhere = endsWithPrompt(stderr, prompt) ? '; it prompts on standard error, try --pty' : ''
  return `no output for ${milliseconds / 1000} s${none}${elsewhere}`
}
