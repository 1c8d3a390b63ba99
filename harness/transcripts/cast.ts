import { type Bytes, toReadable } from '../session/bytes.ts'
import type { Turn } from '../session/session.ts'

/** The pace of every cast, in milliseconds: to read, and to type a key. */
const reading = 1000
const key = 100

/**
 * Formats a session as an asciicast, version 2, for asciinema. Each key of an answer is typed (`i`) and shown (`o`); ^D
 * is not shown.
 * @param command the first line, after `$ `
 */
export function formatCast(command: string, turns: readonly Turn[]): string {
  let now = 0
  const events: string[] = []
  const add = (wait: number, code: 'i' | 'o', text: string) => {
    now += wait
    if (text !== '') events.push(JSON.stringify([now / 1000, code, text]))
  }
  const type = (typed: string, shown: string) => {
    add(key, 'i', typed)
    add(0, 'o', shown)
  }
  add(0, 'o', `$ ${command}\r\n`)
  for (const { output, answer } of turns) {
    add(key, 'o', shownOf(output))
    if (answer === undefined) continue
    now += reading
    if (answer === null) type('\x04', '')
    else {
      for (const character of toReadable(answer)) type(character, character)
      type('\r', '\r\n')
    }
  }
  return [JSON.stringify({ version: 2, width: 80, height: 24, title: command }), ...events, ''].join('\n')
}

/** Text for a terminal, where a newline alone does not return to the first column. */
const shownOf = (output: Bytes) => toReadable(output).replace(/\r?\n/g, '\r\n')
