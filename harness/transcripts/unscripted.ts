import { NotStarted } from '../base/usage-error.ts'
import { isNotStarted } from '../run/play.ts'
import { withShell } from '../run/process.ts'
import type { CommandLine, Programs } from '../run/programs.ts'
import { type Bytes, toText } from '../session/bytes.ts'
import { lastWordsLimit } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { answersOf, type Session } from '../session/session.ts'
import { converse } from './record.ts'
import { endsWithPrompt, lastLine, type Prompt } from './transcript.ts'

/**
 * A command whose sessions go as it likes: of a script, only the answers count, and each is given when the program asks, as
 * while a session is recorded.
 * @param prompt how its prompts look; absent: it asks when it is seen to wait for its input, or silent, or has written what
 *   was a prompt before
 */
export function unscriptedProgram(programs: Programs, command: CommandLine, prompt?: Prompt): Program {
  const seen = new SeenPrompts()
  /** Set while it is worth ending its input where a session is cut off: a program that ends by itself need not be killed. */
  let mayLeave = true

  async function attempt(
    answers: readonly (Bytes | null)[],
    milliseconds: number,
    isInFreshShell: boolean,
  ): Promise<Session> {
    const talk = await programs.start(command, { isInFreshShell })
    let isReusable = false
    try {
      const options = { person: false, milliseconds, bytes: lastWordsLimit, isGuessed: prompt === undefined }
      const recording = await converse(talk, prompt ?? seen, answers.values(), options)
      if (isNotStarted(recording)) throw new NotStarted(command.join(' '))
      if (prompt === undefined)
        for (const { output, answer } of recording.turns) if (answer !== undefined) seen.add(output)
      const isCut = recording.end.how === 'cut'
      if (isCut && mayLeave) mayLeave = await talk.leaves()
      isReusable = recording.end.how === 'exit' || (isCut && mayLeave)
      const { turns, end, stderr } = recording
      return { turns, end, ...(stderr !== undefined && { stderr }) }
    } finally {
      talk.close(isReusable)
    }
  }

  return {
    play: (script, { milliseconds }) =>
      withShell(programs, (isInFreshShell) => attempt(answersOf(script), milliseconds, isInFreshShell)),
    close() {},
  }
}

/** The last lines at which a program has asked before: the next time, it need not be silent for long. */
class SeenPrompts implements Prompt {
  readonly source = ''
  readonly #texts = new Set<string>()

  add(output: Bytes) {
    if (this.#texts.size < 1000 && !endsWithPrompt(output, this)) this.#texts.add(toText(lastLine(output)))
  }

  exec(line: string) {
    return line !== '' && this.#texts.has(line) ? { index: 0, 0: line } : null
  }
}
