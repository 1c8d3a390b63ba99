import * as v from 'valibot'
import { type Command, exact, type Game, type Reply } from '../../reference/game.ts'
import { firstLine } from '../base/files.ts'
import { UsageError } from '../base/usage-error.ts'

const text = v.string('must be a string')
const line = v.pipe(v.string(), v.regex(/^[^\n]*$/, 'must be one line'))
const lines = v.array(line, 'must be an array of lines')
const callable = v.function('must be a function')
const optional = v.optional(callable)
const status = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)))
const variation = v.object({ name: v.string(), oneOf: v.array(v.any()), times: v.picklist(['?', '*', '+', '1']) })
const output = v.union([v.string(), v.array(v.union([v.string(), variation]))])
const rule = v.object({ id: text, sentence: text, at: v.optional(text) }, 'must be { id, sentence, … }')
const name = v.pipe(text, v.regex(/^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u, 'must be one word, such as tic-tac-toe'))
const prompt = v.pipe(
  v.instance(RegExp, 'must be a regular expression'),
  v.check(({ global, sticky }) => !global && !sticky, 'must not have the flags g and y'),
)

const commandSchema = v.object({ name, usage: text, parse: callable })
const gameSchema = v.object({
  name,
  prompt,
  ...v.entriesFromList(['open', 'answer', 'legal', 'illegal', 'key'], callable),
  ...v.entriesFromList(['completes', 'read', 'write', 'turns', 'count'], optional),
  nonsense: v.optional(lines),
  rules: v.optional(v.array(rule, 'must be an array of { id, sentence, … }')),
})

/** What functions must return, and its name in messages. */
const results: Readonly<Record<string, readonly [v.GenericSchema, string]>> = {
  parse: [
    v.union([v.object({ game: v.looseObject({}) }), v.object({ error: text, status })]),
    '{ game } or { error, status }',
  ],
  open: [v.object({ output, status, rules: v.optional(v.array(text)) }), '{ output, state }'],
  answer: [v.object({ output, status, rules: v.optional(v.array(text)) }), '{ output, state }'],
  legal: [lines, 'an array of lines'],
  illegal: [lines, 'an array of lines'],
  key: [text, 'a string'],
}

/** @throws UsageError if the function returned a wrong value */
function mustReturn<Result>(path: string, member: string, result: Result): Result {
  const [schema, what] = results[member] ?? [v.any(), '']
  if (!v.is(schema, result)) throw new UsageError(path, `${member}() must return ${what}`)
  return result
}

/**
 * Checks a command from a user's file.
 * @param path the file, for messages
 * @returns the command; the games that it returns are checked, too
 * @throws UsageError if a member is missing or of the wrong type
 */
export function checkCommand(path: string, value: object): Command {
  const command = checkMembers(path, value, commandSchema) as Command
  const parse = (args: readonly string[]) => {
    const parsed = mustReturn(path, 'parse', command.parse(args))
    return 'game' in parsed ? { game: checkGame(path, parsed.game) } : parsed
  }
  return { ...command, parse }
}

/**
 * Checks a game from a user's file: its members, and what they return for each line that `legal` and `illegal` list in its
 * first position, and for the end of input. What they return later is not checked.
 * @param path the file, for messages
 * @throws UsageError if a member is missing or of the wrong type, throws, or returns a wrong value
 */
export function checkGame(path: string, value: object): Game<unknown> {
  const game = checkMembers(path, value, gameSchema) as unknown as Game<unknown>
  const check = <Result>(member: string, result: Result) => mustReturn(path, member, result)
  const fail = (why: string) => {
    throw new UsageError(path, why)
  }
  const checkPrompt = ({ output, state }: Reply<unknown>, shown: string) => {
    const lastLine = exact(output).split('\n').at(-1) ?? ''
    if (state !== undefined && game.prompt.exec(lastLine)?.[0] !== lastLine)
      fail(`the output of ${shown} must end with a prompt, unless the game is over`)
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
    if (game.key(state) !== before) fail(`answer() changes the state that it is given, at ${shown}: return a new one`)
    if (line === null && reply.state !== undefined) fail('answer() goes on at the end of input: return no state')
    const isRefused = reply.state !== undefined && game.key(reply.state) === before
    if (line !== null && isRefused && legal.includes(line))
      fail(`legal() lists ${shown}, but answer() does not move on: the key stays the same`)
    checkPrompt(reply, `answer() at ${shown}`)
  }
  return game
}

/** Returns the members that the schema lists. Functions throw a `UsageError` if they throw. */
function checkMembers(path: string, value: object, schema: typeof commandSchema | typeof gameSchema): object {
  const members = Object.keys(schema.entries).filter((member) => member in value)
  const found = members.map((member): [string, unknown] => [member, value[member as keyof typeof value]])
  const { success, issues } = v.safeParse(schema, Object.fromEntries(found))
  if (!success) {
    const problems = issues.map((issue) => {
      const member = v.getDotPath(issue) ?? ''
      return `'${member}' ${issue.received === 'undefined' ? 'is missing' : issue.message}`
    })
    throw new UsageError(path, `not a game yet: ${problems.join(', ')}`)
  }
  const named =
    (member: string, method: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      try {
        return method.apply(value, args)
      } catch (error) {
        throw new UsageError(path, `${member}() throws: ${firstLine(error)}`)
      }
    }
  return Object.fromEntries(
    found.map(([member, held]) => [member, typeof held === 'function' ? named(member, held as () => unknown) : held]),
  )
}
