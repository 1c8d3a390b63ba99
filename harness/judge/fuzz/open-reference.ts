import type { Game } from '../../../reference/game.ts'
import type { ProcessContext } from '../../base/host.ts'
import { NotStarted, UsageError } from '../../base/usage-error.ts'
import { gameOracle } from '../../check/oracle.ts'
import { mustBeComparable } from '../../games/find.ts'
import type { Launcher } from '../../run/launcher.ts'
import { processProgram } from '../../run/process.ts'
import { type Bytes, withoutEnd } from '../../session/bytes.ts'
import type { Limits } from '../../session/limits.ts'
import type { Program } from '../../session/program.ts'
import { unscriptedProgram } from '../../transcripts/converse.ts'
import type { Prompt } from '../../transcripts/prompt.ts'
import { readVaries } from '../../transcripts/varies.ts'
import { type Choices, choicesOfGame, choicesOfLines } from '../typing/choices.ts'
import { usualLength } from '../typing/sessions.ts'
import { readLike, readWords } from '../typing/words.ts'
import {
  checkReference,
  ProgramReference,
  promptLike,
  type Reference,
  type ReferenceOptions,
  shellWords,
} from './reference.ts'

/** A game: the reference itself, or only a source of lines to type. */
interface NamedGame {
  readonly game: Game<unknown>
  /** Its command, for a shell. */
  readonly name: string
}

/** The reference and the lines to type, as the user names them, and how programs are played and compared. */
interface OpenOptions extends ReferenceOptions {
  /** Where files of words and transcripts are (default: those of this process). */
  readonly context?: ProcessContext | undefined
  /** A game, whose lines are typed; the reference, unless that is a command. */
  readonly game?: NamedGame | undefined
  /** True if only the exact form passes. */
  readonly exact?: boolean | undefined
  /** True if all programs run in pseudo-terminals. */
  readonly pty?: boolean | undefined
  readonly limits: Limits
}

/** A reference, and the lines to type into it and into the subjects. */
export interface OpenReference {
  readonly reference: Reference
  readonly prompt?: Prompt | undefined
  readonly choices: Choices
  /** Those of `--words`. */
  readonly words: readonly Bytes[]
  /** Lines that the reference probably accepts. */
  readonly legal: readonly Bytes[]
  /** Words that end a session at once: they are found out. */
  readonly ending: Bytes[]
  /** The most lines in a session. */
  readonly lines: number
}

/** The most lines in a session with a command, unless recorded ones are longer. */
const usualLines = 60

/**
 * Opens a reference, and reads what is typed. A command is checked first.
 * @param programs runs a command
 * @param check checks a command
 * @throws UsageError if there is no reference or nothing to type, or the command cannot be a reference
 */
export async function openReference(
  programs: Launcher,
  options: OpenOptions,
  check = checkReference,
): Promise<OpenReference> {
  const { game, reference: command, limits, compare, pty = false } = options
  const cwd = options.context?.cwd
  const loose = (['compare', 'varies', 'prompt'] as const).find((name) => options[name] !== undefined)
  if (loose !== undefined && command === undefined) {
    const what = loose === 'prompt' ? 'its prompts are' : 'may vary'
    throw new UsageError(`--${loose}`, `goes with --reference, which is not there: a game says itself what ${what}`)
  }
  const prompt = options.prompt === undefined ? game?.game.prompt : promptLike(options.prompt)
  const words = options.words === undefined ? [] : readWords(options.words, cwd)
  const sessions = options.like === undefined ? [] : await readLike(options.like, cwd)
  const known = [...new Set([...words, ...sessions.flatMap(withoutEnd)])]
  const ending: Bytes[] = []
  const ofUser = {
    legal: known,
    choices: choicesOfLines(words, sessions, ending),
    lines: Math.max(usualLines, ...sessions.map(({ length }) => length + 10)),
  }
  /** The lines of the user, or else those of the game. */
  const typedInto = async ({ game }: NamedGame) => {
    const choices = choicesOfGame(game)
    return known.length > 0 ? ofUser : { legal: choices.likely, choices, lines: await usualLength(game) }
  }
  if (command === undefined) {
    if (game === undefined) throw new UsageError('fuzz', 'with what? Name a GAME, or give --reference COMMAND')
    mustBeComparable(game.game, game.name)
    return { reference: gameOracle(game.game, game.name), prompt, words, ending, ...(await typedInto(game)) }
  }
  if (known.length === 0 && game === undefined)
    throw new UsageError(
      '--reference',
      "what is typed? Give words (--words '0..8 quit') or recorded sessions (--like DIR)",
    )
  const program = unscriptedProgram(programs, shellWords('--reference', command), prompt, pty)
  const reference = new ProgramReference(command, program, limits, { compare, varies: readVaries(options.varies) })
  const typed = game === undefined ? ofUser : await typedInto(game)
  await check(reference, typed.legal, prompt)
  return { reference, prompt, words, ending, ...typed }
}

/** The program that is compared with the reference, and how. */
export interface Subject {
  readonly name: string
  readonly program: Program
  readonly way: 'interactive' | 'pty'
  readonly limits: Limits
  readonly exact: boolean
}

/** Makes a program of a command. It starts when it is played; closing `programs` ends it. */
export function openSubject(
  programs: Launcher,
  words: readonly string[],
  { exact = false, pty = false, limits }: Pick<OpenOptions, 'exact' | 'pty' | 'limits'>,
): Subject {
  const name = words.join(' ')
  const way = pty ? 'pty' : 'interactive'
  const { play } = processProgram(programs, words, way)
  const named = (error: unknown) => {
    throw error instanceof NotStarted ? new NotStarted(name) : error
  }
  return { ...{ name, way, limits, exact }, program: { play: (...about) => play(...about).catch(named) } }
}
