import { setTimeout as sleep } from 'node:timers/promises'
import * as shlex from 'shlex'
import { NotStarted, UsageError } from '../../base/usage-error.ts'
import { nameOfExit, sentenceOfTrouble } from '../../report/failure.ts'
import { clipped } from '../../report/text.ts'
import type { CommandLine } from '../../run/launcher.ts'
import { shellCommand } from '../../run/sh.ts'
import { type Bytes, toReadable } from '../../session/bytes.ts'
import { betweenRuns } from '../../session/limits.ts'
import { exactly } from '../../session/script.ts'
import { outputOf, type Session } from '../../session/session.ts'
import { closesQuotes } from '../../transcripts/command.ts'
import { type Prompt, parsePrompt } from '../../transcripts/prompt.ts'
import { whyUnfit } from '../../transcripts/record.ts'
import { refuseFullScreen } from '../../transcripts/transcript.ts'
import type { Compare } from '../../transcripts/varies.ts'
import type { ProgramReference } from './reference.ts'

/** The options for a command as the reference, and for the lines to type. */
export interface ReferenceOptions {
  /** The command that is the reference, quoted as in a shell (default: a game is). */
  readonly reference?: string | undefined
  /** Words to type: a list or a file. */
  readonly words?: string | undefined
  /** Transcripts, or folders of them, whose answers are typed. */
  readonly like?: readonly string[] | undefined
  /** A regular expression that matches the prompts of commands (default: detected when they ask). */
  readonly prompt?: string | undefined
  readonly compare?: Compare | undefined
  /** What differs from run to run. */
  readonly varies?: readonly string[] | undefined
}

/** The most words that a reference is tried with. */
const maxWords = 100
/** The number of words that a silent reference gets, to find out whether it reads. */
const firstWords = 3

/**
 * The words that run a command in a shell.
 * @param option the option with the command, for errors
 * @param command quoted as in a shell
 * @throws UsageError if the command cannot be run as written
 */
export function shellWords(option: string, command: string): CommandLine {
  const place = `${option} ${shlex.quote(command)}`
  if (command.trim() === '') throw new UsageError(place, "names no command: give one, as in 'python3 old.py'")
  if (/[\r\n]/.test(command)) throw new UsageError(place, 'a command has one line: write a script, and name it here')
  if (!closesQuotes(command))
    throw new UsageError(place, 'a quote is not closed: close it, or write a script, and name that')
  return shellCommand(command)
}

/** @throws UsageError if the text is no regular expression for prompts */
export function promptLike(source: string): Prompt {
  const parsed = source.includes('\n') ? { error: 'it cannot contain a newline' } : parsePrompt(source)
  if ('error' in parsed) throw new UsageError('--prompt', parsed.error)
  return parsed.value
}

/**
 * Tries a reference: it must start, prompt, read lines, and write the same twice.
 * @param words lines to type
 * @param prompt matches its prompts (default: detected while playing)
 * @throws UsageError if the command cannot be a reference
 */
export async function checkReference(reference: ProgramReference, words: readonly Bytes[], prompt?: Prompt) {
  const place = `--reference ${shlex.quote(reference.name)}`
  const began = performance.now()
  const nothing = await reference.play([null]).catch((error) => {
    throw error instanceof NotStarted ? new NotStarted(place) : error
  })
  refuseFullScreen(place, outputOf(nothing), 'a reference is')
  const why = unfit(nothing, prompt)
  if (why !== undefined) throw new UsageError(place, why)
  const some = words.slice(0, maxWords)
  const written = outputOf(nothing)
  if (nothing.end.how === 'silent' && outputOf(await reference.play(some.slice(0, firstWords))) === written) {
    const what =
      written === ''
        ? 'reads nothing and says nothing'
        : `says '${clipped(toReadable(written.trim()), 60)}' and reads nothing`
    throw new UsageError(place, `${what}: it must read lines from its standard input`)
  }
  const sessions = [[], some]
  for (const lines of sessions)
    refuseFullScreen(place, outputOf(exactly(await reference.script(lines))), 'a reference is')
  await sleep(Math.max(0, betweenRuns - (performance.now() - began)))
  for (const lines of sessions) await reference.mustRepeat(lines)
}

/** Why a program cannot be a reference, as its session without lines shows. */
function unfit(session: Session, prompt: Prompt | undefined): string | undefined {
  const { turns, end, stderr } = session
  if (turns.length > 1) return undefined
  if (end.how === 'exit') {
    const how = nameOfExit(end.status, stderr)
    return `ends before it asks for a line (${how}): a reference must read lines from its standard input`
  }
  if (end.how === 'lost') return sentenceOfTrouble(session)
  return `never prompts: ${whyUnfit(session, prompt)}; say what its prompts look like with --prompt, or give it a longer --timeout`
}
