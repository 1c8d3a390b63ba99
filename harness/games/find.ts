import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command, Game } from '../../reference/game.ts'
import { commands } from '../../reference/games.ts'
import { UsageError } from '../session/usage-error.ts'
import { checkFile } from './files.ts'
import { packageRoot } from './package-root.ts'

/** A game that somebody asked for: one of ours by its name, or a stranger's by its file. */
export interface FoundGame extends Command {
  /** The words that play it as a process of its own. */
  readonly start: readonly string[]
}

/** Every game of ours. */
export const ourGames = (): FoundGame[] => commands.map((command) => found(command, command.name))

/**
 * @param asked a name, or the path of a module that exports a `Game` or a `Command`
 * @param place what an error is about
 * @throws UsageError if there is no such game
 */
export async function findCommand(asked: string, place = asked): Promise<FoundGame> {
  const ours = commands.find(({ name }) => name === asked)
  if (ours !== undefined) return found(ours, asked)
  if (isPath(asked)) {
    checkFile(asked, 'a game')
    // The loader brings esbuild along: only where it is needed.
    const { loadGame } = await import('./load.ts')
    return found(await loadGame(asked), resolve(asked))
  }
  const known = commands.map(({ name }) => name).join(', ')
  throw new UsageError(place, place === asked ? `no such game (${known})` : `no game '${asked}' (${known})`)
}

function found(command: Command, asked: string): FoundGame {
  const bundled = (name: string) => join(packageRoot, 'dist', `${name}.js`)
  const own = bundled(asked)
  const start = [process.execPath, ...(existsSync(own) ? [own] : [bundled('ninehole'), 'play', asked])]
  return { name: command.name, usage: command.usage, parse: (args) => command.parse(args), start }
}

/**
 * The game that a name or a file and options ask for.
 * @throws UsageError if there is no such game, or it does not take these options
 */
export async function findGame(asked: string, args: readonly string[] = [], place = asked): Promise<Game<unknown>> {
  const parsed = (await findCommand(asked, place)).parse(args)
  if ('error' in parsed) throw new UsageError(place, parsed.error)
  return parsed.game
}

const isPath = (asked: string) => /[/\\]|\.[cm]?[jt]s$/.test(asked)
