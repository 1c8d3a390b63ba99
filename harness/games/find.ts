import { existsSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as shlex from 'shlex'
import { type Command, exact, type Game } from '../../reference/game.ts'
import { commands } from '../../reference/games.ts'
import { readOptions } from '../../reference/options.ts'
import { syntaxError, withEsbuild } from '../base/esbuild.ts'
import { checkFile, exists, firstLine } from '../base/files.ts'
import { packageRoot } from '../base/package-root.ts'
import { nearest, UsageError } from '../base/usage-error.ts'
import { outputLimit } from '../session/limits.ts'
import { checkCommand, checkGame } from './check.ts'

/** The command of a game: one of ours, found by its name, or a user's, found by its file. */
export interface FoundGame extends Command {
  /** The words that play the game as a process. */
  readonly start: readonly string[]
  readonly options: readonly string[]
  /** The user's file; absent: it is one of our games. */
  readonly file?: string
}

export const ourGames = (): FoundGame[] => commands.map((command) => found(command, command.name, []))

/**
 * Finds the command of a game.
 * @param asked a name, or the path of a module that exports a `Game` or a `Command`; options may follow, quoted as in a
 *   shell
 * @param place the place of an error
 * @param cwd the folder for relative paths (default: that of this process)
 * @throws UsageError if there is no such game
 */
export async function findCommand(asked: string, place = asked, cwd = ''): Promise<FoundGame> {
  const [name = '', ...options] = nameAndOptionsIn(asked, place, cwd)
  const ours = commands.find((command) => command.name === name)
  if (ours !== undefined) return found(ours, name, options)
  if (/[/\\]|\.[cm]?[jt]s$/.test(name))
    return { ...found(await loadGame(name, cwd), resolve(cwd, name), options), file: name }
  const names = commands.map((command) => command.name)
  const meant = nearest(name, names)
  const advice = meant === undefined ? ` (${names.join(', ')})` : `: did you mean '${meant}'?`
  const isOfEntry = place !== asked && meant === undefined
  const option = isOfEntry
    ? `: name the file of yours, as --game ./${name || 'mine'}.ts, or a folder of recorded sessions`
    : ''
  throw new UsageError(place, (place === asked ? 'no such game' : `no game '${asked}'`) + advice + option)
}

/**
 * Finds the command of the game that the path of an entry names: one of ours, or that of the only file with its name in
 * the current folder.
 * @param place the entry
 * @param mayLoad true if a file that only an entry's path names may run in our own process
 * @throws UsageError as `findCommand` does
 */
export async function findCommandFor(asked: string, place: string, cwd = '', mayLoad = true): Promise<FoundGame> {
  const [name = '', ...options] = nameAndOptionsIn(asked, place, cwd)
  const files = isOurs(name) ? [] : filesNamed(name, cwd)
  const [file, ...others] = files
  if (file === undefined) return findCommand(asked, place, cwd)
  if (mayLoad && others.length === 0) return findCommand(shlex.join([file, ...options]), place, cwd)
  throw new UsageError(place, `no game '${asked}' of ours: say --game ${files.join(' or --game ')}`)
}

/** True if a name is that of one of our games, or of a user's in the current folder. */
export const isKnownGame = (name: string, cwd = ''): boolean => isOurs(name) || filesNamed(name, cwd).length > 0

const isOurs = (name: string) => commands.some((command) => command.name === name)

const filesNamed = (name: string, cwd: string) =>
  /^[\w-]+$/.test(name)
    ? extensions.map((extension) => `./${name}.${extension}`).filter((file) => exists(file, cwd))
    : []

const extensions = ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs']

/** Splits a text into a game and its options. The path of a file may contain spaces. */
function nameAndOptionsIn(asked: string, place: string, cwd: string): string[] {
  if (exists(asked, cwd)) return [asked]
  try {
    return shlex.split(asked)
  } catch {
    throw new UsageError(place, place === asked ? 'a quote is not closed' : `a quote is not closed: ${asked}`)
  }
}

function found(command: Command, name: string, options: readonly string[]): FoundGame {
  const bundleOf = (program: string) => join(packageRoot, 'dist', `${program}.js`)
  const words = existsSync(bundleOf(name)) ? [bundleOf(name)] : [bundleOf('ninehole'), 'play', name]
  return { ...command, options, start: [process.execPath, ...words] }
}

/**
 * Finds a game by its name or file and the options of its command.
 * @throws UsageError if there is no such game, or it rejects the options
 */
export const findGame = async (asked: string, args: readonly string[] = [], cwd = ''): Promise<Game<unknown>> =>
  parseGame(await findCommand(asked, asked, cwd), args, asked)

/**
 * The game of a command, with the options given with its name and these.
 * @throws UsageError if it rejects the options
 */
export function parseGame({ parse, options }: FoundGame, args: readonly string[], place: string): Game<unknown> {
  const parsed = parse([...options, ...args])
  if ('error' in parsed) throw new UsageError(place, parsed.error)
  return parsed.game
}

/** @throws UsageError if the game writes more at once than a program may write in a session */
export function mustBeComparable(game: Game<unknown>, place: string) {
  const { length } = exact(game.open().output)
  if (length <= outputLimit) return
  const most = outputLimit.toLocaleString('en')
  throw new UsageError(
    place,
    `the game is too large: it begins with ${length.toLocaleString('en')} characters, more than ${most}`,
  )
}

/** A game and its options as a command for a shell. */
export const commandLineOf = ({ name, options }: FoundGame, args: readonly string[] = []): string =>
  shlex.join([name, ...options, ...args])

/**
 * Loads a game from a file: TypeScript or JavaScript, an ES module or CommonJS, which may import other files. It
 * exports a `Game` or `Command` under any name; of several, the default export is used, or else the only `Command`.
 * @throws UsageError if it cannot be loaded or is not a game; the game's functions throw it if they go wrong later
 */
async function loadGame(path: string, cwd: string): Promise<Command> {
  checkFile(path, 'a game', cwd)
  if (!/^(\.[cm]?[jt]sx?)?$/.test(extname(path))) {
    const sessions = 'no recorded sessions, which are a folder or a .transcript'
    throw new UsageError(path, `no game, which is a .ts or .js file, and ${sessions}`)
  }
  const exported = choose(path, await importFile(path, cwd))
  if (isCommand(exported)) return checkCommand(path, exported)
  const game = checkGame(path, exported)
  return {
    name: game.name,
    usage: `Usage: ${game.name}\n`,
    parse(args) {
      const given = readOptions(args, {})
      return 'error' in given ? { error: given.error, status: 2 } : { game }
    },
  }
}

async function importFile(path: string, cwd: string): Promise<Record<string, unknown>> {
  const file = resolve(cwd, path)
  const url = JSON.stringify(pathToFileURL(file))
  const filename = JSON.stringify(file)
  const folder = JSON.stringify(dirname(file))
  const { outputFiles } = await withEsbuild(path, ({ build }) =>
    build({
      entryPoints: [file],
      absWorkingDir: resolve(cwd),
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
      // The place of the game, as ES modules and CommonJS say it.
      define: {
        'import.meta.url': url,
        'import.meta.filename': filename,
        'import.meta.dirname': folder,
        __filename: filename,
        __dirname: folder,
      },
      // CommonJS modules need `require` for Node's own modules.
      banner: {
        js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(${url});`,
      },
    }),
  ).catch((error) => {
    throw syntaxError(path, error, cwd)
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  return import(`data:text/javascript;base64,${code}`).catch((error) => {
    throw new UsageError(path, `cannot be loaded: ${firstLine(error)}`)
  })
}

/** Chooses the game or command among a module's exports. `module.exports` of CommonJS is the default export. */
function choose(path: string, { default: main, ...named }: Record<string, unknown>): object {
  if (isCommand(main) || isGame(main)) return main
  const values = [...new Set(Object.values({ ...(main as object | undefined), ...named }))]
  const commands = values.filter(isCommand)
  const games = commands.length > 0 ? commands : values.filter(isGame)
  const [game] = games
  if (game === undefined)
    throw new UsageError(path, 'exports no game: an object with name, prompt, open, answer, legal, illegal and key')
  if (games.length === 1) return game
  const names = games.map((each) => ('name' in each ? each.name : '?')).join(', ')
  throw new UsageError(path, `exports ${games.length} games (${names}): make one of them the default export`)
}

const has = (value: unknown, member: string): value is object =>
  typeof value === 'object' && value !== null && member in value

/** True for what is meant to be a game, complete or not. */
const isGame = (value: unknown): value is object => ['open', 'answer', 'legal'].some((member) => has(value, member))

const isCommand = (value: unknown): value is object => has(value, 'parse') && has(value, 'usage')
