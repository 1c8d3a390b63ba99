import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser'
import * as v from 'valibot'
import { read } from './files.ts'
import { UsageError } from './usage-error.ts'

const maxMessage = 200

/** Characters of the longest text in which the line of a wrong value is found. */
const maxLocatedText = 1024 * 1024

/**
 * Reads a JSON file; comments and a byte order mark are allowed.
 * @param what the kind of file, for errors: `a report`
 * @throws UsageError with the line and the key if the content is not what the schema says, or as `read` does
 */
export function readJson<Output>(
  path: string,
  what: string,
  schema: v.GenericSchema<unknown, Output>,
  cwd = '',
): Output {
  const text = read(path, what, cwd)
    .toString('utf8')
    .replace(/^\ufeff/, '')
  try {
    return parsed(path, what, schema, text)
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw new UsageError(path, 'its values are nested too deeply')
    throw error
  }
}

function parsed<Output>(path: string, what: string, schema: v.GenericSchema<unknown, Output>, text: string): Output {
  const errorAt = (offset: number, message: string) => {
    const line = text.slice(0, offset).split('\n').length
    return new UsageError({ path, line }, message.replace(/\s+/g, ' ').slice(0, maxMessage))
  }
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors)
  for (const { error, offset, length } of errors) {
    // `InvalidSymbol` → `invalid symbol`
    const kind = printParseErrorCode(error)
      .replace(/\B[A-Z]/g, ' $&')
      .toLowerCase()
    const found = text.slice(offset, offset + length)
    throw errorAt(offset, `not JSON: ${kind}${found && `: '${found}'`}`)
  }
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true })
  if (success) return output
  const keys = (issues[0].path ?? []).map(({ key }) => key as string | number)
  const place = keys.join('.')
  const sentence = `not ${what}: ${place}${place && ': '}${sentenceOf(issues[0])}`
  if (text.length > maxLocatedText) throw new UsageError(path, sentence)
  const root = parseTree(text)
  // A missing value has no offset: take that of the value around it.
  while (keys.length > 0 && root && findNodeAtLocation(root, keys) === undefined) keys.pop()
  throw errorAt((root && findNodeAtLocation(root, keys))?.offset ?? 0, sentence)
}

function sentenceOf({ kind, message, expected, received }: v.BaseIssue<unknown>): string {
  if (kind === 'validation') return message
  if (expected === 'never') return 'there is no such key'
  return received === 'undefined' ? 'it is missing' : `it must be ${expected}, not ${received}`
}
