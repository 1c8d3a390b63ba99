import { setTimeout as sleep } from 'node:timers/promises'
import type { Program } from '../run/process.ts'
import type { Bytes } from '../session/bytes.ts'
import { Unusable } from '../session/unusable.ts'
import type { Prompt } from './prompt.ts'
import { type Listeners, type Speaker, startSpeaker } from './speaker.ts'

/** A session as it went. */
export interface Recording {
  readonly exchanges: readonly { readonly says: Bytes; readonly answer: Bytes | null }[]
  /** What was said after the last answer. */
  readonly last: Bytes
  /** How the program ended; absent where the session was cut off. */
  readonly status?: number | string
  /** The line that came next when the program had ended. */
  readonly unsent?: Bytes | null
  readonly stderr: Bytes
}

export interface RecordOptions extends Listeners {
  /** What prompts look like: a line is sent when there is one. Without it, when the program waits in silence. */
  readonly prompt: Prompt | undefined
  /** Whether a person answers: they may take their time, and know better than `prompt` that they are asked. */
  readonly person: boolean
  /** How long the program may take for one reply, in milliseconds, where no person waits for it. */
  readonly milliseconds: number
}

/** How long a program that waits must have been silent to be taken for one that listens, in milliseconds. */
const silence = 150

/** A program that the machine gave no time to is waited for longer, but not for ever. */
const patience = 10

/**
 * Holds a session that is not known beforehand, in lock-step: a line is sent when the program asks for one.
 * @param name what errors call the program
 * @param lines what to send, `null` for the end of input; where they run out the session is cut off, unless it ends
 * @throws Unusable if the program cannot be started, or does not ask for a line in time
 */
export async function record(
  program: Program,
  name: string,
  lines: AsyncIterator<Bytes | null>,
  options: RecordOptions,
): Promise<Recording> {
  const speaker = startSpeaker(program, name, options)
  const exchanges: { says: Bytes; answer: Bytes | null }[] = []
  try {
    for (;;) {
      // When it is over, a line that is there already is still taken, to tell that it could not be sent.
      const next = await Promise.race([lines.next(), speaker.over.then(() => sleep(10))])
      const answer = next?.done === false ? next.value : undefined
      const inputEnded = exchanges.at(-1)?.answer === null
      const isAsked = async () => !inputEnded && (await asks(speaker, answer, options))
      if (!(await inTime(speaker, options, isAsked)))
        throw new Unusable(
          name,
          inputEnded ? 'does not end after the end of input' : notAsked(speaker, answer, options),
        )

      const { said: last, stderr, status } = speaker
      if (speaker.isOver) {
        await speaker.over
        const unsent = answer === undefined ? {} : { unsent: answer }
        return { exchanges, last, stderr, ...(status === undefined ? {} : { status }), ...unsent }
      }
      if (answer === undefined) return { exchanges, last, stderr }
      exchanges.push({ says: last, answer })
      speaker.tell(answer)
    }
  } finally {
    speaker.end()
  }
}

type Line = Bytes | null | undefined

/** Whether the program waits for this line now. */
async function asks(speaker: Speaker, line: Line, { prompt, person }: RecordOptions): Promise<boolean> {
  const asked = promptAt(speaker.said, line, prompt)
  // An empty prompt cannot be seen to arrive.
  const mayGuess = prompt === undefined || person || asked === ''
  const isAsked = Boolean(asked) || (mayGuess && speaker.silent >= silence)
  return isAsked && speaker.waits()
}

/** Waits until something is so or the program is over, as long as it may take; a person gives up by themselves. */
async function inTime(speaker: Speaker, { person, milliseconds }: RecordOptions, isSo: () => Promise<boolean>) {
  let since = performance.now()
  for (let extensions = 0; !speaker.isOver && !(await isSo()); ) {
    const waited = performance.now() - since
    // Most programs answer at once.
    await Promise.race([speaker.over, sleep(Math.min(20, 1 + waited / 10))])
    if (person || waited < milliseconds) continue
    if (!speaker.isBusy(milliseconds) || ++extensions >= patience) return speaker.isOver
    since = performance.now()
  }
  return true
}

function notAsked(speaker: Speaker, line: Line, { prompt, milliseconds }: RecordOptions): string {
  const lastLine = JSON.stringify(speaker.said.split('\n').at(-1)?.slice(-60))
  const none = prompt === undefined || speaker.said === '' ? '' : `: ${lastLine} is no prompt by ${prompt}`
  const elsewhere = promptAt(speaker.stderr, line, prompt) ? '; it prompts on standard error, try --pty' : ''
  return `said nothing more for ${milliseconds / 1000} s${line ? ` before '${line}'` : ''}${none}${elsewhere}`
}

/**
 * The prompt that a text ends with, if it does. As in a transcript, what makes a prompt may be looked for in the
 * answer behind it.
 */
function promptAt(said: Bytes, line: Line, prompt: Prompt | undefined): Bytes | undefined {
  const lastLine = said.split('\n').at(-1) ?? ''
  const match = prompt?.exec(lastLine + (line === null ? '^D' : (line ?? '')))
  return match && match.index + match[0].length === lastLine.length ? lastLine : undefined
}
