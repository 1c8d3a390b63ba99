import type { CommandLine, Launcher } from '../run/launcher.ts'
import { conversations } from '../run/process.ts'
import { type Bytes, toText } from '../session/bytes.ts'
import { lastWordsLimit } from '../session/limits.ts'
import type { Program } from '../session/program.ts'
import { answersOf } from '../session/session.ts'
import { converse, type Habits } from './converse.ts'
import type { Prompt } from './prompt.ts'
import { endsWithPrompt, lastLine } from './transcript.ts'

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
