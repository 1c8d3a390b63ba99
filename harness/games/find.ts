import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command, Game } from '../../reference/game.ts'
import { commands } from '../../reference/games.ts'
import { UsageError } from '../session/usage-error.ts'
import { checkFile } from './files.ts'
import { packageRoot } from './package-root.ts'

/** A game's command: one of ours, found by its name, or a user's, found by its file. */
export interface FoundGame extends Command {
  /** The program and arguments that play it as a process of its own. */
  readonly start: readonly string[]
}

/** All games of this package. */
export const ourGames = (): FoundGame[] => commands.map((command) => found(command, command.name))

/**
 * @param asked a name, or the path of a module that exports a `Game` or a `Command`
 * @param place what an error message names first
 * @throws UsageError if there is no such game
 */
export async function findCommand(asked: string, place = asked): Promise<FoundGame> {
  const ours = commands.find(({ name }) => name === asked)
  if (ours !== undefined) return found(ours, asked)
  if (/[/\\]|\.[cm]?[jt]s$/.test(asked)) {
    checkFile(asked, 'a game')
    // Loaded here because it loads esbuild, which takes time.
    const { loadGame } = await import('./load.ts')
    return found(await loadGame(asked), resolve(asked))
  }
  const known = commands.map(({ name }) => name).join(', ')
  throw new UsageError(place, place === asked ? `no such game (${known})` : `no game '${asked}' (${known})`)
}

function found(command: Command, asked: string): FoundGame {
  const bundle = (name: string) => join(packageRoot, 'dist', `${name}.js`)
  const words = existsSync(bundle(asked)) ? [bundle(asked)] : [bundle('ninehole'), 'play', asked]
  return { ...command, start: [process.execPath, ...words] }
}

/**
 * Finds a game by its name or file and the options of its command.
 * @throws UsageError if there is no such game, or it rejects the options
 */
export async function findGame(asked: string, args: readonly string[] = [], place = asked): Promise<Game<unknown>> {
  const parsed = (await findCommand(asked, place)).parse(args)
  if ('error' in parsed) throw new UsageError(place, parsed.error)
  return parsed.game
}
