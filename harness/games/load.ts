import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildFailure, build } from 'esbuild'
import type { Command } from '../../reference/game.ts'
import { UsageError } from '../session/usage-error.ts'
import { checkCommand, checkGame, firstLine } from './check.ts'

/**
 * Loads a game from a file: TypeScript or JavaScript, an ES module or CommonJS, which may import other files. It exports
 * one `Game` or `Command` under any name; if it exports several, the default export is used, or else the only `Command`.
 * @throws UsageError if it cannot be loaded or is not a game; the game's functions throw it if they misbehave later
 */
export async function loadGame(path: string): Promise<Command> {
  const exported = choose(path, await importFile(path))
  if (isCommand(exported)) return checkCommand(path, exported)
  const game = checkGame(path, exported)
  return {
    name: game.name,
    usage: `Usage: ${game.name}\n`,
    parse: ([word]) =>
      word === undefined ? { game } : { error: `${game.name}: unexpected argument '${word}'`, status: 2 },
  }
}

async function importFile(path: string): Promise<Record<string, unknown>> {
  const url = JSON.stringify(pathToFileURL(resolve(path)))
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    define: { 'import.meta.url': url },
    // CommonJS modules need it to import Node's own modules.
    banner: { js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(${url});` },
  }).catch((error) => {
    throw syntaxError(path, error)
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  return import(`data:text/javascript;base64,${code}`).catch((error) => {
    throw new UsageError(path, `cannot be loaded: ${firstLine(error)}`)
  })
}

/** The game or command among a module's exports. `module.exports` of CommonJS is the default export. */
function choose(path: string, { default: main, ...named }: Record<string, unknown>): object {
  if (isCommand(main) || isGame(main)) return main
  const values = [...new Set(Object.values({ ...(main as object | undefined), ...named }))]
  const commands = values.filter(isCommand)
  const found = commands.length > 0 ? commands : values.filter(isGame)
  if (found.length === 1 && found[0] !== undefined) return found[0]
  const names = found.map((game) => ('name' in game ? game.name : '?')).join(', ')
  throw new UsageError(
    path,
    found.length === 0
      ? 'exports no game: an object with name, prompt, open, answer, legal, illegal and key'
      : `exports ${found.length} games (${names}): make one of them the default export`,
  )
}

const has = (value: unknown, member: string): value is object =>
  typeof value === 'object' && value !== null && member in value

/** Whether it is meant to be a game, complete or not. */
const isGame = (value: unknown): value is object => ['open', 'answer', 'legal'].some((member) => has(value, member))

const isCommand = (value: unknown): value is object => has(value, 'parse') && has(value, 'usage')

/** A failure of esbuild to read a file, as a usage error with file and line. */
export function syntaxError(path: string, error: Error & Partial<BuildFailure>): UsageError {
  const [first] = error.errors ?? []
  const { file = path, line = 1 } = first?.location ?? {}
  const place = file === '<stdin>' || resolve(file) === resolve(path) ? path : file
  return new UsageError(`${place}:${line}`, firstLine(first?.text ?? error))
}
