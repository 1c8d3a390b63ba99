import { basename, extname, join } from 'node:path'
import { exists } from '../base/files.ts'
import { type Bytes, toReadable } from '../session/bytes.ts'
import type { Session } from '../session/session.ts'
import { programIn } from './command.ts'

/**
 * Makes a comment from a file's name: `a-full-board.transcript` → `A full board.` Empty if the name says no more than the
 * command.
 */
export function commentFor(path: string, command: string): string {
  const name = basename(path, extname(path))
  if (name === programOf(command)) return ''
  const words = name.replaceAll(/[-_]+/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

const mostWords = 6
const mostCharacters = 50

/** The words of a line, in lower case. `1.5` is one word, and `can't` is `cant`. */
const wordsIn = (line: string) =>
  line
    .toLowerCase()
    .replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .match(/\d+(?:\.\d+)+|[\p{L}\p{N}]+/gu) ?? []

const nameOfWords = (words: readonly string[]) =>
  [...words.slice(0, mostWords).join('-')].slice(0, mostCharacters).join('')

/**
 * The words of a line for a name. If there are too many, only those of its first sentence, or those after its first
 * colon, before which there usually is a place.
 */
function wordsFor(line: string): readonly string[] {
  const after = line.replace(/^.*?: /, '')
  const forms = [line, after].flatMap((text) => [text, text.replace(/[.!?] .*$/, '')])
  const brief = forms.map(wordsIn).find(({ length }) => length > 0 && length <= mostWords)
  return brief ?? wordsIn(line)
}

/** Proposes a name for a transcript that shows a line; empty if the line has no word. */
export const nameOfLine = (line: Bytes): string => nameOfWords(wordsFor(toReadable(line)))

/** The path of a new transcript with this name, with a number if the name is taken. */
export function freePath(folder: string, name: string, cwd = ''): string {
  for (let count = 1; ; count++) {
    const path = join(folder, `${name}${count === 1 ? '' : `-${count}`}.transcript`)
    if (!exists(path, cwd)) return path
  }
}

/** True if a line has a word of two or more letters, not all capitals like the marks on a board. */
const hasPlainWord = (line: string) => (line.match(/\p{L}{2,}/gu) ?? []).some((word) => /\P{Lu}/u.test(word))

/**
 * Proposes a name for a transcript, without extension: the words of the last line of output that is no prompt, number,
 * board or indented line, nor the greeting before the first answer. If there is no such line: the last line, after the
 * name of the program if the line has no word.
 */
export function nameFor(command: string, { turns, end }: Session): string {
  const texts = turns.map(({ output, answer }) => {
    const text = toReadable(output)
    // Before an answer, and where the session is cut off, the last line is a prompt.
    return answer !== undefined || end.how === 'cut' ? text.slice(0, text.lastIndexOf('\n') + 1) : text
  })
  const linesOf = (some: readonly string[]) => some.flatMap((text) => text.split('\n'))
  const spoken = linesOf(texts.slice(1)).filter(hasPlainWord)
  const last = linesOf(texts).findLast((line) => wordsIn(line).length > 0) ?? ''
  // A line that is not indented, or else an indented one, or else one without a word, such as a number.
  const said = spoken.findLast((line) => /^\S/.test(line)) ?? spoken.at(-1) ?? last
  return nameOfWords([...(hasPlainWord(said) ? [] : [programOf(command)]), ...wordsFor(said)])
}

const programOf = (command: string) => basename(programIn(command).replaceAll(/['"\\]/g, ''))
