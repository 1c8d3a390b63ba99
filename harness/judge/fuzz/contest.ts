import type { Game } from '../../../reference/game.ts'
import type { Surroundings } from '../../base/host.ts'
import { NotStarted, UsageError } from '../../base/usage-error.ts'
import { processProgram } from '../../run/process.ts'
import type { CommandLine, Programs } from '../../run/programs.ts'
import { type Answers, type Bytes, toBytes } from '../../session/bytes.ts'
import { compare as compareSession, type Outcome } from '../../session/compare.ts'
import type { Limits } from '../../session/limits.ts'
import type { Program } from '../../session/program.ts'
import type { Way } from '../../session/script.ts'
import type { Script } from '../../session/session.ts'
import { unscriptedProgram } from '../../transcripts/unscripted.ts'
import { readVaries } from '../../transcripts/varies.ts'
import { gameReference, ProgramReference, type Reference } from '../reference/reference.ts'
import { promptLike, type ReferenceOptions, shellWords, tryReference } from '../reference/trust.ts'
import { type Choices, choicesLike, choicesOfAll, choicesOfGame, choicesOfWords } from '../typing/choices.ts'
import { usualLength } from '../typing/sessions.ts'
import { readLike, readWords } from '../typing/words.ts'

/** A game: the reference itself, or only a source of lines to type. */
export interface ContestGame {
  readonly game: Game<unknown>
  /** Its command, for a shell. */
  readonly name: string
}

/** A program that is compared with the reference. */
export interface Subject {
  readonly name: string
  readonly words: CommandLine
}

/** A program from its command, quoted as in a shell. */
export const subjectOf = (option: string, command: string): Subject => ({
  name: command,
  words: shellWords(option, command),
})

/** The reference, the programs to compare with it, and the lines to type, as the user names them. */
export interface ContestOptions extends ReferenceOptions {
  /** Where files of words and transcripts are (default: those of this process). */
  readonly surroundings?: Surroundings | undefined
  /** A game, whose lines are typed; the reference, unless that is a command. */
  readonly game?: ContestGame | undefined
  readonly exact?: boolean | undefined
  /** True if all programs run in pseudo-terminals. */
  readonly pty?: boolean | undefined
  readonly limits: Limits
  readonly subjects: readonly Subject[]
}

/** The lines that the user wants to type. */
interface UserLines {
  /** Those of `--words`. */
  readonly words: readonly Bytes[]
  /** The answers of recorded sessions. */
  readonly sessions: readonly Answers[]
}

/** A reference, the programs that are compared with it, and the lines to type. */
export interface Contest extends UserLines {
  readonly way: 'interactive' | 'pty'
  readonly names: readonly string[]
  readonly reference: Reference
  /** The reference as a program under test, if it is a command. */
  asEntry?(way: Way): Program
  readonly prompt?: string | undefined
  readonly choices: Choices
  /** The most lines in a session. */
  readonly lines: number
  /** Plays a session with all programs, or with one of them. */
  run(script: Script, program?: number): Promise<Outcome[]>
  /** The programs, played without a script. */
  readonly free: readonly ProgramReference[]
}

/** The most lines in a session with a command, unless recorded ones are longer. */
const usualLines = 60

/**
 * Opens a contest; a reference that is a command is tried first.
 * @param references runs the reference, which may be played after `programs` was closed
 * @param tryFirst tries a reference that is a command
 * @throws UsageError if there is no reference or nothing to type, or the command cannot be a reference
 */
