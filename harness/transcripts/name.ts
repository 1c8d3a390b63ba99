import { existsSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { type Bytes, toReadable } from '../session/bytes.ts'
import type { Turn } from '../session/session.ts'

/** Makes a comment of a file's name: `a-full-board.transcript`. It is empty if the name says no more than the command. */
export function sentenceOf(path: string, command: string): string {
  const name = basename(path, extname(path))
  if (name === programOf(command)) return ''
  const words = name.replaceAll(/[-_]+/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** The greatest number of words in a proposed name, and of characters. */
const mostWords = 6
const mostCharacters = 50

const wordsIn = (line: string) => line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const nameOfWords = (words: readonly string[]) =>
  [...words.slice(0, mostWords).join('-')].slice(0, mostCharacters).join('')

/** Proposes a name for a transcript that shows a line; it is empty if the line has no word. */
export const nameOfLine = (line: Bytes): string => nameOfWords(wordsIn(toReadable(line)))

/** The path of a transcript with this name, or with a number behind it if that is taken. */
export function freePath(folder: string, name: string): string {
  for (let count = 1; ; count++) {
    const path = join(folder, `${name}${count === 1 ? '' : `-${count}`}.transcript`)
    if (!existsSync(path)) return path
  }
}

/**
 * Proposes a name for a transcript, without its extension: the words of the last line that the program wrote, with the
 * program's name before them if they have no letter.
 * @param turns the session; the last line of output that is no prompt counts
 */
export function nameFor(command: string, turns: readonly Turn[]): string {
  const lines = turns.flatMap(({ output, answer }, index) => {
    const isLast = index === turns.length - 1
    const text = toReadable(output)
    // What stands before an answer, or where the session is cut off, is a prompt.
    return (answer !== undefined || isLast ? text.slice(0, text.lastIndexOf('\n') + 1) : text).split('\n')
  })
  const said = lines.map(wordsIn).findLast(({ length }) => length > 0)
  const hasWord = said?.some((word) => /\p{L}/u.test(word)) ?? false
  return nameOfWords([...(hasWord ? [] : [programOf(command)]), ...(said ?? [])])
}

/** The name of the program that a command starts. */
const programOf = (command: string) => basename(/^\S*/.exec(command)?.[0] ?? '')
