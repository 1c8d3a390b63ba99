import { findNodeAtLocation, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser'
import * as v from 'valibot'
import { read } from './files.ts'
import { UsageError } from './usage-error.ts'

const maxMessage = 200

/** The longest text in which the line of a wrong value is found, in characters. */
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
  const failAt = (offset: number, message: string) => {
    const line = text.slice(0, offset).split('\n').length
    throw new UsageError({ path, line }, message.replace(/\s+/g, ' ').slice(0, maxMessage))
  }
  const errors: ParseError[] = []
  const value = withoutOverflow(path, () => parse(text, errors) as unknown)
  for (const { error, offset, length } of errors) {
    // `InvalidSymbol` → `invalid symbol`
    const kind = printParseErrorCode(error)
      .replace(/\B[A-Z]/g, ' $&')
      .toLowerCase()
    const found = text.slice(offset, offset + length)
    failAt(offset, `not JSON: ${kind}${found && `: '${found}'`}`)
  }
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true })
  if (success) return output
  const keys = (issues[0].path ?? []).map(({ key }) => key as string | number)
  const place = keys.join('.')
  const sentence = `not ${what}: ${place}${place && ': '}${sentenceOf(issues[0])}`
  if (text.length > maxLocatedText) throw new UsageError(path, sentence)
  const root = withoutOverflow(path, () => parseTree(text))
  // A missing value has no offset: take that of the value around it.
  while (keys.length > 0 && root && findNodeAtLocation(root, keys) === undefined) keys.pop()
  return failAt((root && findNodeAtLocation(root, keys))?.offset ?? 0, sentence)
}

/** Runs a recursive parser. @throws UsageError if it overflows the stack */
function withoutOverflow<Result>(path: string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new UsageError(path, 'its values are nested too deeply')
  }
}

/** A schema error in words. */
function sentenceOf({ kind, message, expected, received }: v.BaseIssue<unknown>): string {
  if (kind === 'validation') return message
  if (expected === 'never') return 'there is no such key'
  return received === 'undefined' ? 'it is missing' : `it must be ${expected}, not ${received}`
}
