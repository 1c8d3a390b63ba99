import { dirname, extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { type Command, exact, type Game, type Reply } from '../../reference/game.ts'
import { readOptions } from '../../reference/options.ts'
import { syntaxError, withEsbuild } from '../base/esbuild.ts'
import { firstLine, read } from '../base/files.ts'
import { UsageError } from '../base/usage-error.ts'

/**
 * Loads a game from a file: TypeScript or JavaScript, an ES module or CommonJS, which may import other files. It exports a
 * `Game` or `Command` under any name; of several, the default export is used, or else the only `Command`.
 * @throws UsageError if it cannot be loaded or is not a game; the game's functions throw it if they go wrong later
 */
export async function loadGame(path: string, cwd: string): Promise<Command> {
  read(path, 'a game', cwd)
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
      return 'error' in given ? { ...given, status: 2 } : { game }
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
  if (isPlayable(main)) return main
  const found = [...new Set(Object.values({ ...(main as object | undefined), ...named }))].filter(isPlayable)
  const commands = found.filter(isCommand)
  const games = commands.length > 0 ? commands : found
  const [game] = games
  if (game === undefined)
    throw new UsageError(path, 'exports no game: an object with name, prompt, open, answer, legal, illegal and key')
  if (games.length === 1) return game
  const names = games.map((each) => ('name' in each ? each.name : '?')).join(', ')
  throw new UsageError(path, `exports ${games.length} games (${names}): make one of them the default export`)
}

/** True for what is meant to be a game or a command, complete or not. */
const isPlayable = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && ['open', 'answer', 'legal', 'parse'].some((member) => member in value)

const isCommand = (value: object) => 'parse' in value

const text = v.string('must be a string')
const lines = v.array(v.pipe(v.string(), v.regex(/^[^\n]*$/, 'must be one line')), 'must be an array of lines')
const callable = v.function('must be a function')
const optional = v.optional(callable)
const rule = v.object({ id: text, sentence: text, at: v.optional(text) }, 'must be { id, sentence, … }')
const name = v.pipe(text, v.regex(/^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u, 'must be one word, such as tic-tac-toe'))

const commandSchema = v.object({ name, usage: text, parse: callable })
const gameSchema = v.object({
  name,
  prompt: v.pipe(
    v.instance(RegExp, 'must be a regular expression'),
    v.check(({ global, sticky }) => !global && !sticky, 'must not have the flags g and y'),
  ),
  ...v.entriesFromList(['open', 'answer', 'legal', 'illegal', 'key'], callable),
  ...v.entriesFromList(['completes', 'read', 'write', 'turns', 'count'], optional),
  nonsense: v.optional(lines),
  rules: v.optional(v.array(rule, 'must be an array of { id, sentence, … }')),
})

const status = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)))
const variation = v.object({ name: v.string(), oneOf: v.array(v.any()), times: v.picklist(['?', '*', '+', '1']) })
const output = v.union([v.string(), v.array(v.union([v.string(), variation]))])
const reply = [v.object({ output, status, rules: v.optional(v.array(text)) }), '{ output, state }'] as const

/** What functions must return, and how errors say it. */
const results = {
  parse: [
    v.union([v.object({ game: v.looseObject({}) }), v.object({ error: text, status })]),
    '{ game } or { error, status }',
  ],
  open: reply,
  answer: reply,
  legal: [lines, 'an array of lines'],
  illegal: [lines, 'an array of lines'],
  key: [text, 'a string'],
} as const

function mustReturn<Result>(path: string, member: keyof typeof results, result: Result): Result {
  const [schema, what] = results[member]
  if (!v.is(schema, result)) throw new UsageError(path, `${member}() must return ${what}`)
  return result
}

/** The games that a command returns are checked, too. */
function checkCommand(path: string, value: object): Command {
  const command = membersOf(path, value, commandSchema) as unknown as Command
  const parse = (args: readonly string[]) => {
    const parsed = mustReturn(path, 'parse', command.parse(args))
    return 'game' in parsed ? { game: checkGame(path, parsed.game) } : parsed
  }
  return { ...command, parse }
}

/** Checks members, and what they return in the first position, for each line that is legal or illegal, and the end of input. */
function checkGame(path: string, value: object): Game<unknown> {
  const game = membersOf(path, value, gameSchema) as unknown as Game<unknown>
  const check = <Result>(member: keyof typeof results, result: Result) => mustReturn(path, member, result)
  const mustBe = (isRight: boolean, why: string) => {
    if (!isRight) throw new UsageError(path, why)
  }
  const checkPrompt = ({ output, state }: Reply<unknown>, shown: string) => {
    const lastLine = exact(output).split('\n').at(-1) ?? ''
    const isRight = state === undefined || game.prompt.exec(lastLine)?.[0] === lastLine
    mustBe(isRight, `the output of ${shown} must end with a prompt, unless the game is over`)
  }
  const opening = check('open', game.open())
  checkPrompt(opening, 'open()')
  const { state } = opening
  if (state === undefined) return game
  const before = check('key', game.key(state))
  const legal = check('legal', game.legal(state))
  for (const line of [...legal, ...check('illegal', game.illegal(state)), null]) {
    const reply = check('answer', game.answer(state, line))
    const shown = line === null ? 'the end of input' : JSON.stringify(line)
    const after = reply.state === undefined ? undefined : game.key(reply.state)
    mustBe(game.key(state) === before, `answer() changes the state that it is given, at ${shown}: return a new one`)
    if (line === null) mustBe(after === undefined, 'answer() goes on at the end of input: return no state')
    else if (legal.includes(line))
      mustBe(after !== before, `legal() lists ${shown}, but answer() does not move on: the key stays the same`)
    checkPrompt(reply, `answer() at ${shown}`)
  }
  return game
}

/** Picks the members that a schema lists. Functions throw a `UsageError` if they throw. */
function membersOf(path: string, value: object, schema: typeof commandSchema | typeof gameSchema) {
  const found = Object.keys(schema.entries)
    .filter((member) => member in value)
    .map((member): [string, unknown] => [member, value[member as keyof typeof value]])
  const { success, issues } = v.safeParse(schema, Object.fromEntries(found))
  if (!success) {
    const problems = issues.map((issue) => {
      const member = v.getDotPath(issue) ?? ''
      return `'${member}' ${issue.received === 'undefined' ? 'is missing' : issue.message}`
    })
    throw new UsageError(path, `not a game yet: ${problems.join(', ')}`)
  }
  const naming =
    (member: string, method: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      try {
        return method.apply(value, args)
      } catch (error) {
        throw new UsageError(path, `${member}() throws: ${firstLine(error)}`)
      }
    }
  return Object.fromEntries(
    found.map(([member, held]) => [member, typeof held === 'function' ? naming(member, held as () => unknown) : held]),
  )
}
