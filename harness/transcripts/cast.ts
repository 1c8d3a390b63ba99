import { type Bytes, toReadable } from '../session/bytes.ts'
import type { Turn } from '../session/session.ts'

/** The rhythm of a cast, in milliseconds: what a person reads, types and sees. It is the same in every file. */
const reading = 1000
const key = 100

/**
 * A session as asciinema shows it: asciicast, version 2. Each key of an answer is typed (`i`) and shown (`o`); ^D is not shown.
 * @param command what stands on the first line, after `$ `
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

/** Text as a terminal is sent it: a newline alone does not return to the first column. */
const shownOf = (output: Bytes) => toReadable(output).replace(/\r?\n/g, '\r\n')
