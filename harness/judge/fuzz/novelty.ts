import { type Bytes, toReadable } from '../../session/bytes.ts'
import { exactly } from '../../session/script.ts'
import { answersOf, type Script, type Turn } from '../../session/session.ts'
import type { Typed } from '../reference.ts'

/** The greatest number of things that the reference said which are remembered. */
const mostSeen = 50_000

/** A session that led to something new. */
interface Lead {
  /** The shortest lines that lead to it. */
  lines: Typed
  /** The number of times that it was continued, each time with another likely line. */
  tries: number
}

/** Things that the reference said, in the order in which it said them first, each with lines that lead there. */
class Seen {
  readonly leads: Lead[] = []
  readonly #byThing = new Map<string, Lead>()

  note(thing: string, lines: Typed) {
    const lead = this.#byThing.get(thing)
    if (lead === undefined && this.leads.length < mostSeen) {
      const first = { lines, tries: 0 }
      this.#byThing.set(thing, first)
      this.leads.push(first)
    } else if (lead !== undefined && lines.length < lead.lines.length) lead.lines = lines
  }

  /** The newest with the same chance as the newest two, the newest four, and so on, so that each has a chance. */
  recent({ scale, rank }: { scale: number; rank: number }): Lead | undefined {
    const scales = Math.floor(Math.log2(this.leads.length)) + 1
    const among = Math.min(this.leads.length, 2 ** (scale % (scales + 1)))
    return this.leads.at(-1 - (rank % among))
  }

  /** The newest that was not tried often enough; if all were, the one that was tried least. */
  leastTried(enough: number): Lead | undefined {
    const waiting = this.leads.findLast(({ tries }) => tries < enough)
    const fewer = (least: Lead, lead: Lead) => (lead.tries < least.tries ? lead : least)
    return waiting ?? (this.leads.length === 0 ? undefined : this.leads.reduceRight(fewer))
  }
}

/**
 * Everything that the reference has said so far, and how it got there. What is new is worth going on from: what is deep in a
 * program is reached step by step.
 */
export class Novelty {
  /** The kinds of reply, which one came after which, and how often one came in a row. */
  readonly kinds = new Seen()
  /** The replies themselves. */
  readonly texts = new Seen()

  /** The number of different replies. */
  get replies(): number {
    return this.texts.leads.length
  }

  /** Takes note of a session of the reference. */
  note(script: Script) {
    const { turns } = exactly(script, '#')
    const lines = answersOf(script)
    for (const [index, features] of featuresOf(turns).entries()) {
      const before = lines.slice(0, index)
      for (const feature of features) this.kinds.note(feature, before)
      this.texts.note(turns[index]?.output ?? '', before)
    }
  }
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
  const text = toReadable(output).toLowerCase()
  // A sign, or a letter of a word, is no repetition.
  const isWord = /[\p{L}\p{N}]/u.test(typed) && typed.length < 100
  const escaped = typed.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const repeated = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu')
  return (isWord ? text.replace(repeated, '…') : text).replace(/\d+/g, '0')
}