export async function openContest(
  programs: Programs,
  options: ContestOptions,
  references = programs,
  tryFirst = tryReference,
): Promise<Contest> {
  const { game, reference: command, limits, compare, subjects, pty = false } = options
  mustCompareWithCommand(options)
  const looseness = { compare, varies: readVaries(options.varies) }
  const prompt = options.prompt === undefined ? game?.game.prompt : promptLike(options.prompt)
  const typed = await userLinesIn(options)
  const playing = (name: string, words: CommandLine, programs: Programs) =>
    new ProgramReference(name, unscriptedProgram(programs, words, prompt, pty), limits, looseness)
  const start = command === undefined ? undefined : shellWords('--reference', command)
  const trusted = start && playing(command ?? '', start, references)
  const reference: Reference | undefined = trusted ?? (game && gameReference(game.game, game.name))
  if (reference === undefined) throw new UsageError('fuzz', 'with what? Name a GAME, or give --reference COMMAND')
  const last = trusted ? await tryFirst(trusted, wordsToTry(typed, game), prompt) : []
  return {
    way: pty ? 'pty' : 'interactive',
    names: subjects.map(({ name }) => name),
    reference,
    ...(start && { asEntry: (way: Way) => processProgram(references, start, way) }),
    prompt: prompt?.source,
    ...typed,
    ...(await choicesIn(typed, game, last)),
    run: runOf(programs, options),
    free: subjects.map(({ name, words }) => playing(name, words, programs)),
  }
}

/** @throws UsageError if an option says what may vary in a game */
export function mustCompareWithCommand(options: ReferenceOptions) {
  const free = (['compare', 'varies'] as const).find((name) => options[name] !== undefined)
  if (free !== undefined && options.reference === undefined)
    throw new UsageError(`--${free}`, 'goes with --reference, which is not there: a game says itself what may vary')
}

/** @throws UsageError if there is nothing to type */
async function userLinesIn({ game, words: list, like, surroundings }: ContestOptions): Promise<UserLines> {
  const words = list === undefined ? [] : readWords(list, surroundings?.cwd)
  const sessions = like === undefined ? [] : await readLike(like, surroundings?.cwd)
  if (game !== undefined || words.length > 0 || sessions.length > 0) return { words, sessions }
  const how = "what is typed? Give words (--words '0..8 quit') or recorded sessions (--like DIR)"
  throw new UsageError('--reference', how)
}

/** The lines that a reference is tried with. */
function wordsToTry({ words, sessions }: UserLines, game: ContestGame | undefined): Bytes[] {
  const known = [...new Set([...words, ...sessions.flat().filter((line) => line !== null)])]
  return known.length > 0 || game === undefined ? known : linesOf(game.game)
}

/** The lines of the user, or else those of the game. @param last words that end a session at once */
async function choicesIn({ words, sessions }: UserLines, game: ContestGame | undefined, last: readonly Bytes[]) {
  const sources = [
    ...(words.length > 0 ? [choicesOfWords(words, last)] : []),
    ...(sessions.length > 0 ? [choicesLike(sessions, last)] : []),
  ]
  if (game !== undefined && sources.length === 0)
    return { choices: choicesOfGame(game.game), lines: await usualLength(game.game) }
  const lines = Math.max(usualLines, ...sessions.map(({ length }) => length + 10))
  return { choices: choicesOfAll(sources), lines }
}

/** @see Contest.run */
function runOf(programs: Programs, { subjects, exact = false, limits, pty }: ContestOptions): Contest['run'] {
  const way = pty ? 'pty' : 'interactive'
  const playing = subjects.map((one) => ({ ...one, program: processProgram(programs, one.words, way) }))
  const demands = { lockStep: true, exact, status: true }
  const playOne = async (script: Script, { name, program }: (typeof playing)[number]) => {
    const session = await program.play(script, limits).catch((error) => {
      throw error instanceof NotStarted ? new NotStarted(name) : error
    })
    return compareSession(script, session, demands)
  }
  return (script, index) =>
    Promise.all(playing.filter((_, at) => index === undefined || at === index).map((one) => playOne(script, one)))
}

/** Lines of a game that a reference is tried with. */
function linesOf(game: Game<unknown>): Bytes[] {
  const { state } = game.open()
  return state === undefined ? [] : game.legal(state).slice(0, 20).map(toBytes)
}
