import { existsSync } from 'node:fs'
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import * as v from 'valibot'
import { read } from '../games/files.ts'
import { UsageError } from '../session/usage-error.ts'
import { type Runtime, runtimes } from './runtimes.ts'

/** The file in the current folder in which a project describes runtimes of its own. */
const file = 'ninehole.runtimes.json'

const word = v.pipe(v.string(), v.nonEmpty('it is empty'))
const words = v.tupleWithRest([word], v.string())
const naming = (placeholder: string) =>
  v.check((words: [string, ...string[]]) => words.includes(placeholder), `the word ${placeholder} is missing`)

const row = v.pipe(
  v.strictObject({
    name: v.pipe(v.string(), v.regex(/^[^/-]+$/, 'it must have no / and no -')),
    extension: v.pipe(v.string(), v.regex(/^\.\w+$/, 'it must be like .tcl')),
    run: words,
    compile: v.exactOptional(v.pipe(words, naming('{file}'), naming('{program}'))),
    version: v.exactOptional(words),
    folders: v.exactOptional(v.array(v.pipe(v.string(), v.startsWith('/', 'it must be an absolute path')))),
  }),
  v.forward(
    v.check(
      ({ run, compile }) => run.includes(compile ? '{program}' : '{file}'),
      'the word {file} is missing, or {program} if there is a "compile"',
    ),
    ['run'],
  ),
)
const schema = v.array(row)

/**
 * All runtimes: ours, and those of the file `ninehole.runtimes.json` in the current folder, if there is one.
 * @throws UsageError with the line, if the file is not what it should be
 */
export function knownRuntimes(): readonly Runtime[] {
  if (!existsSync(file)) return runtimes
  const text = read(file, 'a list of runtimes').toString('utf8')
  const errors: ParseError[] = []
  const tree = parseTree(text, errors)
  const [error] = errors
  if (tree === undefined || error !== undefined)
    throw errorAt(text, error?.offset ?? 0, `not JSON: ${error ? printParseErrorCode(error.error) : 'it is empty'}`)
  const { success, output, issues } = v.safeParse(schema, getNodeValue(tree))
  if (!success) {
    const [issue] = issues
    const keys = (issue.path ?? []).map(({ key }) => key as string | number)
    throw errorAt(text, offsetOf(tree, keys), `${keys.join('.') || 'the file'}: ${sentenceOf(issue)}`)
  }
  const names = runtimes.map(({ name }) => name)
  for (const [index, { name }] of output.entries()) {
    if (names.includes(name))
      throw errorAt(text, offsetOf(tree, [index, 'name']), `there is a runtime '${name}' already`)
    names.push(name)
  }
  return [...runtimes, ...output]
}

/** What is wrong. Valibot writes messages of its own where we have none. */
function sentenceOf({ kind, message, expected, received }: v.BaseIssue<unknown>): string {
  if (kind === 'validation') return message
  if (expected === 'never') return 'there is no such key'
  return received === 'undefined' ? 'it is missing' : `it must be ${expected}, not ${received}`
}

/** Where a value stands in the text; that of the next one around it, if it is missing. */
function offsetOf(tree: Node, keys: readonly (string | number)[]): number {
  for (let length = keys.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, keys.slice(0, length))
    if (node !== undefined) return node.offset
  }
  return tree.offset
}

const errorAt = (text: string, offset: number, message: string) =>
  new UsageError(`${file}:${text.slice(0, offset).split('\n').length}`, message)
