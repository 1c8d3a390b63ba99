import { type Bytes, toReadable } from '../../session/bytes.ts'
import { exactly } from '../../session/script.ts'
import { answersOf, type Script, type Turn } from '../../session/session.ts'
import type { Typed } from '../reference.ts'

/** The greatest number of sessions that are kept to go on from, and of texts that are remembered. */
const mostKept = 5_000
const mostSeen = 200_000

/**
 * Everything that the reference has said so far, and the sessions in which it said something new. Those are worth going on
 * from: what is deep in a program is reached step by step.
 */
export class Novelty {
  /** The sessions that showed a new kind of reply, or a known kind more often in a row than before; the newest is the last. */
  readonly kinds: Typed[] = []
  /** The sessions that showed a new text of a known kind. */
  readonly texts: Typed[] = []
  readonly #seenKinds = new Set<string>()
  readonly #seenTexts = new Set<Bytes>()

  /** The number of different replies. */
  get replies(): number {
    return this.#seenTexts.size
  }

  /** Takes note of a session of the reference. */
  note(script: Script) {
    const { turns } = exactly(script)
    const [kindAt, textAt] = [this.#lastNew(turns, featuresOf, this.#seenKinds), this.#lastNewText(turns)]
    const lines = answersOf(script)
    if (kindAt > 0) keep(this.kinds, lines.slice(0, kindAt))
    else if (textAt > 0) keep(this.texts, lines.slice(0, textAt))
  }

  /** @returns the last turn that shows something new; -1 if none does */
  #lastNew(turns: readonly Turn[], of: (turns: readonly Turn[]) => string[][], seen: Set<string>): number {
    let last = -1
    for (const [index, features] of of(turns).entries()) {
      for (const feature of features) {
        if (seen.has(feature) || seen.size >= mostSeen) continue
        seen.add(feature)
        last = index
      }
    }
    return last
  }

  #lastNewText = (turns: readonly Turn[]) =>
    this.#lastNew(turns, (turns) => turns.map(({ output }) => [output]), this.#seenTexts)
}

function keep(sessions: Typed[], lines: Typed) {
  sessions.push(lines)
  if (sessions.length > mostKept) sessions.splice(0, mostKept / 2)
}

/**
 * The kinds of reply in a session, turn by turn: each with how often it came in a row, which tells a program that counts
 * without saying so, and with the one before.
 */
function featuresOf(turns: readonly Turn[]): string[][] {
  const kinds = turns.map(({ output }, index) => kindOf(output, turns[index - 1]?.answer ?? null))
  let row = 0
  return kinds.map((kind, index) => {
    const before = kinds[index - 1]
    row = kind === before ? row + 1 : 1
    return [`${row} ${kind}`, `${before}\n→${kind}`]
  })
}

/** A reply without its numbers, and without the line that it answers, however that was spelt. */
export function kindOf(output: Bytes, answer: Bytes | null): string {
  const typed = toReadable(answer ?? '')
    .trim()
    .toLowerCase()
  const text = toReadable(output).replace(/\d+/g, '0')
  return typed === '' || typed.length > 100 ? text : text.toLowerCase().replaceAll(typed.replace(/\d+/g, '0'), '…')
}
