import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command, Game } from '../../reference/game.ts'
import { commands } from '../../reference/games.ts'
import { Unusable } from '../session/unusable.ts'
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
 * @throws Unusable if there is no such game
 */
export async function findCommand(asked: string, place = asked): Promise<FoundGame> {
  const ours = commands.find(({ name }) => name === asked)
  if (ours !== undefined) return found(ours, asked)
  if (isPath(asked)) return found(await load(asked), resolve(asked))
  const known = commands.map(({ name }) => name).join(', ')
  throw new Unusable(place, place === asked ? `no such game (${known})` : `no game '${asked}' (${known})`)
}

function found(command: Command, asked: string): FoundGame {
  const bundled = (name: string) => join(packageRoot, 'dist', `${name}.js`)
  const own = bundled(asked)
  const start = [process.execPath, ...(existsSync(own) ? [own] : [bundled('ninehole'), 'play', asked])]
  return { name: command.name, usage: command.usage, parse: (args) => command.parse(args), start }
}

/**
 * The game that a name or a file and options ask for.
 * @throws Unusable if there is no such game, or it does not take these options
 */
export async function findGame(asked: string, args: readonly string[] = [], place = asked): Promise<Game<unknown>> {
  const parsed = (await findCommand(asked, place)).parse(args)
  if ('error' in parsed) throw new Unusable(place, parsed.error)
  return parsed.game
}

const isPath = (asked: string) => /[/\\]|\.[cm]?[jt]s$/.test(asked)

/** Loads a game from a file, TypeScript or JavaScript, with whatever it imports. */
async function load(path: string): Promise<Command> {
  if (!existsSync(path)) throw new Unusable(path, 'no such file or folder')
  const { build } = await import('esbuild')
  const options = { bundle: true, write: false, format: 'esm', platform: 'node', logLevel: 'silent' } as const
  const { outputFiles } = await build({ entryPoints: [path], ...options }).catch((error) => {
    const [first] = error.errors ?? []
    throw new Unusable(`${path}:${first?.location?.line ?? 1}`, first?.text ?? String(error))
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  const exported = Object.values(
    await import(`data:text/javascript;base64,${code}`).catch((error) => {
      throw new Unusable(path, `cannot be loaded: ${error instanceof Error ? error.message : String(error)}`)
    }),
  )
  const command = exported.find(isCommand)
  const game = exported.find(isGame)
  if (command !== undefined) return command
  if (game === undefined)
    throw new Unusable(path, 'exports no game: an object with name, prompt, open, answer, legal, illegal and key')
  return commandOf(game)
}

const has = (value: unknown, ...names: string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => name in value)

const isGame = (value: unknown): value is Game<unknown> =>
  has(value, 'name', 'prompt', 'open', 'answer', 'legal', 'illegal', 'key')

const isCommand = (value: unknown): value is Command => has(value, 'name', 'usage', 'parse')

/** A game without options as a command. */
const commandOf = (game: Game<unknown>): Command => ({
  name: game.name,
  usage: `Usage: ${game.name}\n`,
  parse: ([word]) =>
    word === undefined ? { game } : { error: `${game.name}: unexpected argument '${word}'`, status: 2 },
})
