// Sessions for the tests of what the games say.

import { expect } from 'vitest'
import { readPosition } from './board.ts'
import { type OrdoState, ordo, type Variant } from './ordo.ts'

/** A game from a position, and what it says to each of the lines. */
export function session(variant: Variant, text: string | undefined, ...lines: (string | null)[]): string[] {
  const read = text === undefined ? undefined : readPosition(text)
  if (read && 'error' in read) throw new Error(read.error)
  const game = ordo(variant, read?.value)
  const { output, state } = game.open()
  const said = [String(output)]
  let current: OrdoState | undefined = state
  for (const line of lines) {
    if (current === undefined) throw new Error(`the game is over before ${line}`)
    const reply = game.answer(current, line)
    said.push(String(reply.output))
    current = reply.state
    expect(reply.status).toBe(undefined)
  }
  if (current === undefined) said.push('over')
  return said
}

/** What is said last. */
export const last = (variant: Variant, text: string | undefined, ...lines: (string | null)[]) =>
  session(variant, text, ...lines).at(-1)

/** The first line and the last of what is said last: what was said, and the prompt. */
export function ends(variant: Variant, text: string | undefined, ...lines: string[]): [string, string] {
  const said = last(variant, text, ...lines)?.split('\n') ?? []
  return [said[0] ?? '', said.at(-1) ?? '']
}

/** The message that a line is refused with. */
export function error(variant: Variant, text: string | undefined, ...lines: string[]): string {
  const said = session(variant, text, ...lines)
  const [message, rest] = said.at(-1)?.split('\n\n    a b') ?? []
  const before = said.at(-2)
  expect(rest).toBe(before?.slice(before.indexOf('    a b') + 7))
  expect(message).toMatch(/^Error: /)
  return message?.slice(7) ?? ''
}

/** The board as it is at first. */
export const initialBoard = `\
    a b c d e f g h i j
  8 . . B B . . B B . . 8
  7 B B B B B B B B B B 7
  6 B B . . B B . . B B 6
  5 . . . . . . . . . . 5
  4 . . . . . . . . . . 4
  3 W W . . W W . . W W 3
  2 W W W W W W W W W W 2
  1 . . W W . . W W . . 1
    a b c d e f g h i j
`
