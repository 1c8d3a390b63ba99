import * as v from 'valibot'
import type { Command, Game } from '../../reference/game.ts'
import { UsageError } from '../session/usage-error.ts'
import { firstLine } from './files.ts'

const status = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))
const variation = v.object({ name: v.string(), oneOf: v.array(v.any()), times: v.picklist(['?', '*', '+']) })
const output = v.union([v.string(), v.array(v.union([v.string(), variation]))])
const reply = [v.object({ output, status: v.optional(status) }), '{ output, state }'] as const
const someLines = v.array(v.pipe(v.string(), v.regex(/^[^\n]*$/)), 'must be an array of lines')
const lines = [someLines, 'an array of lines'] as const
const error = v.string()
const parsed = v.union([v.object({ game: v.looseObject({}) }), v.object({ error, status })])

/** What each function must return, and how a message says so. */
const results: Readonly<Record<string, readonly [v.GenericSchema, string]>> = {
  parse: [parsed, '{ game } or { error, status }'],
  open: reply,
  answer: reply,
  legal: lines,
  illegal: lines,
  images: lines,
  turns: lines,
  key: [v.string(), 'a string'],
  write: [v.string(), 'a string'],
  read: [v.union([v.object({ value: v.unknown() }), v.object({ error })]), '{ value } or { error }'],
  count: [v.number(), 'a number'],
}

const text = v.string('must be a string')
const name = v.pipe(text, v.regex(/^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u, 'must be one word, such as tic-tac-toe'))
const prompt = v.pipe(
  v.instance(RegExp, 'must be a regular expression'),
  v.check(({ global, sticky }) => !global && !sticky, 'must not have the flags g and y'),
)
const method = v.function('must be a function')
const optional = v.optional(method)
const commandSchema = v.object({ name, usage: text, parse: method })
const required = { name, prompt, open: method, answer: method, legal: method, illegal: method, key: method }
const more = {
  nonsense: v.optional(someLines),
  images: optional,
  read: optional,
  write: optional,
  turns: optional,
  count: optional,
}
const gameSchema = v.object({ ...required, ...more })

/**
 * Checks a command from a user's file.
 * @param path the file, for messages
 * @returns the same command; what it returns is checked
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
 * Checks a game from a user's file, and tries it in its first position.
 * @param path the file, for messages
 * @returns the same game; whatever it returns later is checked
 * @throws UsageError if a member is missing or of the wrong type, throws, or returns a wrong value
 */
export function checkGame(path: string, value: object): Game<unknown> {
  const game = checkMembers(path, value, gameSchema) as unknown as Game<unknown>
  const { key, legal } = game

  function answer(state: unknown, line: string | null) {
    const before = key(state)
    const reply = game.answer(state, line)
    const shown = line === null ? 'the end of input' : JSON.stringify(line)
    if (key(state) !== before)
      throw new UsageError(path, `answer() changes the state that it is given, at ${shown}: return a new one`)
    const isRefused = reply.state !== undefined && key(reply.state) === before
    if (line !== null && isRefused && legal(state).includes(line))
      throw new UsageError(path, `legal() lists ${shown}, but answer() does not move on: the key stays the same`)
    return reply
  }

  const { state } = game.open()
  if (state !== undefined) for (const line of [...legal(state), ...game.illegal(state)]) answer(state, line)
  return { ...game, answer }
}

/** @returns the members that the schema lists; functions throw a `UsageError` if they throw or return a wrong value */
function checkMembers(path: string, value: object, schema: typeof commandSchema | typeof gameSchema): object {
  const { success, output, issues } = v.safeParse(schema, value)
  if (!success) {
    const problems = issues.map((issue) => {
      const member = v.getDotPath(issue) ?? ''
      return `'${member}' ${member in value ? issue.message : 'is missing'}`
    })
    throw new UsageError(path, `not a game yet: ${problems.join(', ')}`)
  }
  const members = Object.entries(output).map(([member, found]) => {
    return [member, typeof found === 'function' ? checked(path, member, found.bind(value)) : found]
  })
  return Object.fromEntries(members)
}

function checked(path: string, member: string, method: (...args: readonly unknown[]) => unknown) {
  const [schema = v.unknown(), what] = results[member] ?? []
  return (...args: readonly unknown[]) => {
    let result: unknown
    try {
      result = method(...args)
    } catch (error) {
      throw new UsageError(path, `${member}() throws: ${firstLine(error)}`)
    }
    if (!v.is(schema, result)) throw new UsageError(path, `${member}() must return ${what}`)
    return result
  }
}
