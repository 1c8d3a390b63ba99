import { basename, dirname, join, relative, resolve } from 'node:path'
import { execaSync } from 'execa'
import * as shlex from 'shlex'
import type { Game } from '../../reference/game.ts'
import { memoize } from '../base/collections.ts'
import { exists } from '../base/files.ts'
import { nearest, UsageError } from '../base/usage-error.ts'
import { type FoundGame, findCommand, ourGames, parseGame } from '../games/find.ts'
import { shellCommand } from '../run/sh.ts'
import type { ExecutionContext } from '../run/shell.ts'
import type { Prompt } from './prompt.ts'
import type { Transcript } from './transcript.ts'

const word = String.raw`(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])*`

/** For one program: `TZ=UTC LANG=C `. */
const leadingAssignments = new RegExp(`^(?:\\w+=${word}\\s+)*`)

/** As it was typed: quotes may stand in it. */
export const programIn = (command: string) =>
  new RegExp(`^${word}`).exec(command.replace(leadingAssignments, ''))?.[0] ?? ''

export const gameOf = (command: string, games: readonly FoundGame[]): FoundGame | undefined =>
  games.find(({ name }) => name === programIn(command))

/** Outside quotes, a shell does not take these literally. */
const special = /[;&|(){}<>$`*?[\]#~!\n]|"[^"]*[$`\\][^"]*"/

/** A program and its arguments; undefined if a shell does more than split the line. */
function wordsIn(command: string): readonly string[] | undefined {
  const line = command.replace(leadingAssignments, '')
  try {
    return special.test(line.replace(/'[^']*'|"[^"$`\\]*"|\\./g, 'x')) ? undefined : shlex.split(line)
  } catch {
    return undefined
  }
}

const optionsOf = (command: string): readonly string[] => wordsIn(command)?.slice(1) ?? []

export function closesQuotes(command: string): boolean {
  try {
    shlex.split(command)
    return true
  } catch {
    return execaSync('sh', ['-n', '-c', command], { reject: false }).exitCode === 0
  }
}

/** Programs whose arguments follow the name of a file, not their own. */
const interpreters =
  /^(\w*sh|\w*awk|python|perl|ruby|php|lua|node|bun|deno|Rscript|tclsh|bc|dc|julia|octave|guile)[\d.]*$/

/**
 * Returns the words that play a transcript: a shell, as where its command was typed; a game runs from its own file.
 * @param replacement runs instead of the whole line, of which it is given nothing but arguments: those of a game are added;
 *   elsewhere the word `{}` stands for them
 * @throws UsageError with file and line if it cannot be told which words are arguments
 */
export function commandOf(
  { path, line, command, settings: { env = [], game: file } }: Transcript,
  game: FoundGame | undefined,
  replacement?: readonly string[],
): readonly string[] {
  const withEnv = (words: readonly string[]) => (env.length > 0 ? ['env', ...env, ...words] : words)
  if (replacement === undefined) {
    if (game === undefined) return withEnv(shellCommand(command))
    const [before = ''] = leadingAssignments.exec(command) ?? []
    const after = command.slice(before.length + programIn(command).length)
    return withEnv(shellCommand(`${before}"$@"${after}`, game.start))
  }
  if (!replacement.includes('{}')) {
    const isGame = file !== undefined || game !== undefined
    return withEnv(isGame ? [...replacement, ...optionsOf(command)] : replacement)
  }
  const [program = '', ...others] = wordsIn(command) ?? []
  const script = interpreters.test(basename(program)) ? others.shift() : program
  const why = `its arguments, {}, cannot be told from the program: write them: ${command}`
  if (!script || script.startsWith('-')) throw new UsageError({ path, line: line - 1 }, why)
  return withEnv(replacement.flatMap((word) => (word === '{}' ? others : [word])))
}

/** Returns the games that commands may name: the user's, given by name or file, then ours. */
export const gamesWith = async (name: string | undefined, cwd = ''): Promise<FoundGame[]> =>
  name === undefined ? ourGames() : [await findCommand(name, name, cwd), ...ourGames()]

/** Returns the game with the options of the command; undefined if it is no game, or they are wrong. */
export function playedBy(command: string, game: FoundGame | undefined): Game<unknown> | undefined {
  const parsed = game?.parse(optionsOf(command))
  return parsed !== undefined && 'game' in parsed ? parsed.game : undefined
}

/** Many transcripts may name the same file. */
const load = memoize((path: string) => findCommand(path))

/**
 * Finds the game that a transcript's command plays, if any.
 * @param games the one that the user names, then ours
 * @param context where the command is played, if it is. A file that the transcript names runs in our process, so it is loaded
 *   only if the command is played without a sandbox
 * @throws UsageError with file and line if the file is needed, but is not loaded, does not exist, or is of another game
 */
export async function gameIn(
  { path, comments, command, settings }: Transcript,
  games: readonly FoundGame[],
  context?: ExecutionContext,
): Promise<FoundGame | undefined> {
  const name = programIn(command)
  const isAsked = games[0]?.file !== undefined && games[0].name === name
  if (settings.game === undefined || isAsked) return gameOf(command, games)
  const place = { path, line: comments.findIndex((comment) => /^#\s*game:/.test(comment)) + 1 }
  const file = join(dirname(path), settings.game)
  if (context === undefined && settings.prompt !== undefined) return undefined
  if (context !== undefined && !exists(file, context.cwd)) throw new UsageError(place, `no such game: ${file}`)
  const why = `this game is a program, which is not run here for a transcript; if you trust it: --game ${file}`
  if (context === undefined || context.sandbox !== undefined) throw new UsageError(place, why)
  const game = await load(resolve(context.cwd, file))
  if (name !== game.name) throw new UsageError(place, `the game is called '${game.name}', but the command is '${name}'`)
  return game
}

/** @throws UsageError with file and line if the transcript does not say what its prompts are, and the command is no game */
export function promptOf(
  { path, line, command, settings }: Transcript,
  game: FoundGame | undefined,
): Prompt | undefined {
  if (settings.prompt !== undefined) return settings.prompt
  // The session may be a usage error, with wrong options.
  if (game !== undefined) return (playedBy(command, game) ?? parseGame(game, [], path)).prompt
  if (settings.unprompted !== undefined) return undefined
  const name = programIn(command)
  const names = ourGames().map((game) => game.name)
  const meant = nearest(name, names)
  if (meant !== undefined)
    throw new UsageError({ path, line: line - 1 }, `'${name}' is not a known game: did you mean '${meant}'?`)
  const remedy = "say what they look like with '# prompt: REGEXP', or name the file of a game with '# game: FILE'"
  throw new UsageError({ path, line: line - 1 }, `the prompts of '${name}' are not known: ${remedy}`)
}

/** Names the file of a user's game, from the transcript; ours need no setting. */
export function settingFor(game: FoundGame | undefined, transcriptPath: string, cwd = ''): string[] {
  if (game?.file === undefined) return []
  const path = relative(resolve(cwd, dirname(transcriptPath)), resolve(cwd, game.file))
  return [`# game: ${path.startsWith('.') ? path : `./${path}`}`]
}
