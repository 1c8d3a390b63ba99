import { type Answers, type Bytes, toReadable } from '../../session/bytes.ts'
import { exactly } from '../../session/script.ts'
import { answersOf, type Script, type Turn } from '../../session/session.ts'

/** The most replies in memory. */
const mostSeen = 50_000

/** A session that led to a new reply. */
interface Lead {
  /** The shortest lines that lead to the reply. */
  lines: Answers
  /** How often the session was continued, with another likely line each time. */
  tries: number
}

/** Replies of the reference in the order of their first appearance, with lines that lead to them. */
class Seen {
  readonly leads: Lead[] = []
  readonly #byReply = new Map<string, Lead>()

  note(reply: string, lines: Answers) {
    const lead = this.#byReply.get(reply)
    if (lead === undefined && this.leads.length < mostSeen) {
      const first = { lines, tries: 0 }
      this.#byReply.set(reply, first)
      this.leads.push(first)
    } else if (lead !== undefined && lines.length < lead.lines.length) lead.lines = lines
  }

  /** Draws one of the newest 1, 2, 4 … leads, or of all; each of these numbers is equally likely. */
  recent({ scale, rank }: { scale: number; rank: number }): Lead | undefined {
    if (this.leads.length === 0) return undefined
    const scales = Math.floor(Math.log2(this.leads.length)) + 1
    const among = Math.min(this.leads.length, 2 ** (scale % (scales + 1)))
    return this.leads.at(-1 - (rank % among))
  }

  /** The newest lead that was not tried often enough, or else the one tried least. */
  leastTried(enough: number): Lead | undefined {
    const waiting = this.leads.findLast(({ tries }) => tries < enough)
    const fewer = (least: Lead, lead: Lead) => (lead.tries < least.tries ? lead : least)
    return waiting ?? (this.leads.length === 0 ? undefined : this.leads.reduceRight(fewer))
  }
}

/**
 * All replies of the reference so far, and lines that lead to them. Sessions continue those that led to something new, and
 * so get deep into a program step by step.
 */
export class Novelty {
  /** Kinds of replies, which kind followed which, and how often a kind came in a row. */
  readonly kinds = new Seen()
  readonly texts = new Seen()

  get replies(): number {
    return this.texts.leads.length
  }

  note(script: Script) {
    // What varies makes no reply new.
    const { turns } = exactly(script, '#')
    const lines = answersOf(script)
    for (const [index, features] of featuresOf(turns).entries()) {
      const before = lines.slice(0, index)
      for (const feature of features) this.kinds.note(feature, before)
      this.texts.note(turns[index]?.output ?? '', before)
    }
  }
}

/** Two features of each turn: the kind of its reply and how often it came in a row, as some programs count; and the kind before. */
function featuresOf(turns: readonly Turn[]): string[][] {
  const kinds = turns.map(({ output }, index) => kindOf(output, turns[index - 1]?.answer ?? null))
  let row = 0
  return kinds.map((kind, index) => {
    const before = kinds[index - 1]
    row = kind === before ? row + 1 : 1
    return [`${row} ${kind}`, `${before}\n→${kind}`]
  })
}

/** A reply without its numbers, and without the line that it answers, in any case. */
export function kindOf(output: Bytes, answer: Bytes | null): string {
  const typed = toReadable(answer ?? '')
    .trim()
    .toLowerCase()
  const text = toReadable(output).toLowerCase()
  // A sign, or part of a word, is no repetition of the line.
  const isWord = /[\p{L}\p{N}]/u.test(typed) && typed.length < 100
  const escaped = typed.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const repeated = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu')
  return (isWord ? text.replace(repeated, '…') : text).replace(/\d+/g, '0')
}
