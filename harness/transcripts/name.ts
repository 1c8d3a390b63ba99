import { basename, extname } from 'node:path'
import { toReadable } from '../session/bytes.ts'
import type { Turn } from '../session/session.ts'

/** Makes a comment of a file's name: `a-full-board.transcript`. It is empty if the name says no more than the command. */
export function sentenceOf(path: string, command: string): string {
  const name = basename(path, extname(path))
  if (name === programOf(command)) return ''
  const words = name.replaceAll(/[-_]+/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** The greatest number of words in a proposed name. */
const mostWords = 6

/**
 * Proposes a name for a transcript, without its extension: the last line that the program wrote, behind the program's name if
 * it has no word.
 * @param turns the session; the last line of output that is no prompt counts
 */
export function nameFor(command: string, turns: readonly Turn[]): string {
  const lines = turns.flatMap(({ output, answer }, index) => {
    const isLast = index === turns.length - 1
    const text = toReadable(output)
    // What stands before an answer, or where the session is cut off, is a prompt.
    return (answer !== undefined || isLast ? text.slice(0, text.lastIndexOf('\n') + 1) : text).split('\n')
  })
  const said = lines
    .map((line) => line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .findLast(({ length }) => length > 0)
  const hasWord = said?.some((word) => /\p{L}/u.test(word)) ?? false
  return [...(hasWord ? [] : [programOf(command)]), ...(said ?? [])].slice(0, mostWords).join('-')
}

/** The name of the program that a command starts. */
const programOf = (command: string) => basename(/^\S*/.exec(command)?.[0] ?? '')
