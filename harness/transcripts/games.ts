import { dirname, join, relative, resolve } from 'node:path'
import type { Game } from '../../reference/game.ts'
import { exists } from '../base/files.ts'
import { memoize } from '../base/memoize.ts'
import { UsageError } from '../base/usage-error.ts'
import { type FoundGame, findCommand, ourGames } from '../games/find.ts'
import { gameOf, optionsOf, programIn } from './command.ts'
import type { Transcript } from './transcript.ts'

/** The games that commands may name: the user's, given by name or file, then ours. */
export const gamesWith = async (name: string | undefined, cwd = ''): Promise<FoundGame[]> =>
  name === undefined ? ourGames() : [await findCommand(name, name, cwd), ...ourGames()]

/** The game that a command plays, with its options; undefined if it is no game, or the options are wrong. */
export function playedBy(command: string, games: readonly FoundGame[]): Game<unknown> | undefined {
  const parsed = gameOf(command, games)?.parse(optionsOf(command))
  return parsed === undefined || 'error' in parsed ? undefined : parsed.game
}

/** Loads the game of a file once: many transcripts may name the same file. */
const load = memoize((path: string) => findCommand(path))

/** The game file that a transcript names, and the line; undefined if the user has named the game. */
function gameNamedIn({ path, comments, command, settings }: Transcript, [asked]: readonly FoundGame[]) {
  if (settings.game === undefined || (asked?.file !== undefined && asked.name === programIn(command))) return undefined
  const place = `${path}:${comments.findIndex((comment) => /^#\s*game:/.test(comment)) + 1}`
  return { place, file: join(dirname(path), settings.game) }
}

const notLoaded = (place: string, file: string) =>
  new UsageError(
    place,
    `this game is a program, which is not run here for a transcript; if you trust it: --game ${file}`,
  )

/**
 * The games that the command of a transcript may name, to play it: first the one whose file the transcript names,
 * relative to itself. Loading that file runs it in our process.
 * @param mayLoad whether to load the file: only if the command runs without a sandbox, too
 * @throws UsageError with file and line if the file must not be loaded or does not exist, or the command does not begin
 *   with the game's name
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
  if (!mayLoad) throw notLoaded(named.place, named.file)
  const game = await load(resolve(cwd, file))
  const name = programIn(transcript.command)
  if (name !== game.name) throw new UsageError(place, `the game is called '${game.name}', but the command is '${name}'`)
  return [game, ...games]
}

/**
 * The games that the command of a transcript may name, to read its prompts. Loads no file.
 * @throws UsageError with file and line if only a game file has the prompts
 */
export function gamesToRead(transcript: Transcript, games: readonly FoundGame[]): readonly FoundGame[] {
  const named = gameNamedIn(transcript, games)
  if (named === undefined) return games
  if (transcript.settings.prompt === undefined) throw notLoaded(named.place, named.file)
  return games.filter(({ name }) => name !== programIn(transcript.command))
}

/** The setting for a transcript of a user's game, with the path of its file; empty for our games. */
export function settingFor(game: FoundGame | undefined, transcriptPath: string, cwd = ''): string[] {
  if (game?.file === undefined) return []
  const path = relative(resolve(cwd, dirname(transcriptPath)), resolve(cwd, game.file))
  return [`# game: ${path.startsWith('.') ? path : `./${path}`}`]
}
