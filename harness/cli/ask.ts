import { createInterface } from 'node:readline/promises'
import type { Host } from '../base/host.ts'

/**
 * Asks a person a question.
 * @returns the typed line without blanks around it, empty at the end of input; undefined after Ctrl-C, or once the
 *   command is stopped
 */
export async function ask(question: string, { stdin, stderr, signal }: Host): Promise<string | undefined> {
  const terminal = createInterface({ input: stdin, output: stderr })
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
