import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as shlex from 'shlex'
import { type Command, exact, type Game } from '../../reference/game.ts'
import { commands } from '../../reference/games.ts'
import { exists } from '../base/files.ts'
import { packageRoot } from '../base/package-root.ts'
import { nearest, UsageError } from '../base/usage-error.ts'
import { verdictLimits } from '../session/limits.ts'
import { loadGame } from './load.ts'

/** One of our games, found by its name, or a user's, found by its file. */
export interface FoundGame extends Command {
  /** Plays the game as a process. */
  readonly start: readonly string[]
  readonly options: readonly string[]
  /** Absent for our games. */
  readonly file?: string
}

const names = commands.map(({ name }) => name)

export const ourGames = (): FoundGame[] => commands.map((command) => toFoundGame(command, command.name, []))

/**
 * Finds a game.
 * @param asked a name, or the path of a module that exports a `Game` or a `Command`; options may follow, quoted as in a shell
 * @param place for errors
 * @throws UsageError if there is no such game
 */
export async function findCommand(asked: string, place = asked, cwd = ''): Promise<FoundGame> {
  const [name = '', ...options] = nameAndOptionsIn(asked, place, cwd)
  const ours = commands.find((command) => command.name === name)
  if (ours !== undefined) return toFoundGame(ours, name, options)
  if (/[/\\]|\.[cm]?[jt]s$/.test(name))
    return { ...toFoundGame(await loadGame(name, cwd), resolve(cwd, name), options), file: name }
  const why = place === asked ? 'no such game' : `no game '${asked}'`
  const meant = nearest(name, names)
  if (meant !== undefined) throw new UsageError(place, `${why}: did you mean '${meant}'?`)
  const advice = `: for your own game, use --game ./${name}.ts, or --game with a folder of recorded sessions`
  throw new UsageError(place, `${why} (${names.join(', ')})${place === asked ? '' : advice}`)
}

/**
 * Finds the game that the path of an entry names: one of ours, or the only file with its name in the current folder.
 * @param place the entry
 * @param mayLoad true if a file that only an entry's path names may run in our own process
 * @throws UsageError as `findCommand` does
 */
export async function findCommandFor(asked: string, place: string, cwd = '', mayLoad = true): Promise<FoundGame> {
  const [name = '', ...options] = nameAndOptionsIn(asked, place, cwd)
  const [file, ...others] = names.includes(name) ? [] : filesNamed(name, cwd)
  if (file === undefined) return findCommand(asked, place, cwd)
  if (mayLoad && others.length === 0) return findCommand(shlex.join([file, ...options]), place, cwd)
  throw new UsageError(place, `'${asked}' is not one of our games: use --game ${[file, ...others].join(' or --game ')}`)
}

/** True for one of our games, or a user's in the current folder. */
export const isKnownGame = (name: string, cwd = ''): boolean => names.includes(name) || filesNamed(name, cwd).length > 0

const filesNamed = (name: string, cwd: string) =>
  /^[\w-]+$/.test(name)
    ? ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs']
        .map((extension) => `./${name}.${extension}`)
        .filter((file) => exists(file, cwd))
    : []

/** Splits a text into words. The path of a file may contain spaces. */
function nameAndOptionsIn(asked: string, place: string, cwd: string): string[] {
  if (exists(asked, cwd)) return [asked]
  try {
    return shlex.split(asked)
  } catch {
    throw new UsageError(place, place === asked ? 'a quote is not closed' : `a quote is not closed: ${asked}`)
  }
}

function toFoundGame(command: Command, name: string, options: readonly string[]): FoundGame {
  const bundleOf = (program: string) => join(packageRoot, 'dist', `${program}.js`)
  const words = existsSync(bundleOf(name)) ? [bundleOf(name)] : [bundleOf('ninehole'), 'play', name]
  return { ...command, options, start: [process.execPath, ...words] }
}

/** @throws UsageError if there is no such game, or it rejects the options */
export const findGame = async (asked: string, args: readonly string[] = [], cwd = ''): Promise<Game<unknown>> =>
  parseGame(await findCommand(asked, asked, cwd), args, asked)

/** @throws UsageError if the game rejects its options */
export function parseGame({ parse, options }: FoundGame, args: readonly string[], place: string): Game<unknown> {
  const parsed = parse([...options, ...args])
  if ('error' in parsed) throw new UsageError(place, parsed.error)
  return parsed.game
}

/** @throws UsageError if the game's opening is longer than all that a program may write in a session */
export function refuseTooLarge(game: Game<unknown>, place: string) {
  const { length } = exact(game.open().output)
  const [size, most] = [length, verdictLimits.outputLimit].map((count) => count.toLocaleString('en'))
  if (length > verdictLimits.outputLimit)
    throw new UsageError(place, `the game is too large: it begins with ${size} characters, more than ${most}`)
}

export const commandLineOf = ({ name, options }: FoundGame, args: readonly string[] = []): string =>
  shlex.join([name, ...options, ...args])
