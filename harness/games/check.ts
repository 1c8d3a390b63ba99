import * as v from 'valibot'
import type { Command, Game } from '../../reference/game.ts'
import { UsageError } from '../session/usage-error.ts'

type Members = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>

const method = v.function('must be a function')
const text = v.string('must be a string')
const name = v.pipe(text, v.regex(/^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u, 'must be one word, such as tic-tac-toe'))
const prompt = v.pipe(
  v.instance(RegExp, 'must be a regular expression'),
  v.check(({ global, sticky }) => !global && !sticky, 'must not have the flags g and y'),
)

const commandSchema = v.object({ name, usage: text, parse: method })
const required = { name, prompt, open: method, answer: method, legal: method, illegal: method, key: method }
const optional = v.optional(method)
const gameSchema = v.object({ ...required, read: optional, write: optional, turns: optional, count: optional })

const variation = v.object({ name: v.string(), oneOf: v.array(v.any()), times: v.picklist(['?', '*', '+']) })
const replyText = v.union([v.string(), v.array(v.union([v.string(), variation]))])
const status = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))
const reply = [v.object({ output: replyText, status: v.optional(status) }), '{ output, state }'] as const
const lines = [v.array(v.pipe(v.string(), v.regex(/^[^\n]*$/))), 'an array of lines'] as const
const error = v.string()

/** What each member must return, and how a message says so. */
const returns: Readonly<Record<string, readonly [v.GenericSchema, string]>> = {
  parse: [
    v.union([v.object({ game: v.looseObject({}) }), v.object({ error, status })]),
    '{ game } or { error, status }',
  ],
  open: reply,
  answer: reply,
  legal: lines,
  illegal: lines,
  turns: lines,
  key: [v.string(), 'a string'],
  write: [v.string(), 'a string'],
  read: [v.union([v.object({ value: v.unknown() }), v.object({ error })]), '{ value } or { error }'],
  count: [v.number(), 'a number'],
}

/**
 * Checks a command from somebody's file.
 * @param path the file, for messages
 * @returns the same command; what it returns is checked
 * @throws UsageError if a member is missing or of the wrong type
 */
export function checkCommand(path: string, value: object): Command {
  checkMembers(path, value, commandSchema)
  const { name, usage } = value as Command
  const { parse } = guard(path, value) as unknown as Command
  return {
    name,
    usage,
    parse(args) {
      const parsed = parse(args)
      return 'game' in parsed ? { game: checkGame(path, parsed.game) } : parsed
    },
  }
}

/**
 * Checks a game from somebody's file, and tries it in its first position.
 * @param path the file, for messages
 * @returns the same game; whatever it returns later is checked
 * @throws UsageError if a member is missing or of the wrong type, throws, or returns what it must not
 */
export function checkGame(path: string, value: object): Game<unknown> {
  checkMembers(path, value, gameSchema)
  const { name, prompt } = value as Game<unknown>
  const guarded = guard(path, value) as unknown as Game<unknown>
  const { key, legal } = guarded

  function answer(state: unknown, line: string | null) {
    const before = key(state)
    const reply = guarded.answer(state, line)
    const shown = line === null ? 'the end of input' : JSON.stringify(line)
    if (key(state) !== before)
      throw new UsageError(path, `answer() changes the state that it is given, at ${shown}: return a new one`)
    const isRefused = reply.state !== undefined && key(reply.state) === before
    if (line !== null && isRefused && legal(state).includes(line))
      throw new UsageError(path, `legal() lists ${shown}, but answer() does not move on: the key stays the same`)
    return reply
  }

  const { state } = guarded.open()
  if (state !== undefined) for (const line of [...legal(state), ...guarded.illegal(state)]) answer(state, line)
  return { ...guarded, name, prompt, answer }
}

function checkMembers(path: string, value: object, schema: v.GenericSchema) {
  const problems = v.safeParse(schema, value).issues?.map((issue) => {
    const member = v.getDotPath(issue) ?? ''
    return `'${member}' ${member in value ? issue.message : 'is missing'}`
  })
  if (problems !== undefined) throw new UsageError(path, `not a game yet: ${problems.join(', ')}`)
}

/** The functions of an object, each of which names the file when it throws or returns what it must not. */
function guard(path: string, owner: object): Members {
  const present = Object.entries(returns).filter(([member]) => typeof (owner as Members)[member] === 'function')
  return Object.fromEntries(
    present.map(([member, [schema, what]]) => {
      const call = (...args: readonly unknown[]) => {
        let returned: unknown
        try {
          returned = (owner as Members)[member]?.(...args)
        } catch (error) {
          const [line] = String(error instanceof Error ? error.message : error).split('\n', 1)
          throw new UsageError(path, `${member}() throws: ${line}`)
        }
        if (!v.is(schema, returned)) throw new UsageError(path, `${member}() must return ${what}`)
        return returned
      }
      return [member, call]
    }),
  )
}
