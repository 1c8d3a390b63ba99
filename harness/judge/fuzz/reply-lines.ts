import { type Bytes, toReadable } from '../../session/bytes.ts'
import { exactly } from '../../session/script.ts'
import type { Script } from '../../session/session.ts'

/** The lines of output in a session, with a key: their words, or if there are none, the form of their numbers and signs. */
export function replyLinesIn(script: Script): { key: string; line: Bytes; turn: number }[] {
  const { turns, end } = exactly(script)
  const typed = new Set(turns.flatMap(({ answer }) => (answer ? [toReadable(answer).trim().toLowerCase()] : [])))
  const lines = turns.flatMap(({ output }, turn) =>
    output.split('\n').flatMap((line) => {
      const key = keyOf(toReadable(line), typed)
      return key === '' ? [] : [{ key, line, turn }]
    }),
  )
  if (end.how !== 'exit' || end.status === 0) return lines
  return [...lines, { key: `status ${end.status}`, line: `status ${end.status}`, turn: turns.length - 1 }]
}

/** The most characters of a form of numbers and signs. */
const longestForm = 8

function keyOf(line: string, typed: ReadonlySet<string>): string {
  const words = (line.toLowerCase().match(/\p{L}{2,}/gu) ?? []).filter((word) => !typed.has(word))
  return words.length > 0
    ? words.join(' ')
    : line.replace(/\d+/g, '0').replace(/\s+/g, ' ').replace(/\p{L}/gu, '').trim().slice(0, longestForm)
}
