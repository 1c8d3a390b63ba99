import * as v from 'valibot'
import { type Command, exact, type Game, type Reply } from '../../reference/game.ts'
import { firstLine } from '../base/files.ts'
import { UsageError } from '../base/usage-error.ts'

const text = v.string('must be a string')
const name = v.pipe(text, v.regex(/^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u, 'must be one word, such as tic-tac-toe'))
const prompt = v.pipe(
  v.instance(RegExp, 'must be a regular expression'),
  v.check(({ global, sticky }) => !global && !sticky, 'must not have the flags g and y'),
)
const lines = v.array(v.pipe(v.string(), v.regex(/^[^\n]*$/, 'must be one line')), 'must be an array of lines')
const status = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))
const variation = v.object({ name: v.string(), oneOf: v.array(v.any()), times: v.picklist(['?', '*', '+']) })
const output = v.union([v.string(), v.array(v.union([v.string(), variation]))])
const error = v.string()
const rule = v.object(
  {
    id: v.string('must be a string'),
    sentence: v.string('must be a string'),
    at: v.optional(v.string()),
  },
  'must be an array of { id, sentence, … }',
)

/** A function that throws a `ValiError` if it returns something else. */
const returning = (what: string, schema: v.GenericSchema) =>
  v.pipe(v.function('must be a function'), v.returns(v.custom((result) => v.is(schema, result), what)))
const ids = v.optional(v.array(v.string()))
const reply = returning('{ output, state }', v.object({ output, status: v.optional(status), rules: ids }))
const list = returning('an array of lines', lines)
const string = returning('a string', v.string())
const read = returning('{ value } or { error }', v.union([v.object({ value: v.unknown() }), v.object({ error })]))
const parsed = v.union([v.object({ game: v.looseObject({}) }), v.object({ error, status })])

const commandSchema = v.object({ name, usage: text, parse: returning('{ game } or { error, status }', parsed) })
const gameSchema = v.object({
  name,
  prompt,
  open: reply,
  answer: reply,
  legal: list,
  illegal: list,
  nonsense: v.optional(lines),
  images: v.optional(list),
  completes: v.optional(returning('an array of arrays of lines', v.array(lines))),
  key: string,
  read: v.optional(read),
  write: v.optional(string),
  turns: v.optional(list),
  count: v.optional(returning('a number', v.number())),
  rules: v.optional(v.array(rule, 'must be an array of { id, sentence, … }')),
})

/**
 * Checks a command from a user's file.
 * @param path the file, for messages
 * @returns the command; the games that it returns are checked, too
 * @throws UsageError if a member is missing or of the wrong type
 */
export function checkCommand(path: string, value: object): Command {
  const command = checkMembers(path, value, commandSchema) as Command
  const parse = (args: readonly string[]) => {
    const parsed = command.parse(args)
    return 'game' in parsed ? { game: checkGame(path, parsed.game) } : parsed
  }
  return { ...command, parse }
}

/**
 * Checks a game from a user's file, and plays each line that `legal` and `illegal` list in its first position, and the end of
 * input.
 * @param path the file, for messages
 * @returns the game; everything that it returns later is checked, too
 * @throws UsageError if a member is missing or of the wrong type, throws, or returns a wrong value
 */
export function checkGame(path: string, value: object): Game<unknown> {
  const game = checkMembers(path, value, gameSchema) as unknown as Game<unknown>
  const { key, legal, prompt } = game

  /** @param shown names the output, for the message */
  function checkPrompt({ output, state }: Reply<unknown>, shown: string) {
    const lastLine = exact(output).split('\n').at(-1) ?? ''
    if (state === undefined || prompt.exec(lastLine)?.[0] === lastLine) return
    throw new UsageError(path, `${shown} must end with a prompt, unless the game is over`)
  }

  function answer(state: unknown, line: string | null) {
    const before = key(state)
    const reply = game.answer(state, line)
    const shown = line === null ? 'the end of input' : JSON.stringify(line)
    if (key(state) !== before)
      throw new UsageError(path, `answer() changes the state that it is given, at ${shown}: return a new one`)
    const isRefused = reply.state !== undefined && key(reply.state) === before
    if (line !== null && isRefused && legal(state).includes(line))
      throw new UsageError(path, `legal() lists ${shown}, but answer() does not move on: the key stays the same`)
    if (line === null && reply.state !== undefined)
      throw new UsageError(path, 'answer() goes on at the end of input: return no state')
    checkPrompt(reply, `the output of answer() at ${shown}`)
    return reply
  }

  const opening = game.open()
  checkPrompt(opening, 'the output of open()')
  const { state } = opening
  if (state !== undefined) for (const line of [...legal(state), ...game.illegal(state), null]) answer(state, line)
  return { ...game, answer }
}

/** Returns the members that the schema lists. Functions throw a `UsageError` if they throw or return a wrong value. */
function checkMembers(path: string, value: object, schema: typeof commandSchema | typeof gameSchema): object {
  const members = Object.keys(schema.entries).filter((member) => member in value)
  const bound = members.map((member) => {
    const found: unknown = value[member as keyof typeof value]
    return [member, typeof found === 'function' ? found.bind(value) : found]
  })
  const { success, output, issues } = v.safeParse(schema, Object.fromEntries(bound))
  if (!success) {
    const problems = issues.map((issue) => {
      const member = v.getDotPath(issue) ?? ''
      return `'${member}' ${issue.received === 'undefined' ? 'is missing' : issue.message}`
    })
    throw new UsageError(path, `not a game yet: ${problems.join(', ')}`)
  }
  const checked = Object.entries(output).map(([member, found]) => {
    if (typeof found !== 'function') return [member, found]
    const method = (...args: unknown[]) => {
      try {
        return found(...args)
      } catch (error) {
        const isWrong = error instanceof v.ValiError
        throw new UsageError(path, `${member}() ${isWrong ? 'must return' : 'throws:'} ${firstLine(error)}`)
      }
    }
    return [member, method]
  })
  return Object.fromEntries(checked)
}
