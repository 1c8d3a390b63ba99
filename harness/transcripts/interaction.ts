import type { Text, Variation } from '../../reference/game.ts'
import { read } from '../base/files.ts'
import { UsageError } from '../base/usage-error.ts'
import { type Bytes, toText } from '../session/bytes.ts'
import type { Script, Turn } from '../session/session.ts'

/*
 * The samples of interactive problems in the problem package format of Kattis and the ICPC: a line with `>` was written by
 * the program, one with `<` was read by it. Nothing says whether a prompt ends its line, so both will do.
 */

/** The file of a session. What the program writes before an answer stands on lines of its own; the end of input has none. */
export const formatInteraction = (turns: readonly Turn[]): Bytes =>
  turns
    .flatMap(({ output, answer }) => [
      ...(output.match(/[^\n]*\n|[^\n]+/g) ?? []).map((line) => `>${line.replace(/\n$/, '')}\n`),
      ...(typeof answer === 'string' ? [`<${answer}\n`] : []),
    ])
    .join('')

/** @throws UsageError with file and line if it is malformed, or as `read` does */
export const readInteraction = (path: string): Script =>
  parseInteraction(path, read(path, 'an interaction').toString('latin1'))

/** @throws UsageError with file and line if a line begins with something else */
export function parseInteraction(path: string, file: Bytes): Script {
  const turns: Turn<Text>[] = []
  let output: Bytes[] = []
  for (const [index, line] of file.replace(/\n$/, '').split('\n').entries()) {
    const place = `${path}:${index + 1}`
    if (line === '---') throw new UsageError(place, 'a second pass: a session has one')
    if (line.endsWith('\r')) throw new UsageError(place, 'line ends in CR LF')
    if (line.startsWith('>')) output.push(line.slice(1))
    else if (line.startsWith('<')) {
      turns.push({ output: textOf(output), answer: line.slice(1) })
      output = []
    } else throw new UsageError(place, "expected a line of the program ('>…') or of its input ('<…')")
  }
  return { turns: [...turns, { output: textOf(output) }], end: { how: 'exit', status: 0 } }
}

const lastNewline: Variation = { name: 'last-newline', oneOf: ['\n'], times: '?', exact: '\n' }

const textOf = (lines: readonly Bytes[]): Text => (lines.length === 0 ? '' : [toText(lines.join('\n')), lastNewline])
