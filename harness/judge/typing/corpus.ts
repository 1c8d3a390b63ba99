import type { Random } from '../../base/random.ts'
import { type Answers, type Bytes, toReadable } from '../../session/bytes.ts'
import { exactly } from '../../session/script.ts'
import { answersOf, type Script, type Turn } from '../../session/session.ts'

/** The most replies in memory. */
const maxReplies = 50_000

/** A session that led to a new reply. */
interface Discovery {
  /** The shortest lines after which the reply comes. */
  lines: Answers
  /** How often the session was continued, with another likely line each time. */
  tries: number
}

/** Replies of the reference in the order of their first appearance, with lines that lead to them. */
class Discoveries {
  readonly list: Discovery[] = []
  readonly #byReply = new Map<string, Discovery>()

  note(reply: string, lines: Answers) {
    const discovery = this.#byReply.get(reply)
    if (discovery === undefined && this.list.length < maxReplies) {
      const first = { lines, tries: 0 }
      this.#byReply.set(reply, first)
      this.list.push(first)
    } else if (discovery !== undefined && lines.length < discovery.lines.length) discovery.lines = lines
  }

  /** Draws one of the newest 1, 2, 4 … discoveries, or of all; each of these numbers is equally likely. */
  recent(random: Random): Discovery | undefined {
    const { length } = this.list
    if (length === 0) return undefined
    const scales = Math.floor(Math.log2(length)) + 1
    return this.list.at(-1 - random(Math.min(length, 2 ** random(scales + 1))))
  }

  /** The newest discovery that was not tried often enough, or else the one tried least. */
  leastTried(enough: number): Discovery | undefined {
    const waiting = this.list.findLast(({ tries }) => tries < enough)
    const fewer = (least: Discovery, discovery: Discovery) => (discovery.tries < least.tries ? discovery : least)
    return waiting ?? (this.list.length === 0 ? undefined : this.list.reduceRight(fewer))
  }
}

/**
 * The corpus of a search: all replies of the reference so far, and lines that lead to them. Sessions continue those that led
 * to something new, and so get deep into a program step by step.
 */
export class Corpus {
  /** Kinds of replies, which kind followed which, and how often a kind came in a row. */
  readonly kinds = new Discoveries()
  readonly texts = new Discoveries()

  get replies(): number {
    return this.texts.list.length
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
  const kinds = turns.map(({ output }, index) => kindOfReply(output, turns[index - 1]?.answer ?? null))
  let row = 0
  return kinds.map((kind, index) => {
    const before = kinds[index - 1]
    row = kind === before ? row + 1 : 1
    return [`${row} ${kind}`, `${before}\n→${kind}`]
  })
}

/** A reply without its numbers, and without the line that it answers, in any case. */
export function kindOfReply(output: Bytes, answer: Bytes | null): string {
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
