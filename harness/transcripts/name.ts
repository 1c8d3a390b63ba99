import { basename, extname, join } from 'node:path'
import { exists } from '../base/files.ts'
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

/** The words of a line, in small letters. A number is one word with its point, and so is `can't`, without its apostrophe. */
const wordsIn = (line: string) =>
  line
    .toLowerCase()
    .replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .match(/\d+(?:\.\d+)+|[\p{L}\p{N}]+/gu) ?? []

const nameOfWords = (words: readonly string[]) =>
  [...words.slice(0, mostWords).join('-')].slice(0, mostCharacters).join('')

/**
 * The words of a line that go into a name. Of too many, those of its first sentence are enough, or those after its first
 * colon: what stands before it is where it happened.
 */
function wordsFor(line: string): readonly string[] {
  const after = line.replace(/^.*?: /, '')
  const forms = [line, after].flatMap((text) => [text, text.replace(/[.!?] .*$/, '')])
  const brief = forms.map(wordsIn).find(({ length }) => length > 0 && length <= mostWords)
  return brief ?? wordsIn(line)
}

/** Proposes a name for a transcript that shows a line; it is empty if the line has no word. */
export const nameOfLine = (line: Bytes): string => nameOfWords(wordsFor(toReadable(line)))

/** The path of a transcript with this name, or with a number after it if that is taken. */
export function freePath(folder: string, name: string, cwd = ''): string {
  for (let count = 1; ; count++) {
    const path = join(folder, `${name}${count === 1 ? '' : `-${count}`}.transcript`)
    if (!exists(path, cwd)) return path
  }
}

/** Finds a word of two letters or more that are not all capitals, as the marks on a board are. */
const hasPlainWord = (line: string) => (line.match(/\p{L}{2,}/gu) ?? []).some((word) => /\P{Lu}/u.test(word))

/**
 * Proposes a name for a transcript, without its extension: the words of the last line that the program said. Rather than a
 * number, a board, or a line that is indented, it is a line before these, but not the greeting before the first answer. If
 * there is none, it is what the program wrote last, with its own name before it if that has no word.
 * @param turns the session; the last line of output that is no prompt counts
 */
export function nameFor(command: string, turns: readonly Turn[]): string {
  const texts = turns.map(({ output, answer }, index) => {
    const isLast = index === turns.length - 1
    const text = toReadable(output)
    // What stands before an answer, or where the session is cut off, is a prompt.
    return answer !== undefined || isLast ? text.slice(0, text.lastIndexOf('\n') + 1) : text
  })
  const linesOf = (some: readonly string[]) => some.flatMap((text) => text.split('\n'))
  const spoken = linesOf(texts.slice(1)).filter(hasPlainWord)
  const last = linesOf(texts).findLast((line) => wordsIn(line).length > 0) ?? ''
  const said = spoken.findLast((line) => /^\S/.test(line)) ?? spoken.at(-1) ?? last
  return nameOfWords([...(hasPlainWord(said) ? [] : [programOf(command)]), ...wordsFor(said)])
}

/** The name of the program that a command starts. */
const programOf = (command: string) => basename(/^\S*/.exec(command)?.[0] ?? '')
