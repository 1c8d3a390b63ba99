import * as v from 'valibot'
import { UsageError } from '../session/usage-error.ts'
import { read } from './files.ts'

/** How much of what is wrong an error message repeats. */
const mostOfMessage = 200

/**
 * Reads a JSON file.
 * @param what the kind of file that is expected, for errors: `a report`
 * @throws UsageError that names the key if the content is not what the schema says, or as `read` does
 */
export function readJson<Output>(path: string, what: string, schema: v.GenericSchema<unknown, Output>): Output {
  const text = read(path, what).toString('utf8')
  const { success, output, issues } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  if (success) return output
  const [issue] = issues
  const message = `not ${what}: ${[v.getDotPath(issue), issue.message].filter(Boolean).join(': ')}`
  throw new UsageError(path, message.replace(/\s+/g, ' ').slice(0, mostOfMessage))
}
