import { createInterface } from 'node:readline/promises'
import type { Host } from '../base/host.ts'

/**
 * Asks a person a question.
 * @param typedAhead the lines typed before they were asked for: answers to the next questions; may get more
 * @returns the typed line without blanks around it, empty at the end of input; undefined after Ctrl-C, or once the
 *   command is stopped
 */
export async function ask(
  question: string,
  typedAhead: string[],
  { stdin, stderr, signal }: Host,
): Promise<string | undefined> {
  const typed = typedAhead.shift()
  if (typed !== undefined) {
    stderr.write(`${question}${typed}\n`)
    return typed.trim()
  }
  const terminal = createInterface({ input: stdin, output: stderr })
  terminal.on('line', (line) => typedAhead.push(line))
  const gaveUp = new AbortController()
  terminal.on('SIGINT', () => gaveUp.abort())
  const closed = new Promise<string>((resolve) => terminal.on('close', () => resolve('')))
  const stop = AbortSignal.any([gaveUp.signal, signal])
  const answer = terminal.question(question, { signal: stop }).catch(() => '')
  const line = await Promise.race([answer, closed])
  terminal.close()
  if (!stop.aborted) return line.trim()
  stderr.write('\n')
  return undefined
}
