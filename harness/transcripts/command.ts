import { basename, dirname, extname, resolve } from 'node:path'
import type { FoundGame } from '../games/find.ts'
import { Unusable } from '../session/unusable.ts'
import { isPlain } from './verify.ts'

/**
 * The words of a command as a shell takes them apart again.
 * @throws Unusable if they cannot stand on one line
 */
export function commandLine(words: readonly string[]): string {
  const line = words.map(quote).join(' ')
  if (/[\r\n]/.test(line))
    throw new Unusable(JSON.stringify(line), 'a command with a newline cannot stand in a transcript')
  return line
}

// The first word may have no `=`, or it would set a variable.
const quote = (word: string, index: number) =>
  isPlain(word) && !(index === 0 && word.includes('=')) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** The game that a transcript at this place is of: the name of its folder. */
export function gameOfPlace(path: string, games: readonly FoundGame[]): FoundGame {
  const place = basename(dirname(resolve(path)))
  const game = games.find(({ name }) => name === place)
  if (game === undefined) throw new Unusable(path, 'of which game? Its folder is none: --game NAME, or -- COMMAND')
  return game
}

/** What a transcript shows, by its name: `a-full-board.transcript`. */
export function sentenceOf(path: string): string {
  const words = basename(path, extname(path))
    .replace(/[-_\s]+/g, ' ')
    .trim()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
