import type { Game } from '../../../reference/game.ts'
import type { Surroundings } from '../../base/host.ts'
import { UsageError } from '../../base/usage-error.ts'
import { processProgram } from '../../run/process.ts'
import type { Programs } from '../../run/programs.ts'
import { type Answers, type Bytes, toBytes } from '../../session/bytes.ts'
import type { Limits } from '../../session/limits.ts'
import type { Program } from '../../session/program.ts'
import type { Way } from '../../session/script.ts'
import type { Prompt } from '../../transcripts/prompt.ts'
import { unscriptedProgram } from '../../transcripts/unscripted.ts'
import { readVaries } from '../../transcripts/varies.ts'
import { checkReference, promptLike, type ReferenceOptions, shellWords } from '../reference/check.ts'
import { gameReference, ProgramReference, type Reference } from '../reference/reference.ts'
import {
  type Choices,
  choicesOfGame,
  choicesOfRecordings,
  choicesOfSources,
  choicesOfWords,
} from '../typing/choices.ts'
import { usualLength } from '../typing/sessions.ts'
import { readLike, readWords } from '../typing/words.ts'

/** A game: the reference itself, or only a source of lines to type. */
interface NamedGame {
  readonly game: Game<unknown>
  /** Its command, for a shell. */
  readonly name: string
}

/** The reference and the lines to type, as the user names them, and how programs are played and compared. */
export interface OpenOptions extends ReferenceOptions {
  /** Where files of words and transcripts are (default: those of this process). */
  readonly surroundings?: Surroundings | undefined
  /** A game, whose lines are typed; the reference, unless that is a command. */
  readonly game?: NamedGame | undefined
  /** True if only the exact form passes. */
  readonly exact?: boolean | undefined
  /** True if all programs run in pseudo-terminals. */
  readonly pty?: boolean | undefined
  readonly limits: Limits
}

/** The lines that the user wants to type. */
interface UserLines {
  /** Those of `--words`. */
  readonly words: readonly Bytes[]
  /** The answers of recorded sessions. */
  readonly sessions: readonly Answers[]
}

/** A reference, and the lines to type into it and into the subjects. */
export interface OpenReference extends UserLines {
  readonly reference: Reference
  /** Runs the reference as a program under test, if it is a command. */
  asSubject?(way: Way): Program
  readonly prompt?: Prompt | undefined
  readonly choices: Choices
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
  programs: Programs,
  options: OpenOptions,
  check = checkReference,
): Promise<OpenReference> {
  const { game, reference: command, limits, compare, pty = false } = options
  refuseLooseness(options)
  const prompt = options.prompt === undefined ? game?.game.prompt : promptLike(options.prompt)
  const typed = await userLinesIn(options)
  if (command === undefined) {
    if (game === undefined) throw new UsageError('fuzz', 'with what? Name a GAME, or give --reference COMMAND')
    return { reference: gameReference(game.game, game.name), prompt, ...typed, ...(await choicesIn(typed, game, [])) }
  }
  const words = shellWords('--reference', command)
  const looseness = { compare, varies: readVaries(options.varies) }
  const reference = new ProgramReference(command, unscriptedProgram(programs, words, prompt, pty), limits, looseness)
  const last = await check(reference, wordsToTry(typed, game), prompt)
  return {
    reference,
    asSubject: (way) => processProgram(programs, words, way),
    prompt,
    ...typed,
    ...(await choicesIn(typed, game, last)),
  }
}

/** @throws UsageError if an option says what may vary in a game */
export function refuseLooseness(options: ReferenceOptions) {
  const loose = (['compare', 'varies'] as const).find((name) => options[name] !== undefined)
  if (loose !== undefined && options.reference === undefined)
    throw new UsageError(`--${loose}`, 'goes with --reference, which is not there: a game says itself what may vary')
}

/** @throws UsageError if there is nothing to type */
async function userLinesIn({ game, words: list, like, surroundings }: OpenOptions): Promise<UserLines> {
  const words = list === undefined ? [] : readWords(list, surroundings?.cwd)
  const sessions = like === undefined ? [] : await readLike(like, surroundings?.cwd)
  if (game !== undefined || words.length > 0 || sessions.length > 0) return { words, sessions }
  const how = "what is typed? Give words (--words '0..8 quit') or recorded sessions (--like DIR)"
  throw new UsageError('--reference', how)
}

/** The lines that a command is checked with: those of the user, or else some of the game. */
function wordsToTry({ words, sessions }: UserLines, game: NamedGame | undefined): Bytes[] {
  const known = [...new Set([...words, ...sessions.flat().filter((line) => line !== null)])]
  if (known.length > 0 || game === undefined) return known
  const { state } = game.game.open()
  return state === undefined ? [] : game.game.legal(state).slice(0, 20).map(toBytes)
}

/** The lines of the user, or else those of the game. @param last words that end a session at once */
async function choicesIn({ words, sessions }: UserLines, game: NamedGame | undefined, last: readonly Bytes[]) {
  const sources = [
    ...(words.length > 0 ? [choicesOfWords(words, last)] : []),
    ...(sessions.length > 0 ? [choicesOfRecordings(sessions, last)] : []),
  ]
  if (game !== undefined && sources.length === 0)
    return { choices: choicesOfGame(game.game), lines: await usualLength(game.game) }
  const lines = Math.max(usualLines, ...sessions.map(({ length }) => length + 10))
  return { choices: choicesOfSources(sources), lines }
}
