import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import * as shlex from 'shlex'
import type { Game } from '../../reference/game.ts'
import { UsageError } from '../base/usage-error.ts'
import { type FoundGame, findCommand, ourGames } from '../games/find.ts'
import type { Transcript } from './transcript.ts'

/** The games that commands may name: ours, and before them the one that was asked for by its name or file. */
export const gamesWith = async (asked: string | undefined): Promise<FoundGame[]> =>
  asked === undefined ? ourGames() : [await findCommand(asked), ...ourGames()]

/** The variables that a command sets for its program: `TZ=UTC LANG=C `. */
export const assignments = /^(?:\w+=(?:'[^']*'|"[^"]*"|[^\s'"])*\s+)*/

/** The name of a command's program. */
export const nameOf = (command: string) => /^\S*/.exec(command.replace(assignments, ''))?.[0] ?? ''

/** The game that a command plays, if its first word is the name of one. */
export const gameOf = (command: string, games: readonly FoundGame[]): FoundGame | undefined =>
  games.find(({ name }) => name === nameOf(command))

/** The words behind the name, as far as they can be split without a shell. */
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

/**
 * The games that a transcript's command may name: first the one whose file the transcript names, relative to itself.
 * @throws UsageError with file and line if there is no such file, or the command does not begin with the game's name
 */
export async function gamesFor(transcript: Transcript, games: readonly FoundGame[]): Promise<readonly FoundGame[]> {
  const { path, comments, command, settings } = transcript
  if (settings.game === undefined) return games
  const place = `${path}:${comments.findIndex((comment) => /^#\s*game:/.test(comment)) + 1}`
  const file = join(dirname(path), settings.game)
  if (!existsSync(file)) throw new UsageError(place, `no such game: ${file}`)
  const known = loaded.get(resolve(file)) ?? findCommand(resolve(file))
  loaded.set(resolve(file), known)
  const game = await known
  if (nameOf(command) !== game.name)
    throw new UsageError(place, `the game is called '${game.name}', but the command is '${nameOf(command)}'`)
  return [game, ...games]
}

/** The setting that makes a transcript of a game run by itself: for a game from a file, where that is. */
export function settingFor(game: FoundGame | undefined, transcriptPath: string): string[] {
  if (game?.file === undefined) return []
  const path = relative(dirname(transcriptPath), game.file)
  return [`# game: ${path.startsWith('.') ? path : `./${path}`}`]
}
