import { dirname, join, relative, resolve } from 'node:path'
import * as shlex from 'shlex'
import type { Game } from '../../reference/game.ts'
import { exists } from '../base/files.ts'
import { UsageError } from '../base/usage-error.ts'
import { type FoundGame, findCommand, ourGames } from '../games/find.ts'
import type { Transcript } from './transcript.ts'

/** The games that commands may name: ours, and before them the one that was asked for by its name or file. */
export const gamesWith = async (asked: string | undefined, cwd = ''): Promise<FoundGame[]> =>
  asked === undefined ? ourGames() : [await findCommand(asked, asked, cwd), ...ourGames()]

/** The variables that a command sets for its program: `TZ=UTC LANG=C `. */
export const assignments = /^(?:\w+=(?:'[^']*'|"[^"]*"|[^\s'"])*\s+)*/

/** The name of a command's program. */
export const nameOf = (command: string) => /^\S*/.exec(command.replace(assignments, ''))?.[0] ?? ''

/** The game that a command plays, if its first word is the name of one. */
export const gameOf = (command: string, games: readonly FoundGame[]): FoundGame | undefined =>
  games.find(({ name }) => name === nameOf(command))

/** The words after the name, as far as they can be split without a shell. */
export function optionsOf(command: string): string[] {
  try {
    return shlex.split(command.replace(assignments, '')).slice(1)
  } catch {
    return []
  }
}

/** The game that a command plays, with the options that it names; undefined if it is no game, or they are wrong. */
export function playedBy(command: string, games: readonly FoundGame[]): Game<unknown> | undefined {
  const parsed = gameOf(command, games)?.parse(optionsOf(command))
  return parsed === undefined || 'error' in parsed ? undefined : parsed.game
}

/** The games that were loaded from files. Many transcripts may name the same. */
const loaded = new Map<string, Promise<FoundGame>>()

/** The file of the game that a transcript names, and the place where it does; undefined if the user has named its game. */
function gameNamedIn({ path, comments, command, settings }: Transcript, [asked]: readonly FoundGame[]) {
  if (settings.game === undefined || (asked?.file !== undefined && asked.name === nameOf(command))) return undefined
  const place = `${path}:${comments.findIndex((comment) => /^#\s*game:/.test(comment)) + 1}`
  return { place, file: join(dirname(path), settings.game) }
}

type Named = NonNullable<ReturnType<typeof gameNamedIn>>

const notLoaded = ({ place, file }: Named) =>
  new UsageError(
    place,
    `this game is a program, which is not run here for a transcript; if you trust it: --game ${file}`,
  )

/**
 * The games that the command of a transcript may name, where it is played: first the one whose file the transcript names,
 * relative to itself. Loading that file runs it in our own process.
 * @param mayLoad whether this may be done: the command is run without a sandbox, too
 * @throws UsageError with file and line if it may not, there is no such file, or the command does not begin with the game's name
 */
export async function gamesFor(
  transcript: Transcript,
  games: readonly FoundGame[],
  mayLoad: boolean,
  cwd = '',
): Promise<readonly FoundGame[]> {
  const named = gameNamedIn(transcript, games)
  if (named === undefined) return games
  const { place, file } = named
  if (!exists(file, cwd)) throw new UsageError(place, `no such game: ${file}`)
  if (!mayLoad) throw notLoaded(named)
  const whole = resolve(cwd, file)
  const known = loaded.get(whole) ?? findCommand(whole)
  loaded.set(whole, known)
  const game = await known
  const name = nameOf(transcript.command)
  if (name !== game.name) throw new UsageError(place, `the game is called '${game.name}', but the command is '${name}'`)
  return [game, ...games]
}

/**
 * The games that the command of a transcript may name, where it is not played: no file that the transcript names is loaded.
 * @throws UsageError with file and line if only that file says what the prompts look like
 */
export function gamesToRead(transcript: Transcript, games: readonly FoundGame[]): readonly FoundGame[] {
  const named = gameNamedIn(transcript, games)
  if (named === undefined) return games
  if (transcript.settings.prompt === undefined) throw notLoaded(named)
  return games.filter(({ name }) => name !== nameOf(transcript.command))
}

/** The setting that makes a transcript of a game run by itself: for a game from a file, where that is. */
export function settingFor(game: FoundGame | undefined, transcriptPath: string, cwd = ''): string[] {
  if (game?.file === undefined) return []
  const path = relative(resolve(cwd, dirname(transcriptPath)), resolve(cwd, game.file))
  return [`# game: ${path.startsWith('.') ? path : `./${path}`}`]
}
