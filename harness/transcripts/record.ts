import { setTimeout as sleep } from 'node:timers/promises'
import type { Child, Command, Programs } from '../run/programs.ts'
import { isEchoOff } from '../run/pty.ts'
import { isNotStarted } from '../run/script.ts'
import { openSession, type Session } from '../run/session.ts'
import type { Bytes } from '../session/bytes.ts'
import { UsageError } from '../session/usage-error.ts'
import type { Prompt } from './prompt.ts'

/** A session as it went. */
export interface Recording {
  readonly exchanges: readonly { readonly output: Bytes; readonly answer: Bytes | null }[]
  /** What was said after the last answer. */
  readonly last: Bytes
  /** How the program ended, as a shell's `$?` has it; absent where the session was cut off. */
  readonly status?: number
  /** The line that came next when the program had ended. */
  readonly unsent?: Bytes | null
  readonly stderr: Bytes
}

export interface RecordOptions {
  /** What prompts look like: a line is sent when there is one. Without it, when the program waits in silence. */
  readonly prompt: Prompt | undefined
  /** Whether a person answers: they may take their time, and know better than `prompt` that they are asked. */
  readonly person: boolean
  /** How long the program may be silent, in milliseconds, where no person waits for it. */
  readonly milliseconds: number
  readonly onOutput?: (bytes: Bytes) => void
  readonly onStderr?: (bytes: Bytes) => void
  /** Is called when the program has turned the echo of its terminal off or on again. */
  readonly onEcho?: (isOn: boolean) => void
}

/** What stands in a recording for a line that the terminal did not show. */
export const hiddenAnswer = '<hidden>'

/** How long a program that waits must have been silent to be taken for one that asks for a line, in milliseconds. */
const silence = 150

/** A session of more bytes is none that a person had. */
const outputLimit = 16 * 1024 * 1024

/**
 * Runs a session that is not known beforehand, in lock-step: a line is sent when the program asks for one.
 * @param name what errors call the program
 * @param lines what to send, `null` for the end of input; where they run out the session is cut off, unless it ends
 * @throws UsageError if the program cannot be started, or does not ask for a line in time
 */
export async function record(
  programs: Programs,
  command: Command,
  name: string,
  lines: AsyncIterator<Bytes | null>,
  options: RecordOptions,
): Promise<Recording> {
  const child = await programs.start(command)
  const echo = followEcho(child, options.onEcho)
  const onOutput = (bytes: Bytes) => {
    options.onOutput?.(bytes)
    echo.check()
  }
  const session = openSession(child, { onOutput, ...(options.onStderr && { onStderr: options.onStderr }) })
  const exchanges: { output: Bytes; answer: Bytes | null }[] = []
  try {
    for (;;) {
      // When it is over, a line that is there already is still taken, to tell that it could not be sent.
      const next = await Promise.race([lines.next(), session.ended.then(() => sleep(10))])
      const line = next?.done === false ? next.value : undefined
      const hasInputEnded = exchanges.at(-1)?.answer === null
      const { output, isOver } = await listen(session, name, hasInputEnded ? 'ended' : line, options)
      const { stderr, status } = session
      if (isOver) {
        if (isNotStarted(status, stderr + output)) throw new UsageError(name, 'cannot be started')
        const unsent = line === undefined ? {} : { unsent: line }
        return { exchanges, last: output, stderr, ...(status === undefined ? {} : { status }), ...unsent }
      }
      if (line === undefined) return { exchanges, last: output, stderr }
      const isHidden = line !== null && (await echo.isOff())
      exchanges.push({ output: output, answer: isHidden ? hiddenAnswer : line })
      session.send(line)
    }
  } finally {
    echo.stop()
    child.release()
    child.killStrays()
  }
}

/** The line that is to be sent, `null` for the end of input, `undefined` where there is none; `ended` behind the end of input. */
type Line = Bytes | null | undefined | 'ended'

/**
 * Takes what the program writes until it asks for a line, or is over.
 * @throws UsageError if it is silent for too long, or writes without end
 */
async function listen(session: Session, name: string, line: Line, options: RecordOptions) {
  const { prompt, person, milliseconds } = options
  const ready = line === 'ended' ? undefined : line
  let output = ''
  for (let silent = 0; ; ) {
    const asked = line === 'ended' ? undefined : promptAt(output, ready, prompt)
    if (asked) {
      await session.quiet()
      await sleep(1)
      const more = session.take()
      output += more
      if (more !== '') continue
      if (!session.isClosed) return { output, isOver: false }
    }
    // An empty prompt cannot be seen to arrive.
    const mayGuess = line !== 'ended' && (prompt === undefined || person || asked === '')
    const event = await session.next(mayGuess ? silence : milliseconds)
    if (event === 'ended') return { output, isOver: true }
    if (event !== 'silent') {
      output += event.output
      silent = 0
      if (output.length > outputLimit) throw new UsageError(name, `wrote more than ${outputLimit} bytes`)
    } else if (mayGuess && session.waits) return { output, isOver: false }
    else {
      silent += mayGuess ? silence : milliseconds
      if (person || silent < milliseconds) continue
      if (line === 'ended') throw new UsageError(name, 'does not end after the end of input')
      throw new UsageError(name, notAsked(output, session.stderr, ready, options))
    }
  }
}

function notAsked(output: Bytes, stderr: Bytes, line: Bytes | null | undefined, options: RecordOptions): string {
  const { prompt, milliseconds } = options
  const lastLine = JSON.stringify(output.split('\n').at(-1)?.slice(-60))
  const none = prompt === undefined || output === '' ? '' : `: ${lastLine} is no prompt by ${prompt}`
  const elsewhere = promptAt(stderr, line, prompt) ? '; it prompts on standard error, try --pty' : ''
  return `no output for ${milliseconds / 1000} s${line ? ` before '${line}'` : ''}${none}${elsewhere}`
}

/**
 * The prompt that a text ends with, if it does. As in a transcript, what makes a prompt may be looked for in the
 * answer behind it.
 */
function promptAt(output: Bytes, line: Bytes | null | undefined, prompt: Prompt | undefined): Bytes | undefined {
  const lastLine = output.split('\n').at(-1) ?? ''
  const match = prompt?.exec(lastLine + (line === null ? '^D' : (line ?? '')))
  return match && match.index + match[0].length === lastLine.length ? lastLine : undefined
}

/** Follows whether the program's terminal shows what is typed: programs turn that off when they ask for a password. */
function followEcho({ tty }: Child, onChange: (isOn: boolean) => void = () => {}) {
  let wasOff = false
  let timer: NodeJS.Timeout | undefined
  const isOff = async () => tty !== undefined && (await isEchoOff(tty))
  return {
    isOff,
    check() {
      clearTimeout(timer)
      timer = setTimeout(async () => {
        const off = await isOff()
        if (off !== wasOff) onChange(!off)
        wasOff = off
      }, 20)
    },
    stop() {
      clearTimeout(timer)
      if (wasOff) onChange(true)
    },
  }
}
