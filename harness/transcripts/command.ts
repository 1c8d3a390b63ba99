import { basename, dirname, join, relative, resolve } from 'node:path'
import { execaSync } from 'execa'
import * as shlex from 'shlex'
import type { Game } from '../../reference/game.ts'
import { memoize } from '../base/collections.ts'
import { exists } from '../base/files.ts'
import { type ErrorPlace, UsageError } from '../base/usage-error.ts'
import { type FoundGame, findCommand, ourGames } from '../games/find.ts'
import { shellCommand } from '../run/sh.ts'
import type { Transcript } from './transcript.ts'

const word = String.raw`(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])*`

/** The variables that a command sets for its program: `TZ=UTC LANG=C `. */
const leadingAssignments = new RegExp(`^(?:\\w+=${word}\\s+)*`)

/** The name of a command's program, as it was typed: quotes may stand in it. */
export const programIn = (command: string) =>
  new RegExp(`^${word}`).exec(command.replace(leadingAssignments, ''))?.[0] ?? ''

export const gameOf = (command: string, games: readonly FoundGame[]): FoundGame | undefined =>
  games.find(({ name }) => name === programIn(command))

/** Matches what a shell does not take literally, outside quotes. */
const special = /[;&|(){}<>$`*?[\]#~!\n]|"[^"]*[$`\\][^"]*"/

/** The words of a line that is a program with its arguments; undefined if a shell does more than split it. */
function wordsIn(command: string): readonly string[] | undefined {
  const line = command.replace(leadingAssignments, '')
  try {
    return special.test(line.replace(/'[^']*'|"[^"$`\\]*"|\\./g, 'x')) ? undefined : shlex.split(line)
  } catch {
    return undefined
  }
}

/** The options of a game in a command; none if a shell does more than split the line. */
const optionsOf = (command: string): readonly string[] => wordsIn(command)?.slice(1) ?? []

export function closesQuotes(command: string): boolean {
  try {
    shlex.split(command)
    return true
  } catch {
    return execaSync('sh', ['-n', '-c', command], { reject: false }).exitCode === 0
  }
}

const withEnv = ({ settings: { env = [] } }: Transcript, words: readonly string[]) =>
  env.length > 0 ? ['env', ...env, ...words] : words

/** The words that run the command of a transcript: a shell, as where it was typed. A game runs from its own file. */
export function commandOf(transcript: Transcript, game: FoundGame | undefined): readonly string[] {
  const { command } = transcript
  if (game === undefined) return withEnv(transcript, shellCommand(command))
  const [before = ''] = leadingAssignments.exec(command) ?? []
  const after = command.slice(before.length + programIn(command).length)
  return withEnv(transcript, shellCommand(`${before}"$@"${after}`, game.start))
}

/** Programs whose arguments follow the name of a file, not their own. */
const interpreters =
  /^(\w*sh|\w*awk|python|perl|ruby|php|lua|node|bun|deno|Rscript|tclsh|bc|dc|julia|octave|guile)[\d.]*$/

/**
 * The words of `replacement`, which run instead of the whole recorded line: no shell, and no program, is given any of it but
 * arguments. Those of a game are added; elsewhere the word `{}` stands for them.
 * @throws UsageError with file and line if it cannot be told which words are arguments
 */
export function replacementOf(
  transcript: Transcript,
  replacement: readonly string[],
  game: FoundGame | undefined,
): readonly string[] {
  const { path, line, command, settings } = transcript
  if (!replacement.includes('{}')) {
    const isGame = settings.game !== undefined || game !== undefined
    return withEnv(transcript, isGame ? [...replacement, ...optionsOf(command)] : replacement)
  }
  const [program = '', ...others] = wordsIn(command) ?? []
  const file = interpreters.test(basename(program)) ? others.shift() : program
  const why = `its arguments, {}, cannot be told from the program: write them: ${command}`
  if (!file || file.startsWith('-')) throw new UsageError({ path, line: line - 1 }, why)
  const words = replacement.flatMap((each) => (each === '{}' ? others : [each]))
  return withEnv(transcript, words)
}

/** The games that commands may name: the user's, given by name or file, then ours. */
export const gamesWith = async (name: string | undefined, cwd = ''): Promise<FoundGame[]> =>
  name === undefined ? ourGames() : [await findCommand(name, name, cwd), ...ourGames()]

/** The game that a command plays, with its options; undefined if it is no game, or the options are wrong. */
export function playedBy(command: string, game: FoundGame | undefined): Game<unknown> | undefined {
  const parsed = game?.parse(optionsOf(command))
  return parsed !== undefined && 'game' in parsed ? parsed.game : undefined
}

/** Loads the game of a file once: many transcripts may name the same file. */
const load = memoize((path: string) => findCommand(path))

/** The game file that a transcript names, relative to itself, and where; undefined if the user has named the game. */
function fileNamedIn({ path, comments, command, settings: { game } }: Transcript, [asked]: readonly FoundGame[]) {
  if (game === undefined || (asked?.file !== undefined && asked.name === programIn(command))) return undefined
  const line = comments.findIndex((comment) => /^#\s*game:/.test(comment)) + 1
  return { place: { path, line }, file: join(dirname(path), game) }
}

function notLoaded(place: ErrorPlace, file: string) {
  const why = 'this game is a program, which is not run here for a transcript; if you trust it'
  return new UsageError(place, `${why}: --game ${file}`)
}

/**
 * The game that a transcript's command plays, if any. Loading the file that the transcript names runs it in our process.
 * @param games those that are known: the one that the user names, then ours
 * @param mayLoad whether to load the file: only if the command runs without a sandbox, too
 * @throws UsageError with file and line if the file must not be loaded or does not exist, or the command does not begin
 *   with the game's name
 */
export async function gameToPlay(
  transcript: Transcript,
  games: readonly FoundGame[],
  mayLoad: boolean,
  cwd = '',
): Promise<FoundGame | undefined> {
  const name = programIn(transcript.command)
  const named = fileNamedIn(transcript, games)
  if (named === undefined) return gameOf(name, games)
  const { place, file } = named
  if (!exists(file, cwd)) throw new UsageError(place, `no such game: ${file}`)
  if (!mayLoad) throw notLoaded(place, file)
  const game = await load(resolve(cwd, file))
  if (name !== game.name) throw new UsageError(place, `the game is called '${game.name}', but the command is '${name}'`)
  return game
}

/**
 * The game whose prompts a transcript has, if its command plays one. Loads no file.
 * @throws UsageError with file and line if only a game file has the prompts
 */
export function gameToRead(transcript: Transcript, games: readonly FoundGame[]): FoundGame | undefined {
  const named = fileNamedIn(transcript, games)
  if (named === undefined) return gameOf(transcript.command, games)
  if (transcript.settings.prompt === undefined) throw notLoaded(named.place, named.file)
  return undefined
}

/** The setting for a transcript of a user's game, with the path of its file; empty for our games. */
export function settingFor(game: FoundGame | undefined, transcriptPath: string, cwd = ''): string[] {
  if (game?.file === undefined) return []
  const path = relative(resolve(cwd, dirname(transcriptPath)), resolve(cwd, game.file))
  return [`# game: ${path.startsWith('.') ? path : `./${path}`}`]
}
